import type { Translation } from '@postern/contracts/experience/custom-phrases';
import { maxTranslationLength } from '@postern/contracts/experience/custom-phrases';
import { en } from '@postern/contracts/experience-phrases/en';
import { mergePhrases } from '@postern/contracts/experience-phrases/merge';
import { wireKeys } from '@postern/contracts/experience-phrases/wire/convert';
import { AppError, invalidInput } from '#platform/http/errors';
import type { RuleSentence } from '#platform/i18n/known-sentences';

/** All keys that a tenant may customize: those of the wire and our own. */
const pattern = mergePhrases(wireKeys(), en);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function refuse(path: string): never {
  throw new AppError('localization.invalid_translation_structure', { details: path });
}

function checkList(given: unknown, expected: unknown[], path: string): string[] {
  const isList = Array.isArray(given) && given.length === expected.length;
  return isList && given.every((one): one is string => typeof one === 'string') ? given : refuse(path);
}

/** Accepts only keys of the pattern: no unknown key, no other shape, no prototype. */
function follow(given: Record<string, unknown>, group: Record<string, unknown>, path: string): Translation {
  const kept: Translation = {};
  for (const [key, value] of Object.entries(given)) {
    const here = path ? `${path}.${key}` : key;
    const expected = Object.hasOwn(group, key) ? group[key] : undefined;
    if (typeof expected === 'string' && typeof value === 'string') {
      if (value !== '') {
        kept[key] = value;
      }
    } else if (Array.isArray(expected)) {
      kept[key] = checkList(value, expected, here);
    } else if (isObject(expected) && isObject(value)) {
      const inner = follow(value, expected, here);
      if (Object.keys(inner).length > 0) {
        kept[key] = inner;
      }
    } else {
      refuse(here.slice(0, 200));
    }
  }
  return kept;
}

/** Validates phrases under keys of the wire or of our English phrases. Removes empty ones. */
export function checkTranslation(given: Record<string, unknown>): Translation {
  if (JSON.stringify(given).length > maxTranslationLength) {
    const message: RuleSentence = 'All phrases together can have at most {{max}} characters.';
    throw invalidInput('body', [{ path: [], message, fill: { max: maxTranslationLength } }]);
  }
  return follow(given, pattern, '');
}
