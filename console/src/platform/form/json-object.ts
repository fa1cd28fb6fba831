import i18next from 'i18next';
import { z } from 'zod';

/** Text that holds a JSON object; gives the object. */
export const jsonObjectText = z.string().transform((text, context): Record<string, unknown> => {
  const fail = (message: string) => {
    context.issues.push({ code: 'custom', message, input: text });
    return z.NEVER;
  };
  try {
    const value: unknown = JSON.parse(text.trim() || '{}');
    return isPlainObject(value) ? value : fail(i18next.t('fields.jsonObject'));
  } catch (error) {
    return fail(i18next.t('fields.json', { reason: error instanceof Error ? error.message : '' }));
  }
});

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
