import type { Feature } from '#platform/app';
import { applicationRoutes } from './routes.ts';

export const applications: Feature = { name: 'applications', tenantRoutes: applicationRoutes };
