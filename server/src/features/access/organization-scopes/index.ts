import type { Feature } from '#platform/app';
import { organizationScopeRoutes } from './routes.ts';

export const organizationScopes: Feature = { name: 'organization-scopes', tenantRoutes: organizationScopeRoutes };
