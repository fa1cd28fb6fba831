import type { Feature } from '#platform/app';
import { personalAccessTokenRoutes } from './routes.ts';
import { sealedTokens } from './seal-tokens.ts';

export { findPersonalAccessToken, findTokenByMark, markOfToken } from './store.ts';

export const personalAccessTokens: Feature = {
  name: 'personal-access-tokens',
  sealed: [sealedTokens],
  tenantRoutes: personalAccessTokenRoutes,
};
