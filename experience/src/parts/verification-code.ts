import type { Phrases } from '../platform/phrases.ts';
import type { FieldErrors } from './step-form.tsx';

export const codeLength = 6;

/** Converts digits of any script to ASCII. */
const normal = (text: string) =>
  text.normalize('NFKC').replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15));

export const readDigits = (text: string) => normal(text).replace(/\D/g, '').slice(0, codeLength);

/**
 * The digits after an input event: `raw` is the value of the input, `caret` its caret position. When all boxes are
 * full, a digit typed in the middle overwrites the next one.
 */
export function writeDigit(raw: string, caret: number): { text: string; caret: number } {
  const before = normal(raw.slice(0, caret)).replace(/\D/g, '');
  const after = normal(raw.slice(caret)).replace(/\D/g, '');
  const spare = Math.max(0, before.length + after.length - codeLength);
  return {
    text: (before + after.slice(spare)).slice(0, codeLength),
    caret: Math.min(before.length, codeLength),
  };
}

/** Messages for server error codes about the digits. */
export function codeErrors(words: Phrases['verificationCode']) {
  const at = (sentence: string) => (): FieldErrors => ({ code: sentence });
  return {
    'verification_code.code_mismatch': at(words.mismatch),
    'verification_code.expired': at(words.expired),
    'verification_code.exceed_max_try': at(words.tooManyTries),
    'verification_code.not_found': at(words.gone),
    'verification_code.email_mismatch': at(words.gone),
    'verification_code.phone_mismatch': at(words.gone),
  };
}
