import type { FastifyRequest } from 'fastify';
import type { App } from '#platform/app';
import { AppError } from '#platform/errors';
import { route, type Scope } from '#platform/route';
import { flow } from './flow.ts';
import { findInteraction, loadSignIn } from './interaction.ts';

/** The cookie is SameSite=Lax; a foreign origin that still gets through is refused here. */
function requireOwnOrigin(app: App, tenantId: string, request: FastifyRequest): void {
  const { origin } = request.headers;
  if (origin !== undefined && origin !== app.endpointOf(tenantId)) {
    throw new AppError('auth.forbidden');
  }
}

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

  // The engine sends only third-party applications here; first-party ones consent silently. Until people can be asked,
  // such an application is told that consent is required, and is never let in without.
  scope.server.get('/consent', async (request, reply) => {
    const interaction = await findInteraction(scope.app, scope.tenantOf(request), request, reply);
    if (interaction?.prompt.name !== 'consent') {
      return reply.redirect('/unknown-session', 303);
    }
    interaction.result = {
      error: 'consent_required',
      error_description: 'the person has not approved this application',
    };
    await interaction.save(Math.max(1, interaction.exp - Math.floor(Date.now() / 1000)));
    return reply.redirect(interaction.returnTo, 303);
  });
}
