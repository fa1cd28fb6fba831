import type { Feature } from '#platform/app';
import { applicationRoutes } from './routes.ts';

export { createApplication } from './application.ts';
export { consentToOrganizations } from './organizations.store.ts';
export { withoutLegacySecret } from './routes.ts';

export const applications: Feature = { name: 'applications', tenantRoutes: applicationRoutes };
