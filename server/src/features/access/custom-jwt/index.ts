import type { Feature } from '#platform/app';
import { sealedVariables } from './customize.ts';
import { idTokenRoutes } from './id-token.routes.ts';
import { customJwtRoutes } from './routes.ts';

export { customClaims, findScriptUser, hasScript } from './customize.ts';
export { extendedClaimsOf } from './id-token.routes.ts';

export const customJwt: Feature = {
  name: 'custom-jwt',
  sealed: [sealedVariables],
  tenantRoutes: (scope) => {
    customJwtRoutes(scope);
    idTokenRoutes(scope);
  },
};
