import { createServer } from 'node:net';

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

// Below the ephemeral port range, from which the system could take a port before it is used or while a product
// restarts. Each worker has its own range, and uses each port once.
const share = 2500;
const firstPort = 20_000 + (Number(process.env.TEST_PARALLEL_INDEX ?? 0) % 4) * share;
let turn = Math.floor(Math.random() * share);

export async function freePort(): Promise<number> {
  turn = (turn + 1) % share;
  return (await isFree(firstPort + turn)) ? firstPort + turn : freePort();
}
