import { tenantsApi } from '@postern/contracts/cloud/tenants';
import { wellKnownApi } from '@postern/contracts/experience/sign-in-experience';
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
