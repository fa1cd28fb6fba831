import { checkGuessable, type UserInfo } from './guessable.ts';
import type { PasswordIssue, PasswordPolicy } from './sign-in-experience.ts';

/** Character types as the server counts them; all others are rejected. */
const types = [/[a-z]/, /[A-Z]/, /\d/, /[ !"#$%&'()*+,\-./:;<=>?@[\\\]^_`{|}~]/];
const allowed = /^[\x20-\x7E]*$/;

const issue = (code: string, interpolation?: PasswordIssue['interpolation']): PasswordIssue => ({
  code: `password_rejected.${code}`,
  interpolation,
});

export type Rule = PasswordIssue & { met: boolean };

/** The rules that can be checked while typing. Some appear only when violated. */
export function judge(password: string, policy: PasswordPolicy, user: UserInfo = {}): Rule[] {
  const { min: shortest = 8, max: longest = 256 } = policy.length ?? {};
  const { min: mix = 1 } = policy.characterTypes ?? {};
  const used = types.filter((type) => type.test(password)).length;
  const shown: Rule[] = [];
  if (shortest > 1) {
    shown.push({ ...issue('too_short', { min: shortest }), met: password.length >= shortest });
  }
  if (mix > 1) {
    shown.push({ ...issue('character_types', { min: mix }), met: used >= mix });
  }
  if (password.length > longest) {
    shown.push({ ...issue('too_long', { max: longest }), met: false });
  }
  if (!allowed.test(password)) {
    shown.push({ ...issue('unsupported_characters'), met: false });
  }
  // The first letters of any word look easy to guess; those that follow may change it.
  const guessable = password.length >= shortest ? checkGuessable(password, policy, user) : [];
  return [...shown, ...guessable.map((broken) => ({ ...broken, met: false }))];
}

/** The issues of a `password.rejected` that have the expected format. */
export function readIssues(data: unknown): PasswordIssue[] {
  return Array.isArray(data) ? data.filter(isIssue) : [];
}

function isIssue(value: unknown): value is PasswordIssue {
  return typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'string';
}
