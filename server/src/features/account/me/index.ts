import type { Feature } from '#platform/app';
import { meAssetRoutes, meRoutes } from './routes.ts';
import { secondFactorRoutes } from './second-factors.routes.ts';
import { meSessionRoutes } from './sessions.routes.ts';

export { getActiveUser, getPerson } from './change.ts';
export { requireOwnStatus } from './require-status.ts';

export const me: Feature = {
  name: 'me',
  adminRoutes: (scope) => {
    meRoutes(scope);
    meAssetRoutes(scope);
    secondFactorRoutes(scope);
    meSessionRoutes(scope);
  },
};
