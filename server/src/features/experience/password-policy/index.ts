export type { UserInfo } from '@postern/contracts/experience/guessable';
export { findPasswordIssues } from './check.ts';
export { isBreached, isCommon } from './find-breach.ts';
