import type { RuleSentence } from '#platform/i18n/known-sentences';
import { AppError, invalidInput } from './errors.ts';

const maxDepth = 64;
const maxKeys = 10_000;
const maxValues = 50_000;

const refuse = (message: RuleSentence) => invalidInput('body', [{ path: [], message }]);
const refuseSize = (details: string) => new AppError('request.body_too_large', { details });

const quote = 34;
const comma = 44;
const colon = 58;
const backslash = 92;
const opening = new Set([91, 123]);
const closing = new Set([93, 125]);

/**
 * Checks the text before it is parsed: deep nesting can overflow the stack of code that walks the value, many keys and
 * values block the event loop until a schema has rejected them, and NUL cannot be stored.
 */
export function checkJson(text: string, { allowsNul = false } = {}): void {
  let [depth, keys, commas] = [0, 0, 0];
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === backslash) {
        // After another backslash it is literal text about NUL, as in scripts and patterns.
        if (!allowsNul && text.startsWith('u0000', index + 1)) {
          throw refuse('NUL characters are not allowed.');
        }
        index += 1;
      } else if (code === quote) {
        inString = false;
      }
    } else if (code === quote) {
      inString = true;
    } else if (code === colon) {
      keys += 1;
    } else if (code === comma) {
      commas += 1;
    } else if (opening.has(code)) {
      depth += 1;
    } else if (closing.has(code)) {
      depth -= 1;
    }
    if (depth > maxDepth) {
      throw refuse('The JSON is nested too deeply.');
    }
    if (keys > maxKeys || commas >= maxValues) {
      throw refuseSize(`The JSON holds more than ${maxKeys} keys or ${maxValues} values.`);
    }
  }
}

/** The value of a JSON text; undefined if it is empty. */
export function parseJson(text: string): unknown {
  if (text === '') {
    return undefined;
  }
  checkJson(text);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AppError('request.malformed_json', { details: error instanceof Error ? error.message : undefined });
  }
}
