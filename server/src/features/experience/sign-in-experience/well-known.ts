import { tenantsApi } from '@postern/contracts/cloud/tenants';
import { wellKnownApi } from '@postern/contracts/experience/sign-in-experience';
import type { Feature } from '#platform/app';
import { AppError } from '#platform/http/errors';
import { route } from '#platform/http/route';

export const wellKnown: Feature = {
  name: 'well-known',
  tenantRoutes: (scope) => {
    route(scope, wellKnownApi.status, { respond: async () => undefined });
  },
  adminRoutes: (scope) => {
    route(scope, tenantsApi.endpointOf, {
      respond: async ({ app, params: { tenantId } }) => {
        if (!(await app.tenants.find(tenantId))) {
          throw new AppError('entity.not_found');
        }
        return { user: app.endpointOf(tenantId) };
      },
    });
  },
};
