import { expect, test } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

/** A queue whose only worker is busy until `release` is called, and the order in which work is done. */
async function busyQueue(maxWaiting = 100) {
  const queue = createFairQueue({ concurrency: 1, maxWaiting });
  const { promise, resolve: release } = Promise.withResolvers<void>();
  const order: string[] = [];
  const holding = queue.run('holder', () => promise);
  const add = (group: string, name: string) => queue.run(group, async () => void order.push(name));
  return { queue, order, add, release, holding };
}

const busy = { code: 'server.busy', status: 503, options: { retryAfter: 2 } };

test('groups take turns, and each group keeps its order', async () => {
  const { order, add, release, queue } = await busyQueue();
  const work = [
    ...['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => add('a', name)),
    ...['b1', 'b2'].map((name) => add('b', name)),
    add('c', 'c1'),
  ];
  expect(queue.stats()).toEqual({ running: 1, waiting: 8 });
  release();
  await Promise.all(work);
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4', 'a5']);
  expect(queue.stats()).toEqual({ running: 0, waiting: 0 });
});

test('a full queue refuses the newest work of the longest group', async () => {
  const { order, add, release, queue } = await busyQueue(4);
  const [a1, a2, a3, a4] = ['a1', 'a2', 'a3', 'a4'].map((name) => add('a', name));
  await expect(add('a', 'a5')).rejects.toMatchObject(busy);
  const refused = expect(a4).rejects.toMatchObject(busy);
  const b1 = add('b', 'b1');
  await refused;
  const lost = expect(a3).rejects.toMatchObject(busy);
  const b2 = add('b', 'b2');
  await lost;
  await expect(add('b', 'b3')).rejects.toMatchObject(busy);
  expect(() => queue.requireRoom('a')).toThrow(expect.objectContaining(busy));
  expect(() => queue.requireRoom('c')).not.toThrow();
  expect(queue.stats()).toEqual({ running: 1, waiting: 4 });
  release();
  await Promise.all([a1, a2, b1, b2]);
  expect(order).toEqual(['a1', 'b1', 'a2', 'b2']);
});

test('runs as much at the same time as allowed, and continues after failures', async () => {
  const queue = createFairQueue({ concurrency: 3, maxWaiting: 100 });
  let most = 0;
  const results = await Promise.allSettled(
    Array.from({ length: 30 }, (_, index) =>
      queue.run(`group ${index % 4}`, async () => {
        most = Math.max(most, queue.stats().running);
        await new Promise(setImmediate);
        if (index % 3 === 0) {
          throw new Error('failed');
        }
      }),
    ),
  );
  expect(most).toBe(3);
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(10);
  expect(queue.stats()).toEqual({ running: 0, waiting: 0 });
});

test('a spare place is only for groups of which nothing runs', async () => {
  const queue = createFairQueue({ concurrency: 2, spare: 1, maxWaiting: 100 });
  const ends: Record<string, () => void> = {};
  const started: string[] = [];
  const work = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map((name) =>
    queue.run(name.charAt(0), () => {
      started.push(name);
      return new Promise<void>((resolve) => {
        ends[name] = resolve;
      });
    }),
  );
  const finish = async (name: string) => {
    ends[name]?.();
    await new Promise(setImmediate);
    return started.splice(0);
  };
  await new Promise(setImmediate);
  expect(started.splice(0)).toEqual(['a1', 'a2', 'b1']);
  expect(queue.stats()).toEqual({ running: 3, waiting: 4 });
  // Two of a group still run: its next work waits, and so does the next of b; c has nothing running.
  expect(await finish('b1')).toEqual(['b2']);
  expect(await finish('a1')).toEqual(['c1']);
  expect(await finish('c1')).toEqual([]);
  expect(await finish('b2')).toEqual(['a3']);
  expect(await finish('a2')).toEqual(['a4']);
  await Promise.all([finish('a3'), finish('a4')]);
  await Promise.all(work);
  expect(queue.stats()).toEqual({ running: 0, waiting: 0 });
});
