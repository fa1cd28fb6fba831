import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Db } from '#platform/db/db';
import { createMetrics } from '#platform/observe/metrics';
import { analyzeTables } from '#testing/plans';
import { type TestApp, testApp } from '#testing/test-app';
import { claimByTenant, claimFirst } from './job-claims.ts';
import { deadJobs } from './job-lists.ts';
import { enqueue, type Job, type JobHandler, type JobWorker, startJobs } from './jobs.ts';

let app: TestApp;
const workers: JobWorker[] = [];

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
});

const system = <T>(work: (db: Db) => Promise<T>) => app.app.tenancy.system(work);
const add = (queue: string, more: object = {}) => system((db) => enqueue(db, { queue, ...more }));
const liveRows = async (queue: string) =>
  (
    await system((db) =>
      sql<{ payload: object; attempts: number; lastError: string | null }>`
        select payload, attempts, last_error as "lastError" from jobs where queue = ${queue} and dead_at is null`.execute(
        db,
      ),
    )
  ).rows;

function start(...handlers: JobHandler[]): JobWorker {
  const { tenancy, log } = app.app;
  const worker = startJobs({ tenancy, log, metrics: createMetrics(), handlers });
  workers.push(worker);
  return worker;
}

/** A handler whose runs end when the test says so. */
function createGate() {
  const open: (() => void)[] = [];
  const seen: unknown[] = [];
  let [running, most] = [0, 0];
  const run = async ({ payload }: Job) => {
    seen.push(payload.n);
    running += 1;
    most = Math.max(most, running);
    await new Promise<void>((resolve) => open.push(resolve));
    running -= 1;
    return undefined;
  };
  return { run, seen, most: () => most, release: () => open.shift()?.() };
}

test('a job that is added again while it runs does not run beside itself, but again with the newest payload', async () => {
  const gate = createGate();
  const handler = { queue: 'test.again-key', run: gate.run };
  await add(handler.queue, { key: 'k', payload: { n: 1 } });
  const two = [start(handler), start(handler)];
  await expect.poll(() => gate.seen).toEqual([1]);
  await add(handler.queue, { key: 'k', payload: { n: 2 } });
  await add(handler.queue, { key: 'k', payload: { n: 3 } });
  expect(await liveRows(handler.queue)).toHaveLength(1);
  for (const worker of two) {
    worker.wake();
  }
  // The queue works meanwhile: both workers have looked for jobs.
  await start({ queue: 'test.beside', run: async () => undefined }).drain();
  expect(gate.seen).toEqual([1]);
  gate.release();
  await expect.poll(() => gate.seen).toEqual([1, 3]);
  gate.release();
  await expect.poll(() => liveRows(handler.queue)).toEqual([]);
  expect(gate.most()).toBe(1);
});

test('a killed node that ran a job which was added again does not stop the queue', async () => {
  await add('test.killed-twice', { key: 'k', payload: { n: 1 } });
  const kill = () =>
    system((db) =>
      sql`update jobs set lease = gen_random_uuid(), leased_until = now() - interval '1 second', attempts = 1
        where queue = 'test.killed-twice'`.execute(db),
    );
  await kill();
  await add('test.killed-twice', { key: 'k', payload: { n: 2 } });
  await kill();
  const seen: unknown[] = [];
  start({ queue: 'test.killed-twice', run: async ({ payload }) => void seen.push(payload.n) });
  await expect.poll(() => liveRows('test.killed-twice')).toEqual([]);
  expect(seen).toEqual([2]);
  expect(app.logs.join('\n')).not.toContain('job worker failed');
});

test('a schedule does not start again while its last run is not finished', async () => {
  const gate = createGate();
  const worker = start({ queue: 'test.slow-schedule', everySeconds: 60, run: gate.run });
  const makeDue = () =>
    system((db) => sql`update job_schedules set next_at = now() where name = 'test.slow-schedule'`.execute(db));
  const isPlanned = async () =>
    (
      await system((db) =>
        sql`select from job_schedules where name = 'test.slow-schedule' and next_at > now()`.execute(db),
      )
    ).rows.length > 0;
  await worker.drain();
  await makeDue();
  worker.wake();
  await expect.poll(() => gate.seen.length).toBe(1);
  for (let n = 0; n < 5; n += 1) {
    await makeDue();
    worker.wake();
    await expect.poll(isPlanned).toBe(true);
  }
  expect(await liveRows('test.slow-schedule')).toHaveLength(1);
  expect(gate.most()).toBe(1);
  gate.release();
  await system((db) => sql`delete from job_schedules where name = 'test.slow-schedule'`.execute(db));
});

test('a failing job that is added again at each attempt keeps its attempts and error, and dies', async () => {
  const queue = 'test.fails-again';
  let runs = 0;
  const handler: JobHandler = {
    queue,
    maxAttempts: 3,
    firstPauseSeconds: 3600,
    run: async () => {
      runs += 1;
      await add(queue, { key: 'k', payload: { n: runs } });
      throw new Error('broken');
    },
  };
  const worker = start(handler);
  await add(queue, { key: 'k', payload: { n: 0 } });
  for (let attempt = 1; attempt < 3; attempt += 1) {
    await worker.drain();
    // Being added again does not skip the delay.
    await add(queue, { key: 'k', payload: { n: attempt } });
    await worker.drain();
    expect(await liveRows(queue)).toEqual([{ payload: { n: attempt }, attempts: attempt, lastError: 'broken' }]);
    await system((db) => sql`update jobs set due_at = now() where queue = ${queue} and dead_at is null`.execute(db));
  }
  await worker.drain();
  const dead = (await system((db) => deadJobs(db))).filter((job) => job.queue === queue);
  expect(dead).toMatchObject([{ attempts: 3, lastError: 'broken' }]);
});

