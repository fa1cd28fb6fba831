import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { domainOf } from '#platform/tenancy/custom-domains';

declare module 'fastify' {
  interface FastifyRequest {
    /** The path of the endpoint that the browser uses, such as `/auth`. Empty on a host of its own. */
    prefix: string;
  }
}

/** Whether a path is the prefix itself or below it. `/authx` is not below `/auth`. */
export function isUnder(prefix: string, url: string): boolean {
  if (!url.startsWith(prefix)) {
    return false;
  }
  const next = url[prefix.length];
  return next === undefined || next === '/' || next === '?';
}

/** Removes the prefix once. A proxy may also have removed it. */
function withoutPrefix(prefix: string, url: string): string {
  if (!isUnder(prefix, url)) {
    return url;
  }
  const rest = url.slice(prefix.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** Before the router: routes, and everything that reads the path of a request, see it without the prefix. */
export function removePrefix(prefix: string, request: IncomingMessage & { originalUrl?: string }): string {
  const url = withoutPrefix(prefix, request.url ?? '/');
  request.originalUrl = url;
  return url;
}

/** Paths of ours, but not `//host`, which browsers read as another host. */
const isOwnPath = (location: string) => /^\/(?![/\\])/.test(location);

/** `Path=/` becomes `Path=/auth`, and `Path=/api` becomes `Path=/auth/api`. */
const cookieBelow = (prefix: string, cookie: string) =>
  cookie.replace(/(; *path=)(\/[^;]*)/i, (_, name: string, path: string) => name + prefix + (path === '/' ? '' : path));

/**
 * Adds the prefix to redirects and cookies, so that features name paths without it. Custom domains are hosts of our
 * own and have none.
 */
export function usePrefix(server: FastifyInstance, prefix: string): void {
  if (prefix === '') {
    server.decorateRequest('prefix', '');
    return;
  }
  server.decorateRequest('prefix', {
    getter() {
      return domainOf(this) ? '' : prefix;
    },
  });
  server.addHook('onSend', async (request, reply) => {
    const { prefix: added } = request;
    const location = reply.getHeader('location');
    if (typeof location === 'string' && isOwnPath(location)) {
      reply.header('location', added + location);
    }
    const cookies = reply.getHeader('set-cookie');
    if (cookies !== undefined && added !== '') {
      reply.removeHeader('set-cookie');
      reply.header(
        'set-cookie',
        [cookies].flat().map((cookie) => cookieBelow(added, String(cookie))),
      );
    }
  });
}
