import type { UserInfo } from '@postern/contracts/experience/guessable';

/** What was typed as identifier, as far as a password must not be made of it. */
export function userInfoOf(identifier: string): UserInfo {
  if (identifier.startsWith('+')) {
    return { phone: identifier.slice(1) };
  }
  return identifier.includes('@') ? { email: identifier } : { username: identifier };
}
