import type { FastifyInstance } from 'fastify';
import { currentRecorder, type OpenSpan } from './trace.ts';

const spanKey = Symbol('span of a request');
type Marked = { [spanKey]?: OpenSpan };

/** Probes would be most of the traces of a quiet server. */
const untraced = new Set(['/healthz', '/livez', '/readyz', '/metrics']);

/** A span for each request, with the route instead of the URL. Adds no hooks if traces are off. */
export function traceRequests(server: FastifyInstance): void {
  const recorder = currentRecorder();
  if (!recorder) {
    return;
  }
  server.addHook('onRequest', (request, _reply, done) => {
    if (untraced.has(request.url)) {
      done();
      return;
    }
    const { traceparent } = request.headers;
    const span = recorder.open(request.method, {
      kind: 'server',
      attributes: { 'http.request.method': request.method, 'postern.request.id': request.id },
      traceparent: typeof traceparent === 'string' ? traceparent : undefined,
    });
    (request.raw as Marked)[spanKey] = span;
    span.within(done);
  });
  server.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url;
    (request.raw as Marked)[spanKey]?.end({
      name: route ? `${request.method} ${route}` : request.method,
      attributes: {
        'http.route': route,
        'http.response.status_code': reply.statusCode,
        'postern.tenant.class': request.tenantClass,
      },
      isError: reply.statusCode >= 500,
    });
  });
}

/** Adds the tenant of a request to its span. `tenantOf` throws for hosts without a tenant. */
export function traceTenants<Request>(tenantOf: (request: Request) => string): (request: Request) => string {
  return (request) => {
    const tenantId = tenantOf(request);
    currentRecorder()?.annotate({ 'postern.tenant.id': tenantId });
    return tenantId;
  };
}
