import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '#platform/observe/log';
import { holdJobs } from './running-jobs.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const job = {
  id: 'one',
  tenantId: '*',
  queue: 'q',
  key: null,
  payload: {},
  attempts: 1,
  actor: null,
  isCancelWanted: false,
};

test('a node that cannot renew its leases aborts its jobs before another node may take them over', async () => {
  let signal: AbortSignal | undefined;
  const held = holdJobs({
    system: () => Promise.reject(new Error('connection refused')),
    log: createLog('silent'),
    lease: 'mine',
    run: (_job, _handler, given) => {
      signal = given;
      return new Promise((resolve) => given.addEventListener('abort', () => resolve()));
    },
    onEnd: () => {},
  });
  held.begin(job, { queue: 'q', run: async () => undefined }, performance.now());
  await vi.advanceTimersByTimeAsync(12_000);
  expect(signal?.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(2500);
  expect(signal?.reason).toBe('lost');
  await held.ended();
  expect(held.ids()).toEqual([]);
  await held.stop();
});
