import type { Feature } from '#platform/app';
import { customJwtRoutes } from './routes.ts';
import { closeSandbox, startSandbox } from './run-script.ts';

export { customClaims, hasScript } from './customize.ts';

export const customJwt: Feature = {
  name: 'custom-jwt',
  tenantRoutes: customJwtRoutes,
  start: startSandbox,
  stop: closeSandbox,
};
