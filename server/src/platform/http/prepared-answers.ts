import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { requestIdHeader } from '@postern/contracts/wire';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Config } from '#platform/config/config';
import type { Log } from '#platform/observe/log';
import type { Metrics } from '#platform/observe/metrics';
import { newRequestId } from '#platform/secrets/ids';
import type { TenantCache } from '#platform/tenancy/cache';
import type { CustomDomains } from '#platform/tenancy/custom-domains';
import type { Tenancy } from '#platform/tenancy/tenancy';
import { hasSeveralHosts } from './read-target.ts';

/** An answer that the framework gave, with everything that it depends on. */
type Answer = {
  tenantId: string;
  /** Labels of its metrics. */
  operation: { method: string; route: string; tenant_class: string };
  etag: string;
  /** Names and values in turn, as `writeHead` takes them, without the request ID. */
  headers: string[];
  body: Buffer;
  /** On the clock of `performance.now()`. */
  until: number;
};

/** Where the answer to a request will be kept, and how many changes there had been when the request arrived. */
type Place = { key: string; changes: number };

const placeKey = Symbol('place of a prepared answer');
type Marked = IncomingMessage & { [placeKey]?: Place };

export type PreparedAnswers = {
  /** GET requests of this path, without a query, may be answered from memory. */
  allow(path: string): void;
  /** Keeps the 200 answer whose headers `reply` has. */
  keep(
    request: FastifyRequest,
    reply: FastifyReply,
    answer: { tenantId: string; etag: string; body: string; until: number },
  ): void;
  /** Answers requests of `server` before the framework reads them, if their answers are kept. */
  serveFirst(server: Server, isStopping: () => boolean): void;
};

type Options = {
  config: Config;
  cache: TenantCache;
  domains: CustomDomains;
  tenancy: Tenancy;
  metrics: Metrics;
  log: Log;
};

/** An answer is about 5 KB; hosts can be arbitrary in the open-source edition. */
const maxAnswers = 2000;

/**
 * Public documents that depend only on the address of the request and on settings of its tenant. They are kept as the
 * framework answered them, and are dropped with the tenant's other cached settings, on every node.
 */
export function createPreparedAnswers({ config, cache, domains, tenancy, metrics, log }: Options): PreparedAnswers {
  const paths = new Set<string>();
  const answers = new LRUCache<string, Answer>({ max: maxAnswers });
  let changes = 0;
  let servers = 0;

  cache.onDrop((tenantId) => {
    changes += 1;
    if (tenantId === undefined) {
      answers.clear();
      return;
    }
    for (const [key, answer] of answers.entries()) {
      if (answer.tenantId === tenantId) {
        answers.delete(key);
      }
    }
  });
  domains.onForget(() => {
    changes += 1;
    answers.clear();
  });

  /** Behind proxies, the host of a request also depends on their headers, and on whether the sender is one of them. */
  const sender = config.trustProxy
    ? ({ headers, socket }: IncomingMessage) =>
        `${headers['x-forwarded-host'] ?? ''} ${headers['x-forwarded-proto'] ?? ''} ${
          typeof config.trustProxy === 'number' ? '' : socket.remoteAddress
        }`
    : () => '';

  function send(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
    const startedAt = performance.now();
    const requestId = newRequestId();
    const isKnown = request.headers['if-none-match'] === answer.etag;
    const status = isKnown ? 304 : 200;
    const headers = [requestIdHeader, requestId, ...answer.headers];
    if (isKnown) {
      response.writeHead(304, headers).end();
    } else {
      headers.push('content-length', String(answer.body.length));
      response.writeHead(200, headers).end(answer.body);
    }
    const seconds = (performance.now() - startedAt) / 1000;
    metrics.observe('postern_http_request_seconds', answer.operation, seconds);
    metrics.count('postern_http_responses_total', { ...answer.operation, status: isKnown ? '3xx' : '2xx' });
    if (log.isLevelEnabled('debug')) {
      const { method, route } = answer.operation;
      log.debug({ requestId, method, route, status, ms: Math.round(seconds * 1000) }, 'request');
    }
  }

  return {
    allow: (path) => void paths.add(path),
    keep(request, reply, { tenantId, etag, body, until }) {
      const place = (request.raw as Marked)[placeKey];
      if (!place || place.changes !== changes) {
        return;
      }
      const headers = Object.entries(reply.getHeaders())
        .filter(([name]) => name !== requestIdHeader)
        .flatMap(([name, value]) => [name, String(value)]);
      const route = request.routeOptions.url ?? 'none';
      const operation = { method: 'GET', route, tenant_class: request.tenantClass };
      // Not from Node's pool: one small answer would keep 8 KB of it.
      const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(body));
      bytes.write(body);
      answers.set(place.key, { tenantId, operation, etag, headers, body: bytes, until });
    },
    serveFirst(server, isStopping) {
      const [framework] = server.listeners('request');
      if (!framework) {
        throw new Error('The server has no listener for requests.');
      }
      servers += 1;
      const name = String(servers);
      server.off('request', framework as () => void);
      server.prependListener('request', (request: Marked, response) => {
        const { url = '', method, headers } = request;
        if (method === 'GET' && paths.has(url) && !hasSeveralHosts(request) && !isStopping()) {
          const key = `${name} ${headers.host ?? ''} ${sender(request)} ${url}`;
          const answer = answers.get(key);
          if (answer && performance.now() < answer.until && tenancy.isReachable(answer.tenantId)) {
            send(request, response, answer);
            return;
          }
          request[placeKey] = { key, changes };
        }
        framework.call(server, request, response);
      });
    },
  };
}
