import type { Feature } from '#platform/app';
import { userSessionRoutes } from './routes.ts';

export { endUserGrant, endUserSession } from './end-access.ts';
export { deviceReader } from './read-device.ts';
export { known } from './routes.ts';
export { showApplicationGrants, showGrants, showSessions, showTrustedDevices } from './show-sessions.ts';

export const userSessions: Feature = {
  name: 'user-sessions',
  tenantRoutes: userSessionRoutes,
};
