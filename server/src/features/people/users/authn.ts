import { authnApi } from '@postern/contracts/people/authn';
import type { Feature } from '#platform/app';
import { route } from '#platform/http/route';
import { authorizeHasura } from './authorize-hasura.ts';

/** Token checks for other programs. */
export const authn: Feature = {
  name: 'authn',
  tenantRoutes: (scope) => {
    route(scope, authnApi.hasura, {
      respond: ({ app, tenantId, request, query }) => authorizeHasura(app, tenantId, request, query),
    });
  },
};
