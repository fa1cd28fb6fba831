import { agreedCostsHeader, verificationIdHeader } from '@postern/contracts/wire';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#platform/config/config';
import { originOf } from '#platform/tenancy/addresses';

const bearerApi = /^\/(?:m\/[^/]+\/)?(?:api|me)(?:\/|$)/;
/** Called by applications on any origin, authenticated by token only. */
const accountApi = /^\/api\/(?:my-account|verifications)(?:\/|$)/;
/** Endpoints that use cookies accept their own origin only. */
const cookieApi = /^\/api\/(?:experience|interaction)(?:\/|$)/;

/**
 * CORS for the bearer APIs. Allows the console's origin, and any origin for the account API and outside production.
 * Credentials are never allowed, so a foreign page can only use a token that it already has; the origin is echoed
 * exactly. Requests to the account API without an origin get the wildcard.
 */
export function allowConsoleOrigins(server: FastifyInstance, config: Config): void {
  const consoleOrigin = originOf(config.adminEndpoint);
  server.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    const [path = ''] = (request.originalUrl || request.url).split('?');
    if (!bearerApi.test(path) || cookieApi.test(path)) {
      done();
      return;
    }
    if (!origin) {
      // For proxies and tests: the account API accepts every origin, without credentials.
      if (accountApi.test(path)) {
        reply.header('vary', 'origin').header('access-control-allow-origin', '*');
      }
      done();
      return;
    }
    reply.header('vary', 'origin');
    if (config.isProduction && origin !== consoleOrigin && !accountApi.test(path)) {
      done();
      return;
    }
    reply.header('access-control-allow-origin', origin);
    if (request.method === 'OPTIONS' && request.headers['access-control-request-method']) {
      // Ends the request.
      void reply
        .headers({
          'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
          'access-control-allow-headers': `authorization, dpop, content-type, accept-language, if-none-match, last-event-id, ${verificationIdHeader}, ${agreedCostsHeader}`,
          'access-control-max-age': '3600',
        })
        .code(204)
        .send();
      return;
    }
    done();
  });
}
