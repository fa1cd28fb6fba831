export { findPasswordIssues } from './check.ts';
export type { UserInfo } from './policy.ts';
