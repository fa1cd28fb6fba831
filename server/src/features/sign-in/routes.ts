import { route, type Scope } from '#platform/route';
import { flow } from './flow.ts';
import { loadSignIn } from './interaction.ts';
import { requireOwnOrigin } from './own-origin.ts';

export function signInRoutes(scope: Scope): void {
  for (const { contract, run } of flow) {
    route(scope, contract, {
      respond: async ({ app, tenantId, request, reply, body, languages, status }) => {
        requireOwnOrigin(app, tenantId, request);
        const result = await run(await loadSignIn(app, tenantId, request, reply, languages), body);
        if (result.status) {
          status(result.status);
        }
        return result.body;
      },
    });
  }
}
