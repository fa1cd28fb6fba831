import type { Feature } from '#platform/app';
import { meRoutes } from './routes.ts';

export { getActiveUser } from './change.ts';

export const me: Feature = { name: 'me', adminRoutes: meRoutes };
