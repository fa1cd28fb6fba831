import type { Feature } from '#platform/app';
import { deletionRoutes } from './delete.routes.ts';
import { meRoutes } from './routes.ts';

export { getActiveUser } from './change.ts';

export const me: Feature = { name: 'me', adminRoutes: meRoutes };

/** In the cloud edition alone: who deletes the only administrator of the open-source edition deletes the way in. */
export const accountDeletion: Feature = { name: 'account-deletion', adminRoutes: deletionRoutes };
