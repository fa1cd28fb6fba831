import type { Feature } from '#platform/app';
import { customProfileFieldRoutes } from './routes.ts';

export { listCustomProfileFields } from './store.ts';

export const customProfileFields: Feature = { name: 'custom-profile-fields', tenantRoutes: customProfileFieldRoutes };
