import type { Feature } from '#platform/app';
import { consentRoutes } from './routes.ts';

export { findRequest } from './routes.ts';

export const consent: Feature = { name: 'consent', tenantRoutes: consentRoutes };
