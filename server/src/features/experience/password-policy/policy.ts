import { checkGuessable, type UserInfo } from '@postern/contracts/experience/guessable';
import type { PasswordIssue, PasswordPolicy } from '@postern/contracts/experience/sign-in-experience';
import { isCommonPassword } from './common-passwords.ts';

const symbols = /[ !"#$%&'()*+,./:;<=>?@[\\\]^_`{|}~-]/;
const allowed = /^[\d !"#$%&'()*+,./:;<=>?@A-Z[\\\]^_`a-z{|}~-]*$/;

const issue = (name: string, interpolation?: PasswordIssue['interpolation']): PasswordIssue => ({
  code: `password_rejected.${name}`,
  ...(interpolation ? { interpolation } : {}),
});

function checkShape(password: string, policy: PasswordPolicy): PasswordIssue[] {
  const { min = 8, max = 256 } = policy.length ?? {};
  const { min: minTypes = 1 } = policy.characterTypes ?? {};
  const issues: PasswordIssue[] = [];
  if (password.length < min) {
    issues.push(issue('too_short', { min }));
  } else if (password.length > max) {
    issues.push(issue('too_long', { max }));
  }
  if (!allowed.test(password)) {
    issues.push(issue('unsupported_characters'));
  } else if ([/[a-z]/, /[A-Z]/, /\d/, symbols].filter((kind) => kind.test(password)).length < minTypes) {
    issues.push(issue('character_types', { min: minTypes }));
  }
  return issues;
}

/** All rules that a password violates, in the order of the policy; empty if it may be used. */
export function checkPassword(
  password: string,
  policy: PasswordPolicy,
  user: UserInfo,
  isKnown = isCommonPassword(password),
): PasswordIssue[] {
  return [
    ...checkShape(password, policy),
    ...(isKnown && (policy.rejects?.pwned ?? true) ? [issue('pwned')] : []),
    ...checkGuessable(password, policy, user),
  ];
}
