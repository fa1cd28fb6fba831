import type { FastifyRequest } from 'fastify';
import type { App } from '#platform/app';
import { AppError } from '#platform/errors';

/** The cookie is SameSite=Lax; a foreign origin that still gets through is refused here. */
export function requireOwnOrigin(app: App, tenantId: string, request: FastifyRequest): void {
  const { origin } = request.headers;
  if (origin !== undefined && origin !== app.endpointOf(tenantId)) {
    throw new AppError('auth.forbidden');
  }
}
