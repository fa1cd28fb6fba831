import type { Feature } from '#platform/app';
import { accountDataRoutes } from './routes.ts';

export const accountData: Feature = { name: 'account-data', tenantRoutes: accountDataRoutes };
