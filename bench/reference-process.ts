/** Started by reference.ts: a bare HTTP server, and the cost of one argon2id hash with the product's parameters. */
import { createServer } from 'node:http';
import { hash } from '@node-rs/argon2';

const server = createServer((_request, response) => response.end('{}')).listen(0, '127.0.0.1', async () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' && address ? address.port : 0 });
  const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
  await hash('warm up', parameters);
  const count = 40;
  const before = process.cpuUsage();
  for (let index = 0; index < count; index += 1) {
    await hash('a long enough secret', parameters);
  }
  const { user, system } = process.cpuUsage(before);
  process.send?.({ argon2idMs: (user + system) / 1000 / count });
});