test('a job that is added while it is being canceled runs after the cancellation', async () => {
  const queue = 'test.cancel-add';
  const seen: unknown[] = [];
  await add(queue, { key: 'k', payload: { n: 1 }, inSeconds: 600 });
  await system((db) => sql`update jobs set is_cancel_wanted = true, due_at = now() where queue = ${queue}`.execute(db));
  await add(queue, { key: 'k', payload: { n: 2 } });
  await start({ queue, run: async ({ payload }) => void seen.push(payload.n) }).drain();
  await expect.poll(() => liveRows(queue)).toEqual([]);
  expect(seen).toEqual([2]);
});

test('a job that takes too long is aborted and retried, and its place is free', async () => {
  const reasons: unknown[] = [];
  const run = ({ signal }: Job) =>
    new Promise<undefined>((_, reject) => {
      signal.addEventListener('abort', () => {
        reasons.push(signal.reason);
        reject(new Error('aborted'));
      });
    });
  await add('test.hung');
  start({ queue: 'test.hung', maxSeconds: 0.1, firstPauseSeconds: 3600, run });
  await expect
    .poll(() => liveRows('test.hung'), { timeout: 10_000 })
    .toMatchObject([{ attempts: 1, lastError: 'The job took too long.' }]);
  expect(reasons).toEqual(['overdue']);
});

test('a handler that never ends does not block the stop, and its job stays leased', async () => {
  const { promise: begun, resolve: noteBegun } = Promise.withResolvers<void>();
  await add('test.deaf');
  const run = () => {
    noteBegun();
    return new Promise<undefined>(() => {});
  };
  const worker = start({ queue: 'test.deaf', run });
  await begun;
  workers.splice(workers.indexOf(worker), 1);
  await worker.stop();
  const { rows } = await system((db) =>
    sql<{ isLeased: boolean }>`select lease is not null as "isLeased" from jobs where queue = 'test.deaf'`.execute(db),
  );
  expect(rows).toEqual([{ isLeased: true }]);
  await system((db) => sql`delete from jobs where queue = 'test.deaf'`.execute(db));
}, 20_000);

test('a claim jumps over the jobs of a tenant that has reached its limit', async () => {
  const queue = 'test.crowd';
  await system((db) =>
    sql`insert into jobs (tenant_id, queue, due_at) select 'default', ${queue}, now() - interval '1 hour'
      from generate_series(1, 20000) n`.execute(db),
  );
  await analyzeTables(app.address, 'jobs');
  await add(queue, { tenantId: 'admin' });
  const readRows = async (db: Db) => {
    const { rows } = await sql<{ n: number }>`select (idx_tup_fetch + seq_tup_read)::int as n
      from pg_stat_xact_user_tables where relname = 'jobs'`.execute(db);
    return rows[0]?.n ?? 0;
  };
  const lease = '00000000-0000-4000-8000-000000000002';
  const claims = await system(async (db) => {
    const before = await readRows(db);
    const wanted = { lease, seconds: 60, count: 8, queues: [{ queue, most: 2 }], except: [] };
    const first = await claimFirst(db, wanted);
    const more = await claimByTenant(db, { ...wanted, count: 6 }, {});
    const none = await claimByTenant(db, { ...wanted, count: 6 }, { [queue]: 'default' });
    return { first, more, none, read: (await readRows(db)) - before };
  });
  expect(claims.first.crowded).toEqual([queue]);
  expect([claims.first, claims.more, claims.none].map(({ jobs }) => jobs.map(({ tenantId }) => tenantId))).toEqual([
    ['default', 'default'],
    ['admin'],
    [],
  ]);
  expect(claims.read).toBeLessThan(1000);
  await system((db) => sql`delete from jobs where queue = ${queue}`.execute(db));
});

test('a tenant that fills an outbound queue without a limit of its own leaves places to others', async () => {
  const gate = createGate();
  const tenants: unknown[] = [];
  for (let n = 0; n < 40; n += 1) {
    await add('test.loud', { tenantId: 'default' });
  }
  await add('test.loud', { tenantId: 'admin' });
  const run = (job: Job) => {
    tenants.push(job.tenantId);
    return gate.run(job);
  };
  const worker = start({ queue: 'test.loud', isOutbound: true, run });
  await expect.poll(() => tenants.length).toBe(9);
  expect(tenants.filter((tenant) => tenant === 'admin')).toHaveLength(1);
  while ((await liveRows('test.loud')).length > 0) {
    gate.release();
    worker.wake();
  }
});

test('the age of a queue is how long its oldest due job has waited, and whether one of them runs', async () => {
  const gate = createGate();
  const queue = 'test.age';
  await add(queue, { tenantId: 'default' });
  await system((db) => sql`update jobs set due_at = now() - interval '2 hours' where queue = ${queue}`.execute(db));
  const worker = start({ queue, perTenant: 1, run: gate.run });
  await expect.poll(() => gate.seen.length).toBe(1);
  expect(await worker.ages()).toEqual([]);
  await add(queue, { tenantId: 'default', inSeconds: 600 });
  await add('test.not-mine');
  expect(await worker.ages()).toEqual([]);
  await system((db) =>
    sql`update jobs set due_at = now() - interval '1 hour' where queue = ${queue} and lease is null`.execute(db),
  );
  const [age, ...others] = await worker.ages();
  expect([age, others]).toMatchObject([{ queue, isRunning: true, dueAt: expect.any(Number) }, []]);
  expect(Math.abs((age?.seconds ?? 0) - 3600)).toBeLessThan(60);
  while ((await liveRows(queue)).length > 0) {
    gate.release();
    worker.wake();
  }
});
