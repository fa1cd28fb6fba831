import { wellKnownApi } from '@postern/contracts/sign-in-experience';
import { tenantsApi } from '@postern/contracts/tenants';
import type { Feature } from '#platform/app';
import { AppError } from '#platform/errors';
import { route } from '#platform/route';

export const wellKnown: Feature = {
  name: 'well-known',
  tenantRoutes: (scope) => {
    route(scope, wellKnownApi.status, { respond: async () => undefined });
  },
  adminRoutes: (scope) => {
    route(scope, tenantsApi.endpointOf, {
      respond: async ({ app, params }) => {
        if (!(await app.tenants.find(params.tenantId))) {
          throw new AppError('entity.not_found');
        }
        return { user: app.endpointOf(params.tenantId) };
      },
    });
  },
};
