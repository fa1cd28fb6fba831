import type { Feature } from '#platform/app';
import { oneTimeTokenRoutes } from './routes.ts';
import { sealedTokens } from './seal-tokens.ts';
import { deleteOldTokens } from './store.ts';

export { consumeOneTimeToken } from './consume.ts';
export { tokenSealer } from './seal-tokens.ts';
export { isTokenInUse, revokeInvitationTokens, takeInvitationToken } from './store.ts';

export const oneTimeTokens: Feature = {
  name: 'one-time-tokens',
  sealed: [sealedTokens],
  tenantRoutes: oneTimeTokenRoutes,
  jobs: [{ name: 'one-time-tokens.clean', everySeconds: 3600, run: deleteOldTokens }],
};
