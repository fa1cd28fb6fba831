import type { Feature } from '#platform/app';
import { secretRoutes } from './routes.ts';
import { sealedTokensOf } from './seal-tokens.ts';

export { readToken, showToken } from './read-token.ts';
export { openTokens as unsealTokens, type SealedTokenSet, sealedTokensOf, sealTokens } from './seal-tokens.ts';
export { deleteSecret, listTokenSecrets, putTokenSet } from './store.ts';

/** Secrets of users at other services. */
export const secrets: Feature = {
  name: 'secrets',
  tenantRoutes: secretRoutes,
  sealed: [sealedTokensOf('secret_social_connector_relations', 'r.target')],
};
