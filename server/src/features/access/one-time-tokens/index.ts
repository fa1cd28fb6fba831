import type { Feature } from '#platform/app';
import { oneTimeTokenRoutes } from './routes.ts';
import { deleteOldTokens } from './store.ts';

export { consumeOneTimeToken } from './consume.ts';
export { revokeInvitationTokens, takeInvitationToken } from './store.ts';

export const oneTimeTokens: Feature = {
  name: 'one-time-tokens',
  tenantRoutes: oneTimeTokenRoutes,
  jobs: [{ name: 'one-time-tokens.clean', everySeconds: 3600, run: deleteOldTokens }],
};
