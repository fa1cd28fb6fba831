import type { Feature } from '#platform/app';
import { passwordPolicyRoutes } from './routes.ts';

export { findPasswordIssues } from './check.ts';
export type { UserInfo } from './policy.ts';

export const passwordPolicy: Feature = { name: 'password-policy', tenantRoutes: passwordPolicyRoutes };
