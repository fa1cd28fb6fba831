import type { accountDataApi } from '@postern/contracts/account/account-data';
import type { mySessionsApi } from '@postern/contracts/people/user-sessions';
import { callsOf, type Routes } from '../client.ts';

export const sessionRoutes: Routes<typeof mySessionsApi> = {
  list: 'GET /api/my-account/sessions',
  remove: 'DELETE /api/my-account/sessions/:sessionId',
  removeOthers: 'DELETE /api/my-account/sessions',
  listDevices: 'GET /api/my-account/trusted-devices',
  removeDevice: 'DELETE /api/my-account/trusted-devices/:deviceId',
};

export const callSessions = callsOf<typeof mySessionsApi>(sessionRoutes);

export const grantRoutes: Routes<typeof accountDataApi> = {
  listGrants: 'GET /api/my-account/grants',
  removeGrant: 'DELETE /api/my-account/grants/:grantId',
};

export const callGrants = callsOf<typeof accountDataApi>(grantRoutes);
