import i18next from 'i18next';
import { z } from 'zod';
import { locateJsonError } from './locate-json-error.ts';

/** Parses text as a JSON object. */
export const jsonObjectText = z.string().transform((text, context): Record<string, unknown> => {
  const fail = (message: string) => {
    context.issues.push({ code: 'custom', message, input: text });
    return z.NEVER;
  };
  try {
    const value: unknown = JSON.parse(text.trim() || '{}');
    return isPlainObject(value) ? value : fail(i18next.t('fields.jsonObject'));
  } catch {
    return fail(sentenceFor(text));
  }
});

function sentenceFor(text: string): string {
  const error = locateJsonError(text);
  return error
    ? i18next.t('fields.jsonLine', { line: error.line, problem: i18next.t(`fields.jsonProblems.${error.problem}`) })
    : i18next.t('fields.jsonObject');
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
