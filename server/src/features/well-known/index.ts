import { wellKnownApi } from '@postern/contracts/sign-in-experience';
import { tenantsApi } from '@postern/contracts/tenants';
import type { Feature } from '#platform/app';
import { route } from '#platform/route';

export const wellKnown: Feature = {
  name: 'well-known',
  tenantRoutes: (scope) => {
    route(scope, wellKnownApi.status, { respond: async () => undefined });
  },
  adminRoutes: (scope) => {
    route(scope, tenantsApi.endpointOf, {
      // Where a tenant of this id lives or would live. Whether there is one is told at that address.
      respond: async ({ app, params }) => ({ user: app.endpointOf(params.tenantId) }),
    });
  },
};
