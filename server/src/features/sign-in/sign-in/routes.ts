import { signInApi } from '@postern/contracts/sign-in/sign-in';
import { getSignInExperience } from '#features/experience/sign-in-experience';
import { connectorsForEmail } from '#features/people/sso-connectors';
import { requireHashRoom } from '#features/people/users';
import { loadSignIn } from '#features/sign-in/interaction';
import { route, type Scope } from '#platform/http/route';
import { flow } from './flow.ts';
import { runStep } from './run-step.ts';

export function signInRoutes(scope: Scope): void {
  route(scope, signInApi.ssoConnectors, {
    respond: async ({ app, tenantId, request, reply, languages, query }) => {
      // Only for browsers that are signing in.
      await loadSignIn(app, tenantId, request, reply, languages);
      const { singleSignOnEnabled } = await getSignInExperience(app, tenantId);
      const connectors = singleSignOnEnabled ? await connectorsForEmail(app, tenantId, query.email) : [];
      return { connectorIds: connectors.map(({ id }) => id) };
    },
  });

  for (const step of flow) {
    route(scope, step.contract, {
      respond: async ({ app, tenantId, request, reply, body, params, languages, status }) => {
        if (step.contract === signInApi.verifyPassword) {
          // Before anything is read: a flood of passwords must not cost much.
          await requireHashRoom();
        }
        const signIn = await loadSignIn(app, tenantId, request, reply, languages);
        const result = await runStep(signIn, step, { body, params });
        if (result.status) {
          status(result.status);
        }
        return result.body;
      },
    });
  }
}
