import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { createProxySessionFinder } from '#features/access/oidc';
import type { App } from '#platform/app';
import { drainOptions } from '#platform/http/drain';
import { withoutSchemas } from '#platform/http/skip-schemas';
import { newRequestId } from '#platform/secrets/ids';
import { problems, sendProblem } from './error-page.ts';
import { createTokens, type ProxyState, serve, upgradeKey } from './serve.ts';
import { watchSessions } from './watch-sessions.ts';

const askedKey = Symbol('the path that the client sent');
type Asked = IncomingMessage & { [askedKey]?: string };

/** For requests that run when the server stops. */
const graceMs = 5000;
const connectTimeoutMs = 10_000;
const headersTimeoutMs = 60_000;

/** A protocol change goes through the same checks as a request: it becomes one with a response on the same socket. */
export function acceptUpgrade(server: FastifyInstance, request: IncomingMessage, socket: Socket, head: Buffer): void {
  socket.on('error', () => socket.destroy());
  // TLS, HTTP and the streams in both directions add more than the ten that Node expects.
  socket.setMaxListeners(20);
  const response = new ServerResponse(request);
  response.assignSocket(socket);
  response.once('finish', () => socket.end());
  server.routing(Object.assign(request, { [upgradeKey]: { socket, head } }), response);
}

/** The proxy of protected applications: a server of its own, because its hosts show content of others. */
export async function createProxyServer(app: App): Promise<FastifyInstance> {
  const { config, log } = app;
  const hops = config.trustProxy;
  const proxy: ProxyState = {
    app,
    agent: await app.egress.openAgent({ connectTimeoutMs }),
    sessions: watchSessions(app),
    findSession: createProxySessionFinder(app),
    tokenOf: createTokens(),
    sockets: new Set(),
  };
  const server = Fastify({
    // Requests are not logged, and a logger for each one would take a twentieth of the time of the proxy.
    logger: false,
    genReqId: newRequestId,
    trustProxy: typeof hops === 'number' ? (_address, hop) => hop < hops : hops,
    // An upload may take hours; only the headers have a limit.
    requestTimeout: 0,
    ...withoutSchemas,
    http: { headersTimeout: headersTimeoutMs },
    ...drainOptions,
    // The router would reject or decode some paths. The origin gets the one that the client sent.
    rewriteUrl: (request) => {
      (request as Asked)[askedKey] = request.url ?? '/';
      return '/';
    },
  });
  server.removeAllContentTypeParsers();
  // The body is a stream to the origin.
  server.addContentTypeParser('*', (_request, _payload, done) => done(null));
  // There are no routes, so every method and every path arrives here.
  server.setNotFoundHandler(async (request, reply) => {
    reply.hijack();
    const raw = request.raw as Asked;
    raw.url = raw[askedKey] ?? '/';
    try {
      await serve(proxy, request, reply.raw);
    } catch (error) {
      log.error({ err: error, requestId: request.id }, 'request to a protected application failed');
      if (reply.raw.headersSent) {
        reply.raw.destroy();
      } else {
        sendProblem(request.raw, reply.raw, problems.originDown);
      }
    }
  });
  server.server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) =>
    acceptUpgrade(server, request, socket, head),
  );
  server.addHook('preClose', async () => {
    setTimeout(() => proxy.sessions.endAll(), graceMs).unref();
    for (const socket of proxy.sockets) {
      socket.destroy();
    }
  });
  // All requests have ended; connections that are kept open do not count.
  server.addHook('onClose', () => proxy.agent.destroy());
  return server;
}
