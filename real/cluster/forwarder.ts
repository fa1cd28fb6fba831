import { connect, createServer, type Socket } from 'node:net';

/** A network path that can be cut: afterwards nothing arrives and nothing is closed. */
export type Path = {
  port: number;
  cut(): void;
  /** New connections work again. Those of before stay dead, as behind a firewall that has forgotten them. */
  heal(): void;
  close(): void;
};

/** Forwards TCP connections to a local port. */
export async function openPath(to: number): Promise<Path> {
  const sockets = new Set<Socket>();
  const dead = new Set<Socket>();
  let isCut = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const server = createServer((from) => {
    keep(from);
    if (isCut) {
      dead.add(from);
      from.pause();
      return;
    }
    const target = connect(to, '127.0.0.1');
    keep(target);
    for (const [one, other] of [
      [from, target],
      [target, from],
    ] as const) {
      one.on('data', (data) => {
        if (!dead.has(one) && !other.write(data)) {
          one.pause();
          other.once('drain', () => dead.has(one) || one.resume());
        }
      });
      // The other side does not learn that this one has closed while the path is cut.
      one.on('close', () => dead.has(one) || other.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as { port: number }).port,
    cut() {
      isCut = true;
      for (const socket of sockets) {
        dead.add(socket);
        socket.pause();
      }
    },
    heal() {
      isCut = false;
    },
    close() {
      server.close();
      for (const socket of sockets) {
        socket.destroy();
      }
    },
  };
}
