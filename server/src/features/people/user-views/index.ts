import type { Feature } from '#platform/app';
import { userViewRoutes } from './routes.ts';

export const userViews: Feature = { name: 'user-views', tenantRoutes: userViewRoutes };
