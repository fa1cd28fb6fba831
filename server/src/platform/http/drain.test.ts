import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { drainOptions, prepareDrain } from './drain.ts';

async function listening() {
  const server = Fastify(drainOptions);
  const drain = prepareDrain([server]);
  const running = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  server.get('/slow', async () => {
    running.resolve();
    await finish.promise;
    return 'whole';
  });
  server.get('/quick', async () => 'quick');
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  return { drain, port, running: running.promise, finish: finish.resolve };
}

async function ask(port: number, path: string, agent?: Agent): Promise<string> {
  const [response] = await once(get({ host: '127.0.0.1', port, path, agent }), 'response');
  let text = '';
  for await (const part of response) {
    text += part;
  }
  return text;
}

test('does not wait for connections without a request, such as the ones browsers open in advance', async () => {
  const { drain, port } = await listening();
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const closed = once(socket, 'close');
  const startedAt = performance.now();
  await drain();
  await closed;
  // Node would wait for more than a minute.
  expect(performance.now() - startedAt).toBeLessThan(20_000);
});

test('waits for a running request and sends its complete response', async () => {
  const { drain, port, running, finish } = await listening();
  const answer = ask(port, '/slow');
  await running;
  const drained = drain();
  await new Promise((resolve) => setTimeout(resolve, 700));
  finish();
  expect(await answer).toBe('whole');
  await drained;
});

test('answers a request that arrives on an open connection while it stops', async () => {
  const { drain, port, running, finish } = await listening();
  const answer = ask(port, '/slow');
  await running;
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const drained = drain();
  socket.write('GET /quick HTTP/1.1\r\nHost: localhost\r\n\r\n');
  let text = '';
  for await (const part of socket.setEncoding('utf8')) {
    text += part;
  }
  expect(text).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*connection: close[\s\S]*quick$/i);
  finish();
  expect(await answer).toBe('whole');
  await drained;
});

test('does not wait for an idle keep-alive connection', async () => {
  const { drain, port } = await listening();
  const agent = new Agent({ keepAlive: true });
  expect(await ask(port, '/quick', agent)).toBe('quick');
  const startedAt = performance.now();
  await drain();
  expect(performance.now() - startedAt).toBeLessThan(20_000);
  agent.destroy();
});
