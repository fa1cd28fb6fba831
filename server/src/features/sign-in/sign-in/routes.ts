import { route, type Scope } from '#platform/route';
import { flow } from './flow.ts';
import { loadSignIn } from './interaction.ts';
import { runStep } from './run-step.ts';

export function signInRoutes(scope: Scope): void {
  for (const step of flow) {
    route(scope, step.contract, {
      respond: async ({ app, tenantId, request, reply, body, params, languages, status }) => {
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
