import type { Feature } from '#platform/app';
import { requireSetupLink } from './link.ts';
import { setupLinkRoutes } from './links.routes.ts';
import { portalRoutes } from './portal.routes.ts';
import { deleteOldSetupLinks } from './store.ts';

/** Links with which the IT of a customer sets up an enterprise connector, without an account in the console. */
export const ssoSetup: Feature = {
  name: 'sso-setup',
  guards: { setup: requireSetupLink },
  tenantRoutes: (scope) => {
    setupLinkRoutes(scope);
    portalRoutes(scope);
  },
  jobs: [{ name: 'sso-setup.forget-links', everySeconds: 86_400, run: deleteOldSetupLinks }],
};
