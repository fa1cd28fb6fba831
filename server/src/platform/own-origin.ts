import type { FastifyRequest } from 'fastify';
import type { App } from './app.ts';
import { AppError } from './errors.ts';

/**
 * For endpoints authenticated by a cookie. The cookie is SameSite=Lax; this rejects requests of other origins that
 * still send it. Browsers omit Origin on same-origin GET and some other requests, but send Sec-Fetch-Site.
 */
export function requireOwnOrigin(app: App, tenantId: string, request: FastifyRequest): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  const isForeign = origin !== undefined && origin !== app.endpointOf(tenantId);
  if (isForeign || (site !== undefined && site !== 'same-origin' && site !== 'none')) {
    throw new AppError('auth.forbidden');
  }
}
