import type { JsonObject } from '@postern/contracts/fields';

const maxDepth = 64;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isTooDeep(value: unknown, left: number): boolean {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  return left === 0 || Object.values(value).some((one) => isTooDeep(one, left - 1));
}

/** The object in a text; undefined if there is none or it is nested too deeply. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && !isTooDeep(value, maxDepth) ? value : undefined;
  } catch {
    // The caller reports the error.
    return undefined;
  }
}

/** NUL and lone surrogates, which PostgreSQL cannot store. JSON.stringify escapes exactly these in this form. */
export const isStorable = (value: unknown): boolean =>
  !/\\u(?:0000|d[89a-f])/.test(JSON.stringify(value).replaceAll('\\\\', ''));
