import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '#platform/config/config';
import { createLog } from '#platform/observe/log';
import { createMetrics } from '#platform/observe/metrics';
import { createServer } from './http.ts';
import { createLoad, defaultLoadLimits, type Load, limitLoad, withoutLoad } from './limit-load.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A load whose rounds of the event loop take as long as the test says. */
function loadWith(milliseconds: number, limits = {}) {
  const round = { milliseconds };
  const load = createLoad({ ...defaultLoadLimits, ...limits }, (done) => done(round.milliseconds));
  return { load, round };
}

/** What happens to many requests of a tenant: how many start, wait and are refused. */
function send(load: Load, tenantId: string, count: number) {
  const answers = Array.from({ length: count }, () => load.admit(tenantId));
  return {
    started: answers.filter((one) => one === true).length,
    refused: answers.filter((one) => one === false).length,
    waiting: answers.filter((one) => one instanceof Promise) as Promise<boolean>[],
  };
}

const leave = (load: Load, tenantId: string, count: number) => {
  for (let index = 0; index < count; index += 1) {
    load.leave(tenantId);
  }
};

test('a process that is quick admits every request up to the highest number', async () => {
  const { load } = loadWith(5, { most: 1000 });
  const { started, refused, waiting } = send(load, 'a', 2000);
  expect([started, waiting.length, refused]).toEqual([1000, 200, 800]);
  leave(load, 'a', 200);
  expect(await Promise.all(waiting)).toEqual(Array(200).fill(true));
  expect(load.stats()).toEqual({ inFlight: 1000, waiting: 0 });
});

test('a slow process serves some requests, lets others wait and refuses the newest', async () => {
  const { load } = loadWith(60_000);
  const { started, refused, waiting } = send(load, 'a', 1000);
  expect([started, waiting.length, refused]).toEqual([64, 200, 736]);
  vi.advanceTimersByTime(defaultLoadLimits.longestWaitMs);
  expect(await Promise.all(waiting)).toEqual(Array(200).fill(false));
  leave(load, 'a', 64);
  expect(load.stats()).toEqual({ inFlight: 0, waiting: 0 });
});

test('requests that wait start in their order when others end', async () => {
  const { load } = loadWith(1000, { free: 2 });
  const order: number[] = [];
  send(load, 'a', 2);
  const waiting = [1, 2, 3].map(async (number) => (await load.admit('a')) && order.push(number));
  leave(load, 'a', 1);
  await waiting[0];
  expect(order).toEqual([1]);
  leave(load, 'a', 2);
  await Promise.all(waiting);
  expect(order).toEqual([1, 2, 3]);
});

test('a flood of one tenant waits, and another tenant is served at once', async () => {
  const { load } = loadWith(1000);
  const flood = send(load, 'flood', 300);
  expect([flood.started, flood.waiting.length, flood.refused]).toEqual([64, 200, 36]);
  expect(send(load, 'other', 8).started).toBe(8);
  // The flood is above its share now: what ends is not replaced until it is below.
  leave(load, 'flood', 56);
  expect(load.stats()).toEqual({ inFlight: 16, waiting: 200 });
  leave(load, 'flood', 1);
  vi.advanceTimersToNextTimer();
  expect(load.stats()).toEqual({ inFlight: 16, waiting: 199 });
});

describe('requests that end in the round in which they start', () => {
  /** A load in its first round, in which two tenants had a request. */
  function startRound() {
    const ends: (() => void)[] = [];
    const load = createLoad(defaultLoadLimits, (done) => ends.push(() => done(1)));
    for (const tenantId of ['other', 'flood']) {
      expect(load.admit(tenantId)).toBe(true);
      load.leave(tenantId);
    }
    return { load, endRound: () => ends.shift()?.() };
  }

  test('a flood starts one request in each round that is long, and other tenants start at once', async () => {
    const { load } = startRound();
    vi.advanceTimersByTime(defaultLoadLimits.turnsAfterMs + 1);
    const flood = send(load, 'flood', 200);
    expect([flood.started, flood.waiting.length, flood.refused]).toEqual([0, 200, 0]);
    expect(load.admit('quiet')).toBe(true);
    load.leave('quiet');
    for (const started of [1, 2, 3]) {
      vi.advanceTimersToNextTimer();
      expect(load.stats()).toEqual({ inFlight: started, waiting: 200 - started });
    }
    expect(await Promise.all(flood.waiting.slice(0, 3))).toEqual([true, true, true]);
  });

  test('a refusal is sent later, so that a client that ignores it cannot keep the process busy', async () => {
    const { load } = startRound();
    vi.advanceTimersByTime(defaultLoadLimits.turnsAfterMs + 1);
    send(load, 'flood', 200);
    const answers: boolean[] = [];
    const { waiting, refused } = send(load, 'flood', 3);
    expect([waiting.length, refused]).toEqual([3, 0]);
    const all = waiting.map(async (one) => void answers.push(await one));
    await vi.advanceTimersByTimeAsync(defaultLoadLimits.refusedAfterMs - 10);
    expect(answers).toEqual([]);
    await vi.advanceTimersByTimeAsync(10);
    await Promise.all(all);
    expect(answers).toEqual([false, false, false]);
  });

  test('tenants with waiting requests take turns', async () => {
    const { load } = startRound();
    vi.advanceTimersByTime(defaultLoadLimits.turnsAfterMs + 1);
    const order: string[] = [];
    const waiting = ['flood', 'flood', 'flood', 'other', 'other'].map(async (tenantId) => {
      expect(await load.admit(tenantId)).toBe(true);
      order.push(tenantId);
    });
    for (const _ of waiting) {
      vi.advanceTimersToNextTimer();
    }
    await Promise.all(waiting);
    expect(order).toEqual(['flood', 'other', 'flood', 'other', 'flood']);
  });

  test('nothing waits in a short round, in the next round, or if one tenant is alone', () => {
    const { load, endRound } = startRound();
    expect(send(load, 'flood', 50).started).toBe(50);
    vi.advanceTimersByTime(defaultLoadLimits.turnsAfterMs + 1);
    endRound();
    expect(send(load, 'flood', 1).started).toBe(1);
    vi.advanceTimersByTime(10_001);
    expect(send(load, 'flood', 50).started).toBe(50);
  });
});

