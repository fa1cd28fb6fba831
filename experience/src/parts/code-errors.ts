import type { Phrases } from '../platform/phrases.ts';
import type { FieldErrors } from './step-form.tsx';

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
