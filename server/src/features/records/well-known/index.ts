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
      // The address that a tenant with this id has or would have. Does not reveal whether it exists.
      respond: async ({ app, params }) => ({ user: app.endpointOf(params.tenantId) }),
    });
  },
};
