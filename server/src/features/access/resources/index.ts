import type { Feature } from '#platform/app';
import { resourceRoutes } from './routes.ts';

export { isBuiltIn, isManagementApiIn, seedResource } from './built-in.ts';
export { insertScopes, listScopesOf } from './scopes.store.ts';
export { insertResource, listResources } from './store.ts';

export const resources: Feature = { name: 'resources', tenantRoutes: resourceRoutes };
