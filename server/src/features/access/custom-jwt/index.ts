import type { Feature } from '#platform/app';
import { sealedVariables } from './customize.ts';
import { customJwtRoutes } from './routes.ts';
import { closeSandbox, startSandbox } from './run-script.ts';

export { customClaims, hasScript } from './customize.ts';

export const customJwt: Feature = {
  name: 'custom-jwt',
  sealed: [sealedVariables],
  tenantRoutes: customJwtRoutes,
  start: startSandbox,
  stop: closeSandbox,
};
