import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createLog } from '#platform/observe/log';
import { clientOptions } from './db.ts';
import { listen } from './notifications.ts';

const log = createLog('silent', { write: () => undefined });

test('receives notifications of its channels only', async () => {
  const heard: string[] = [];
  const notifications = await listen({
    address: inject('postgres'),
    log,
    channels: {
      test_one: (payload) => heard.push(`one ${payload}`),
      test_two: (payload) => heard.push(`two ${payload}`),
    },
    onReconnect: () => heard.push('reconnect'),
  });
  const client = new pg.Client(clientOptions(inject('postgres'), 'test'));
  await client.connect();
  await client.query("notify test_one, 'a'; notify test_three, 'b'; notify test_two");
  await expect.poll(() => heard, { timeout: 20_000 }).toEqual(['one a', 'two ']);
  await client.end();
  await notifications.close();
});

/** A proxy to the database that can be closed and opened again. */
async function startGate() {
  const address = inject('postgres');
  const target = 'host' in address ? `${address.host}/.s.PGSQL.${address.port}` : undefined;
  const sockets = new Set<Socket>();
  let isOpen = true;
  let attempts = 0;
  const server: Server = createServer((socket) => {
    attempts += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    if (!isOpen || !target) {
      socket.destroy();
      return;
    }
    const onward = new (socket.constructor as typeof Socket)();
    onward.on('error', () => undefined).connect(target);
    socket.pipe(onward).pipe(socket);
    sockets.add(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const shut = () => {
    for (const socket of sockets) {
      socket.destroy();
    }
    sockets.clear();
  };
  onTestFinished(() => {
    shut();
    server.close();
  });
  return {
    address: {
      host: '127.0.0.1',
      port: (server.address() as AddressInfo).port,
      user: 'postgres',
      database: 'postgres',
    },
    close: () => {
      isOpen = false;
      attempts = 0;
      shut();
    },
    open: () => {
      isOpen = true;
    },
    attempts: () => attempts,
  };
}

test.skipIf(process.env.TEST_DATABASE_URL)('retries at a constant rate while the database is unavailable', async () => {
  const gate = await startGate();
  let reconnects = 0;
  const notifications = await listen({
    address: gate.address,
    log,
    channels: { test_one: () => undefined },
    onReconnect: () => {
      reconnects += 1;
    },
  });
  const closedAt = performance.now();
  gate.close();
  await sleep(4200);
  await expect.poll(gate.attempts, { timeout: 20_000 }).toBeGreaterThan(5);
  // One attempt every half second. If each failure scheduled two attempts, there would be hundreds.
  expect(gate.attempts()).toBeLessThan(4 + (performance.now() - closedAt) / 500);
  gate.open();
  await expect.poll(() => reconnects, { timeout: 20_000 }).toBe(1);
  await sleep(700);
  expect(reconnects).toBe(1);
  await notifications.close();
});

test('fails to start without a database and does not retry', async () => {
  const address = { host: '127.0.0.1', port: 1, user: 'postgres', database: 'postgres' };
  await expect(listen({ address, log, channels: {}, onReconnect: () => undefined })).rejects.toThrow();
});
