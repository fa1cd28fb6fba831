import { signInRequestsApi } from '@postern/contracts/sign-in/sign-in-requests';
import { listSignInRequests, signInRequestQueue } from '#features/access/oidc';
import type { Feature } from '#platform/app';
import { route } from '#platform/http/route';
import { answerRequest, requireAccountCenterToken } from './answer.ts';
import { mailSignInRequest } from './mail.ts';
import { pingApplication, pingQueue } from './ping.ts';

export const signInRequests: Feature = {
  name: 'sign-in-requests',
  tenantRoutes: (scope) => {
    route(scope, signInRequestsApi.list, async ({ db, caller }) => {
      requireAccountCenterToken({ caller });
      return listSignInRequests(db, caller.subject);
    });
    route(scope, signInRequestsApi.answer, {
      respond: ({ params, body, ...place }) => answerRequest(place, params.id, body.isApproved),
    });
  },
  queues: [
    { queue: signInRequestQueue, isOutbound: true, perTenant: 4, maxAttempts: 3, run: mailSignInRequest },
    { queue: pingQueue, isOutbound: true, perTenant: 4, maxAttempts: 3, run: pingApplication },
  ],
};
