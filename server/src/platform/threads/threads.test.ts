import { expect, onTestFinished, test } from 'vitest';
import { createThreads, type Run, ThreadsBusyError, ThreadsClosedError } from './threads.ts';

const file = new URL('data:text/javascript,setInterval(() => {}, 1000)');

function open(options: Partial<Parameters<typeof createThreads>[0]> = {}) {
  const threads = createThreads({
    file,
    worker: {},
    maxThreads: 2,
    maxPerTenant: 1,
    maxWaiting: 100,
    maxWaitingPerTenant: 50,
    maxWaitMs: 60_000,
    restMs: 60_000,
    ...options,
  });
  onTestFinished(() => threads.close());
  return threads;
}

/** Work that ends when the test says so. */
function held(name: string, order: string[] = []) {
  let end = (): void => undefined;
  const isDone = new Promise<void>((resolve) => {
    end = resolve;
  });
  const work: Run<string> = async () => {
    order.push(name);
    await isDone;
    return { result: name, isSpent: false };
  };
  return { work, end };
}

test('two tenants with much slow work do not delay a third one', async () => {
  const threads = open();
  const order: string[] = [];
  const works = ['a1', 'b1', 'a2', 'a3', 'b2', 'b3', 'c1'].map((name) => ({ name, ...held(name, order) }));
  const ends = works.map(({ name, work }) => threads.run(name.slice(0, 1), work));
  works[0]?.end();
  await ends[0];
  await expect.poll(() => order).toEqual(['a1', 'b1', 'c1']);
  for (const { end } of works) {
    end();
  }
  expect(await Promise.all(ends)).toEqual(['a1', 'b1', 'a2', 'a3', 'b2', 'b3', 'c1']);
  expect(threads.size()).toBe(2);
});

test('a tenant with too much waiting work is refused, and others are not', async () => {
  const threads = open({ maxWaitingPerTenant: 1 });
  const [first, second, other] = [held('first'), held('second'), held('other')];
  const running = threads.run('a', first.work);
  const waiting = threads.run('a', second.work);
  await expect(threads.run('a', held('third').work)).rejects.toBeInstanceOf(ThreadsBusyError);
  const beside = threads.run('b', other.work);
  for (const { end } of [first, second, other]) {
    end();
  }
  expect(await Promise.all([running, waiting, beside])).toEqual(['first', 'second', 'other']);
});

test('a tenant that fills the queue keeps nobody out: others take the places of its newest work', async () => {
  const threads = open({ maxThreads: 1, maxWaiting: 3 });
  const running = held('running');
  const first = threads.run('greedy', running.work);
  const waiting = ['w1', 'w2', 'w3'].map((name) =>
    threads.run('greedy', async () => ({ result: name, isSpent: false })),
  );
  const refused = waiting.slice(1).map((one) => expect(one).rejects.toBeInstanceOf(ThreadsBusyError));
  await expect(threads.run('greedy', held('w4').work)).rejects.toBeInstanceOf(ThreadsBusyError);
  const others = ['b', 'c'].map((name) => threads.run(name, async () => ({ result: name, isSpent: false })));
  // Now everybody has one place.
  await expect(threads.run('d', held('d').work)).rejects.toBeInstanceOf(ThreadsBusyError);
  await Promise.all(refused);
  running.end();
  expect(await Promise.all([first, waiting[0], ...others])).toEqual(['running', 'w1', 'b', 'c']);
});

test('a failed or spent thread is replaced, and its error reaches only its caller', async () => {
  const threads = open({ maxThreads: 1 });
  await expect(threads.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(threads.size()).toBe(0);
  expect(await threads.run('a', async (_, isNew) => ({ result: isNew, isSpent: true }))).toBe(true);
  expect(await threads.run('a', async (_, isNew) => ({ result: isNew, isSpent: false }))).toBe(true);
  expect(await threads.run('b', async (_, isNew) => ({ result: isNew, isSpent: false }))).toBe(false);
});

test('work that waits is refused when the threads close', async () => {
  const threads = open({ maxThreads: 1 });
  const running = held('running');
  const ended = threads.run('a', running.work);
  const waiting = threads.run('b', held('waiting').work);
  const refused = expect(waiting).rejects.toBeInstanceOf(ThreadsClosedError);
  await threads.close();
  await refused;
  running.end();
  expect(await ended).toBe('running');
});

test('work in the lane uses one thread of its tenant, and leaves room for its other work', async () => {
  const threads = open({ maxThreads: 3, maxPerTenant: 2, maxWaitingInLane: 2 });
  const order: string[] = [];
  const works = ['slow1', 'slow2', 'slow3', 'own'].map((name) => ({ name, ...held(name, order) }));
  const [first, second, third, own] = works.map(({ name, work }) => threads.run('a', work, name !== 'own'));
  await expect.poll(() => order).toEqual(['slow1', 'own']);
  // Two wait already.
  await expect(threads.run('a', held('slow4').work, true)).rejects.toThrow(ThreadsBusyError);
  const other = held('other', order);
  other.end();
  expect(await threads.run('b', other.work, true)).toBe('other');
  works[0]?.end();
  expect(await first).toBe('slow1');
  await expect.poll(() => order).toContain('slow2');
  expect(order).not.toContain('slow3');
  for (const { end } of works) {
    end();
  }
  expect(await Promise.all([second, third, own])).toEqual(['slow2', 'slow3', 'own']);
});
