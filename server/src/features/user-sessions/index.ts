import type { Feature } from '#platform/app';
import { mySessionRoutes } from './account.routes.ts';
import { userSessionRoutes } from './routes.ts';

export { showGrants, showSessions } from './show-sessions.ts';

export const userSessions: Feature = {
  name: 'user-sessions',
  tenantRoutes: (scope) => {
    userSessionRoutes(scope);
    mySessionRoutes(scope);
  },
};
