import type { Feature } from '#platform/app';
import { personalAccessTokenRoutes } from './routes.ts';

export { findPersonalAccessToken } from './store.ts';

export const personalAccessTokens: Feature = {
  name: 'personal-access-tokens',
  tenantRoutes: personalAccessTokenRoutes,
};
