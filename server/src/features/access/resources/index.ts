import type { Feature } from '#platform/app';
import { resourceRoutes } from './routes.ts';

export { isManagementApiIn, seedResource } from './built-in.ts';

export const resources: Feature = { name: 'resources', tenantRoutes: resourceRoutes };
