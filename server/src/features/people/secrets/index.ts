import type { Feature } from '#platform/app';
import { secretRoutes } from './routes.ts';
import { sealedTokens } from './seal-tokens.ts';

export { readToken, showToken } from './read-token.ts';
export { type SealedTokenSet, sealTokens } from './seal-tokens.ts';
export { listTokenSecrets, putTokenSet } from './store.ts';

/** Secrets of users at other services. */
export const secrets: Feature = { name: 'secrets', tenantRoutes: secretRoutes, sealed: [sealedTokens] };
