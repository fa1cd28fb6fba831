import type { Feature } from '#platform/app';
import { meAssetRoutes } from './assets.routes.ts';
import { deletionRoutes } from './delete.routes.ts';
import { meRoutes } from './routes.ts';

export const me: Feature = {
  name: 'me',
  adminRoutes: (scope) => {
    meRoutes(scope);
    meAssetRoutes(scope);
  },
};

/** In the cloud edition alone: who deletes the only administrator of the open-source edition deletes the way in. */
export const accountDeletion: Feature = { name: 'account-deletion', adminRoutes: deletionRoutes };
