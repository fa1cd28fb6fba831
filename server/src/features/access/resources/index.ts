import type { Feature } from '#platform/app';
import { resourceRoutes } from './routes.ts';

export { isManagementApiIn } from './protect.ts';
export { seedResource } from './seed.ts';

export const resources: Feature = { name: 'resources', tenantRoutes: resourceRoutes };
