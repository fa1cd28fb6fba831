import type { UserInfo } from '@postern/contracts/experience/guessable';

/** The parts of the typed identifier that a password must not contain. */
export function userInfoOf(identifier: string): UserInfo {
  if (identifier.startsWith('+')) {
    return { phone: identifier.slice(1) };
  }
  return identifier.includes('@') ? { email: identifier } : { username: identifier };
}
