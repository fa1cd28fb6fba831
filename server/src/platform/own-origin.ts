import type { FastifyRequest } from 'fastify';
import type { App } from './app.ts';
import { AppError } from './errors.ts';

/**
 * For calls that a cookie authenticates. It is SameSite=Lax; a page of another origin that still gets through is refused
 * here. Browsers send no Origin with a GET of the same origin, and not with every other request either, but Sec-Fetch-Site.
 */
export function requireOwnOrigin(app: App, tenantId: string, request: FastifyRequest): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  const isForeign = origin !== undefined && origin !== app.endpointOf(tenantId);
  if (isForeign || (site !== undefined && site !== 'same-origin' && site !== 'none')) {
    throw new AppError('auth.forbidden');
  }
}
