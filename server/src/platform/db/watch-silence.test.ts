import { createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '#platform/observe/log';
import { createCache } from '#platform/tenancy/cache';
import { openHandle } from '#platform/tenancy/handle';
import { isConnectionLost } from './pool.ts';
import { noteOutages, tryConnect, watchSilence } from './watch-silence.ts';

/** Accepts connections and never answers, as a network that drops everything. */
async function startBlackHole() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) {
      socket.destroy();
    }
    server.close();
  });
  const { port } = server.address() as { port: number };
  return { host: '127.0.0.1', port, user: 'postgres', database: 'postgres' };
}

test('a database that does not answer is reported, one that refuses is not', async () => {
  const address = await startBlackHole();
  const lines: string[] = [];
  let silences = 0;
  let refusals = 0;
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const silent = watchSilence({
    database: 'home',
    ask: () => tryConnect(address),
    onSilent: () => {
      silences += 1;
    },
    log,
  });
  const refused = watchSilence({
    database: 'standby',
    async ask() {
      refusals += 1;
      throw new Error('connect ECONNREFUSED');
    },
    onSilent: () => {
      silences += 1000;
    },
    log,
  });
  onTestFinished(() => {
    silent.stop();
    refused.stop();
  });
  await expect.poll(() => silences, { timeout: 20_000 }).toBeGreaterThan(0);
  await expect.poll(() => refusals, { timeout: 20_000 }).toBeGreaterThan(1);
  expect(silences).toBeLessThan(1000);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ msg: 'database does not respond', database: 'home' }]);
});

test('while the database does not answer, callers fail at once and a few try to connect', async () => {
  const address = await startBlackHole();
  const handle = openHandle({
    address,
    poolMode: 'session',
    poolSize: 4,
    caseSensitiveUsername: false,
    cache: createCache(),
  });
  const call = () =>
    handle
      .read('default', async () => undefined)
      .then(
        () => 'answered',
        (error: Error) => (isConnectionLost(error) ? error.message : `other: ${error.message}`),
      );
  const first = Array.from({ length: 10 }, call);
  handle.abandon();
  expect(new Set(await Promise.all(first))).toEqual(new Set(['The database does not respond.']));
  let trying = call();
  while (handle.stats().open === 0) {
    await trying;
    trying = call();
  }
  // The attempt is not finished, and the others do not wait for it.
  const others = await Promise.race([Promise.all(Array.from({ length: 100 }, call)), trying.then(() => 'too late')]);
  expect(others).toEqual(Array(100).fill('The database does not respond.'));
  expect(await trying).toBe('The database does not respond.');
  expect(handle.stats()).toEqual({ open: 0, idle: 0, waiting: 0 });
  await handle.close();
});

test('an outage of the standby and its end are logged once', async () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  let isDown = false;
  const outages = noteOutages(
    async () => {
      if (isDown) {
        throw new Error('refused');
      }
    },
    { database: 'standby', log },
  );
  const ask = () => outages.ask().catch(() => undefined);
  const states: boolean[] = [];
  for (isDown of [false, true, true, false, false]) {
    await ask();
    states.push(outages.isUp());
  }
  expect(states).toEqual([true, false, false, true, true]);
  expect(lines.map((line) => JSON.parse(line)).map(({ msg, database }) => [msg, database])).toEqual([
    ['database unavailable', 'standby'],
    ['database available again', 'standby'],
  ]);
});
