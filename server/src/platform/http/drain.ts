import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { every } from '#platform/jobs/every';

/**
 * Options of Fastify. A request that arrives on an open connection while the server stops is still answered, and the
 * connection is closed after it: a balancer that has not noticed yet gets no error.
 */
export const drainOptions = { forceCloseConnections: 'idle', return503OnClosing: false } as const;

const sweepMs = 100;
/** For requests that arrive while the server stops. */
const graceMs = 300;

/** Connections without a running request: keep-alive, or opened in advance, as browsers do. */
function watchSilent(server: Server): () => Iterable<Socket> {
  const silent = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    silent.delete(socket);
    response.once('close', () => !socket.destroyed && silent.add(socket));
  });
  return () => silent;
}

type Stoppable = { server: unknown; close(): PromiseLike<unknown> };

/**
 * Returns a function that stops the servers: it accepts no new connections and waits for running requests, but not for
 * idle connections. Node itself closes idle connections that had a request, but would wait a minute for those that
 * never had one.
 */
export function prepareDrain(servers: Stoppable[]): () => Promise<void> {
  const watched = servers.map(({ server }) => watchSilent(server as Server));
  return async () => {
    const startedAt = performance.now();
    const sweep = every(sweepMs, () => {
      if (performance.now() - startedAt >= graceMs) {
        for (const socket of watched.flatMap((silent) => [...silent()])) {
          socket.destroy();
        }
      }
    });
    try {
      await Promise.all(servers.map((server) => server.close()));
    } finally {
      sweep.stop();
    }
  };
}
