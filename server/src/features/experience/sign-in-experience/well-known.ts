import { tenantsApi } from '@postern/contracts/cloud/tenants';
import { wellKnownApi } from '@postern/contracts/experience/sign-in-experience';
import { statusKeyHeader, statusTenantHeader } from '@postern/contracts/wire';
import type { Feature } from '#platform/app';
import { AppError } from '#platform/http/errors';
import { route } from '#platform/http/route';
import { isSameText } from '#platform/secrets/vault';

export const wellKnown: Feature = {
  name: 'well-known',
  tenantRoutes: (scope) => {
    route(scope, wellKnownApi.status, {
      respond: async ({ app, tenantId, request, reply }) => {
        if (isSameText(request.headers[statusKeyHeader], app.config.statusApiKey)) {
          reply.header(statusTenantHeader, tenantId);
        }
      },
    });
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
