export type { UserInfo } from '@postern/contracts/experience/guessable';
export { findPasswordIssues } from './check.ts';
export { isCommonPassword } from './common-passwords.ts';
export { type DatedPassword, hasPasswordExpired, passwordExpiryOf } from './expire.ts';
export { isBreached } from './find-breach.ts';
