import { type ErrorCode, errors } from '@postern/contracts/errors';
import { fillSentence } from '@postern/contracts/field-issues';
import { serverLanguage, textIn, translationsIn } from './languages.ts';

/** The caller's preferred languages, best first: the query parameter `locale`, then Accept-Language by weight. */
export function preferredLanguages(locale: string | undefined, acceptLanguage: string | undefined): string[] {
  const accepted = (acceptLanguage ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const quality = parameters.map((parameter) => /^\s*q\s*=\s*([\d.]+)\s*$/i.exec(parameter)?.[1]).find(Boolean);
      const weight = Number(quality ?? 1);
      return { tag: tag.trim(), quality: Number.isNaN(weight) ? 1 : weight };
    })
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .sort((one, two) => two.quality - one.quality)
    .map(({ tag }) => tag);
  return locale ? [locale, ...accepted] : accepted;
}

export function messageOf(
  code: ErrorCode,
  values: Record<string, string | number> | undefined,
  preferred: string[],
): string {
  const text = translationsIn(serverLanguage(preferred), 'platform.errors')[code];
  return fillSentence(typeof text === 'string' ? text : errors[code][1], values);
}

/** The localized sentence of an issue; falls back to English. Connectors bring their own sentences. */
export function sentenceOf(
  english: string,
  values: Record<string, string | number> | undefined,
  preferred: string[],
): string {
  return fillSentence(textIn(serverLanguage(preferred), 'platform.sentences', english), values);
}
