import type { Feature } from '#platform/app';
import { passwordPolicyRoutes } from './routes.ts';

export type { UserInfo } from '@postern/contracts/guessable';
export { findPasswordIssues } from './check.ts';

export const passwordPolicy: Feature = { name: 'password-policy', tenantRoutes: passwordPolicyRoutes };
