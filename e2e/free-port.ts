import { createServer } from 'node:net';

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

// Below what the system hands out for connections, which would take a port between its choice and its use, or while a
// product that is started again on it stands still. Each worker has ports of its own, and takes none of them twice.
const share = 2500;
const firstPort = 20_000 + (Number(process.env.TEST_PARALLEL_INDEX ?? 0) % 4) * share;
let turn = Math.floor(Math.random() * share);

export async function freePort(): Promise<number> {
  turn = (turn + 1) % share;
  return (await isFree(firstPort + turn)) ? firstPort + turn : freePort();
}
