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

  // First-party applications consent silently: the engine grants what they ask for when the request resumes.
  scope.server.get('/consent', async (request, reply) => {
    const tenantId = scope.tenantOf(request);
    const interaction = await findInteraction(scope.app, tenantId, request, reply);
    if (interaction?.prompt.name !== 'consent') {
      return reply.redirect('/unknown-session', 303);
    }
    interaction.result = { ...interaction.lastSubmission, consent: {} };
    await interaction.save(Math.max(1, interaction.exp - Math.floor(Date.now() / 1000)));
    return reply.redirect(interaction.returnTo, 303);
  });
}