test('rounds may be longer if no other tenant has requests', () => {
  const { load } = loadWith((defaultLoadLimits.sharedMs + defaultLoadLimits.aloneMs) / 2);
  expect(send(load, 'a', 500).started).toBe(500);
  expect(send(load, 'b', 1).started).toBe(1);
  expect(send(load, 'a', 1).started).toBe(0);
});

test('another tenant is expected again for some seconds after its request', () => {
  const { load } = loadWith((defaultLoadLimits.sharedMs + defaultLoadLimits.aloneMs) / 2);
  send(load, 'b', 1);
  load.leave('b');
  expect(send(load, 'a', 100).started).toBeLessThan(20);
  vi.advanceTimersByTime(10_001);
  expect(send(load, 'a', 500).started).toBe(500);
});

test('waiting requests start when rounds are short again, without another request', async () => {
  const { load, round } = loadWith(1000);
  const { waiting } = send(load, 'a', 100);
  round.milliseconds = 1;
  vi.advanceTimersByTime(500);
  expect(await Promise.all(waiting)).toEqual(Array(36).fill(true));
});

test('many tenants share what is allowed, and a few requests of each are served', () => {
  const { load } = loadWith(1000);
  send(load, 'first', 8);
  const served = Array.from({ length: 100 }, (_, index) => send(load, `tenant ${index}`, 20).started);
  expect(Math.max(...served)).toBe(defaultLoadLimits.freePerTenant);
  expect(load.stats().inFlight).toBe(256);
});

describe('a server', () => {
  /** Serves one request at a time and lets one wait. `/slow` ends when it is released, `/thread` waits for a thread. */
  async function startServer() {
    vi.useRealTimers();
    const { load } = loadWith(1000, { free: 1, waitingPerTenant: 1 });
    const server = createServer({
      config: readConfig({}),
      log: createLog('silent'),
      metrics: createMetrics(),
      isStopping: () => false,
      tenantClass: 'default',
      endpoint: 'http://localhost:3001',
    });
    const { promise: end, resolve: release } = Promise.withResolvers<string>();
    limitLoad({ server, tenantOf: () => 'a' }, load, (url) => url === '/healthz');
    server.get('/slow', () => end);
    server.get('/thread', (request) => withoutLoad(request.raw, () => end));
    server.get('/healthz', async () => 'ok');
    await server.ready();
    onTestFinished(() => server.close());
    return { server, load, release };
  }

  test('refuses the newest request with Retry-After and serves the others', async () => {
    const { server, load, release } = await startServer();
    const [first, second] = [server.inject('/slow').then(), server.inject('/slow').then()];
    await expect.poll(load.stats).toEqual({ inFlight: 1, waiting: 1 });
    const refused = await server.inject({ url: '/slow', headers: { 'accept-language': 'de' } });
    expect([refused.statusCode, refused.headers['retry-after'], refused.json().code]).toEqual([
      503,
      '2',
      'server.busy',
    ]);
    expect((await server.inject('/healthz')).statusCode).toBe(200);
    release('done');
    expect([(await first).statusCode, (await second).statusCode]).toEqual([200, 200]);
    await expect.poll(load.stats).toEqual({ inFlight: 0, waiting: 0 });
  });

  test('does not count a request while it waits for another thread', async () => {
    const { server, load, release } = await startServer();
    const hashing = [server.inject('/thread').then(), server.inject('/thread').then(), server.inject('/thread').then()];
    await expect.poll(load.stats).toEqual({ inFlight: 0, waiting: 0 });
    release('done');
    expect((await Promise.all(hashing)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    await expect.poll(load.stats).toEqual({ inFlight: 0, waiting: 0 });
  });
});
