import type { UsernamePolicy } from './username-policy.ts';

/** The codes that the policy adds to those of an operation. */
export const policyFaults = [
  'user.username_starts_with_number',
  'user.username_invalid_charset_hard',
  'user.username_too_short',
  'user.username_too_long',
  'user.username_uppercase_not_allowed',
  'user.username_lowercase_not_allowed',
  'user.username_numbers_not_allowed',
  'user.username_underscore_not_allowed',
] as const;
const usernameFaults = ['user.username_required', ...policyFaults] as const;
export type UsernameFault = (typeof usernameFaults)[number];

/** The first rule that a username violates, in the order of the list above. */
export function findUsernameFault(
  username: string,
  { minLength, maxLength, allowedChars }: UsernamePolicy,
): UsernameFault | undefined {
  const isViolated: Record<UsernameFault, boolean> = {
    'user.username_required': username === '',
    'user.username_starts_with_number': /^\d/.test(username),
    'user.username_invalid_charset_hard': /\W/.test(username),
    'user.username_too_short': username.length < minLength,
    'user.username_too_long': username.length > maxLength,
    'user.username_uppercase_not_allowed': !allowedChars.uppercase && /[A-Z]/.test(username),
    'user.username_lowercase_not_allowed': !allowedChars.lowercase && /[a-z]/.test(username),
    'user.username_numbers_not_allowed': !allowedChars.numbers && /\d/.test(username),
    'user.username_underscore_not_allowed': !allowedChars.underscore && username.includes('_'),
  };
  return usernameFaults.find((code) => isViolated[code]);
}
