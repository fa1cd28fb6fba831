import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Db } from '#platform/db/db';
import { createMetrics } from '#platform/observe/metrics';
import { analyzeTables } from '#testing/plans';
import { type TestApp, testApp } from '#testing/test-app';
import { claimByTenant, claimFirst, untilNext } from './job-claims.ts';
import { cancelJob, deadJobs, retryingJobs, retryJob, retryQueue, runningJobs, waitingJobs } from './job-lists.ts';
import { deleteJobs, markJobDead, postponeJob, removeWaiting, renewLeases, saveProgress } from './job-store.ts';
import {
  backOffSeconds,
  enqueue,
  type Job,
  type JobHandler,
  type JobWorker,
  PermanentFailure,
  recurring,
  startJobs,
} from './jobs.ts';

let app: TestApp;
const workers: JobWorker[] = [];

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(() => system((db) => sql`delete from jobs where queue like 'test.%'`.execute(db)));
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
});

const system: TestApp['app']['tenancy']['system'] = (work) => app.app.tenancy.system(work);

function start(...handlers: JobHandler[]): JobWorker {
  const { tenancy, log } = app.app;
  const worker = startJobs({ tenancy, log, metrics: createMetrics(), handlers });
  workers.push(worker);
  return worker;
}

test('a job that continues later makes room for one with its key that is added at the same moment', async () => {
  const attempts: number[] = [];
  let commit = () => {};
  let added: Promise<void> | undefined;
  const worker = start({
    queue: 'test.same-key',
    async run({ attempt }) {
      attempts.push(attempt);
      if (added) {
        return undefined;
      }
      const held = new Promise<void>((resolve) => {
        commit = resolve;
      });
      await new Promise<void>((isInserted, reject) => {
        added = system(async (db) => {
          await enqueue(db, { queue: 'test.same-key', key: 'k' });
          isInserted();
          await held;
        });
        added.catch(reject);
      });
      return { again: 3600 };
    },
  });
  await system((db) => enqueue(db, { queue: 'test.same-key', key: 'k' }));
  const drained = worker.drain();
  // The first job waits for the transaction of the second, which is not visible to it.
  const waiting = sql<{ n: number }>`select count(*)::int as n from pg_locks l join pg_stat_activity a using (pid)
    where not l.granted and l.locktype = 'transactionid' and a.datname = current_database()`;
  await expect.poll(async () => (await system((db) => waiting.execute(db))).rows[0]?.n).toBe(1);
  commit();
  await added;
  await drained;
  worker.wake();
  await expect.poll(() => rowsOf('test.same-key')).toEqual([]);
  expect(attempts).toEqual([1, 1]);
  expect(app.logs.join('\n')).not.toContain('test.same-key');
});

const rowsOf = async (queue: string) => {
  const { rows } = await system((db) =>
    sql<{
      attempts: number;
      isDead: boolean;
      waits: number;
      lastError: string | null;
      payload: object;
      progress: object | null;
    }>`
      select attempts, dead_at is not null as "isDead", extract(epoch from due_at - now())::float8 as waits,
        last_error as "lastError", payload, progress from jobs where queue = ${queue} order by created_at`.execute(db),
  );
  return rows;
};

const add = (queue: string, more: object = {}) => system((db) => enqueue(db, { queue, ...more }));

describe('a job', () => {
  test('runs once with its payload and tenant and is then removed', async () => {
    const seen: Job[] = [];
    await app.write('default', (db) => enqueue(db, { queue: 'test.once', payload: { to: 'ada' } }));
    await add('test.once', { payload: { to: 'bo' } });
    await start({ queue: 'test.once', run: async (job) => void seen.push(job) }).drain();
    expect(seen.map(({ tenantId, payload, attempt }) => [tenantId, payload, attempt])).toEqual([
      ['default', { to: 'ada' }, 1],
      [undefined, { to: 'bo' }, 1],
    ]);
    expect(await rowsOf('test.once')).toEqual([]);
  });

  test('does not exist after its transaction is rolled back', async () => {
    const failing = app.write('default', async (db) => {
      await enqueue(db, { queue: 'test.rollback' });
      throw new Error('taken back');
    });
    await expect(failing).rejects.toThrow('taken back');
    expect(await rowsOf('test.rollback')).toEqual([]);
  });

  test('is not visible to other tenants', async () => {
    await app.write('default', (db) => enqueue(db, { queue: 'test.private', payload: { secret: 1 } }));
    const foreign = await app.read('admin', (db) => sql`select id from jobs`.execute(db));
    expect(foreign.rows).toEqual([]);
    await expect(
      app.write('admin', (db) => enqueue(db, { queue: 'test.private', tenantId: 'default' })),
    ).rejects.toThrow(/row-level security/);
  });

  test('waits until it is due', async () => {
    const worker = start({ queue: 'test.later', run: async () => undefined });
    await add('test.later', { inSeconds: 600 });
    await worker.drain();
    expect(await rowsOf('test.later')).toHaveLength(1);
  });

  test('waits once per key, with the earlier time and the newer payload', async () => {
    await add('test.key', { key: 'a', inSeconds: 60, payload: { n: 1 } });
    await add('test.key', { key: 'a', inSeconds: 600, payload: { n: 2 } });
    await add('test.key', { key: 'b' });
    const rows = await rowsOf('test.key');
    expect(rows.map(({ payload }) => payload)).toEqual([{ n: 2 }, {}]);
    expect(rows[0]?.waits).toBeLessThan(61);
  });

  test('with a higher priority runs first', async () => {
    const order: unknown[] = [];
    for (const [priority, name] of [
      [2, 'low'],
      [1, 'usual'],
      [0, 'urgent'],
    ] as const) {
      await add('test.priority', { priority, payload: { name } });
    }
    let turn = Promise.resolve();
    const run = ({ payload }: Job) => {
      turn = turn.then(() => void order.push(payload.name));
      return turn.then(() => undefined);
    };
    await start({ queue: 'test.priority', run }).drain();
    expect(order).toEqual(['urgent', 'usual', 'low']);
  });

  test('continues later with the progress it has stored', async () => {
    const seen: unknown[] = [];
    await add('test.again', { payload: { cursor: 0 } });
    const run = async ({ payload, attempt, report }: Job) => {
      seen.push([payload.cursor, attempt]);
      await report({ done: payload.cursor });
      return Number(payload.cursor) < 2 ? { again: 0, payload: { cursor: Number(payload.cursor) + 1 } } : undefined;
    };
    await start({ queue: 'test.again', run }).drain();
    expect(seen).toEqual([
      [0, 1],
      [1, 1],
      [2, 1],
    ]);
  });

  test('runs on one of several workers only', async () => {
    const ran: string[] = [];
    const handler = { queue: 'test.many', run: async ({ id }: Job) => void ran.push(id) };
    const ids = await Promise.all(Array.from({ length: 60 }, () => add('test.many')));
    await Promise.all([start(handler).drain(), start(handler).drain(), start(handler).drain()]);
    await expect.poll(() => ran.length).toBe(60);
    expect(ran.sort()).toEqual(ids.sort());
  });
});

describe('a failing job', () => {
  test('is retried with increasing delays', async () => {
    await add('test.fails');
    await start({ queue: 'test.fails', run: () => Promise.reject(new Error('not now')) }).drain();
    const [row] = await rowsOf('test.fails');
    expect(row).toMatchObject({ attempts: 1, isDead: false, lastError: 'not now' });
    expect(row?.waits).toBeGreaterThan(0);
    expect([1, 2, 5].map((attempt) => backOffSeconds(attempt, 0.5))).toEqual([1, 2, 16]);
    expect(backOffSeconds(40, 0.5)).toBe(6 * 3600);
  });

  test('is kept as dead after its last attempt, or at once after a permanent failure', async () => {
    await add('test.dead');
    await add('test.refused');
    const last = { queue: 'test.dead', maxAttempts: 1, run: () => Promise.reject(new Error('over')) };
    const refused = { queue: 'test.refused', run: () => Promise.reject(new PermanentFailure('no such person')) };
    await start(last, refused).drain();
    expect(await rowsOf('test.dead')).toMatchObject([{ isDead: true, lastError: 'over' }]);
    expect(await rowsOf('test.refused')).toMatchObject([{ isDead: true, attempts: 1, lastError: 'no such person' }]);
    expect((await system((db) => deadJobs(db))).map(({ queue }) => queue).sort()).toEqual([
      'test.dead',
      'test.refused',
    ]);
  });

  test('does not block other jobs', async () => {
    const ran: unknown[] = [];
    await Promise.all(Array.from({ length: 20 }, (_, n) => add('test.poison', { payload: { n } })));
    const run = async ({ payload: { n } }: Job) => {
      if (n === 3) {
        throw new Error('poisoned');
      }
      ran.push(n);
      return undefined;
    };
    await start({ queue: 'test.poison', run }).drain();
    expect(ran).toHaveLength(19);
  });
});

test('another worker takes over the job of a dead node after the lease expires, and keeps its attempts', async () => {
  const attempts: number[] = [];
  await add('test.orphan');
  await system((db) =>
    sql`update jobs set lease = gen_random_uuid(), leased_until = now() - interval '1 second', attempts = 4
      where queue = 'test.orphan'`.execute(db),
  );
  // Not drained: the worker of the server releases abandoned jobs too, and may hold the row at that moment.
  start({ queue: 'test.orphan', run: async ({ attempt }) => void attempts.push(attempt) });
  await expect.poll(() => attempts).toEqual([5]);
});

test('a job that crashed its node at every attempt ends without running again', async () => {
  const ended: string[] = [];
  await add('test.killer');
  await system((db) =>
    sql`update jobs set lease = gen_random_uuid(), leased_until = now() - interval '1 second', attempts = 10
      where queue = 'test.killer'`.execute(db),
  );
  const run = () => Promise.reject(new Error('runs again'));
  start({ queue: 'test.killer', run, onEnd: async (_job, why) => void ended.push(why) });
  await expect
    .poll(() => rowsOf('test.killer'))
    .toMatchObject([{ isDead: true, lastError: 'The node stopped during each attempt.' }]);
  expect(ended).toEqual(['exhausted']);
});

test('a job canceled while waiting does not run, and its onEnd is called', async () => {
  const ended: string[] = [];
  const id = await add('test.cancel-waiting', { inSeconds: 600 });
  expect(await system((db) => cancelJob(db, id))).toBe(true);
  const run = () => Promise.reject(new Error('runs'));
  await start({ queue: 'test.cancel-waiting', run, onEnd: async (_job, why) => void ended.push(why) }).drain();
  expect(ended).toEqual(['canceled']);
  expect(await rowsOf('test.cancel-waiting')).toEqual([]);
});

test('retries the dead jobs of a queue together, and those that share a key once', async () => {
  for (const key of ['same', 'same', 'same', 'other', 'other']) {
    await add('test.revive', { key });
    await system((db) => sql`update jobs set dead_at = now(), attempts = 3 where queue = 'test.revive'`.execute(db));
  }
  await add('test.revive', { key: 'same' });
  expect(await system((db) => retryQueue(db, 'test.revive'))).toBe(5);
  expect(await rowsOf('test.revive')).toMatchObject(Array(2).fill({ attempts: 0, isDead: false }));
  let runs = 0;
  const run = async () => {
    runs += 1;
    return undefined;
  };
  await start({ queue: 'test.revive', run }).drain();
  expect(runs).toBe(2);
});

test('a job canceled while running gets an abort signal and is not retried', async () => {
  const { promise: begun, resolve: noteBegun } = Promise.withResolvers<string>();
  const run = ({ id, signal }: Job) =>
    new Promise<undefined>((_, reject) => {
      signal.addEventListener('abort', () => reject(new Error('aborted')));
      noteBegun(id);
    });
  await add('test.cancel');
  const worker = start({ queue: 'test.cancel', run });
  worker.wake();
  const id = await begun;
  expect(await system((db) => cancelJob(db, id))).toBe(true);
  await expect.poll(() => rowsOf('test.cancel')).toEqual([]);
});

test('a stopping worker returns its jobs without counting an attempt', async () => {
  const { promise: begun, resolve: noteBegun } = Promise.withResolvers<void>();
  const run = ({ signal }: Job) =>
    new Promise<undefined>((_, reject) => {
      signal.addEventListener('abort', () => reject(new Error('aborted')));
      noteBegun();
    });
  await add('test.stop');
  const worker = start({ queue: 'test.stop', run });
  worker.wake();
  await begun;
  await worker.stop();
  expect(await rowsOf('test.stop')).toMatchObject([{ attempts: 0, isDead: false }]);
});

test('limits the running jobs of a tenant per queue without blocking other tenants', async () => {
  let [running, most] = [0, 0];
  const order: unknown[] = [];
  const run = async ({ tenantId }: Job) => {
    running += tenantId === 'default' ? 1 : 0;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 20));
    running -= tenantId === 'default' ? 1 : 0;
    order.push(tenantId);
    return undefined;
  };
  for (let n = 0; n < 12; n += 1) {
    await add('test.limit', { tenantId: 'default' });
  }
  await add('test.limit', { tenantId: 'admin' });
  await start({ queue: 'test.limit', perTenant: 2, run }).drain();
  expect(most).toBe(2);
  expect(order.indexOf('admin')).toBeLessThan(5);
  expect(await rowsOf('test.limit')).toEqual([]);
});

test('outbound jobs that wait for their servers leave the places of other queues free', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let waiting = 0;
  const wait = async () => {
    waiting += 1;
    await released;
    return undefined;
  };
  for (let n = 0; n < 40; n += 1) {
    await add('test.outbound');
  }
  const worker = start(
    { queue: 'test.outbound', isOutbound: true, run: wait },
    { queue: 'test.inside', run: async () => undefined },
  );
  worker.wake();
  await expect.poll(() => waiting).toBe(32);
  await add('test.inside');
  worker.wake();
  // All places for outbound jobs are taken until the end of the test.
  await expect.poll(() => rowsOf('test.inside')).toEqual([]);
  expect(waiting).toBe(32);
  release();
  await expect.poll(() => rowsOf('test.outbound')).toEqual([]);
});

test('the limit of a tenant applies across all workers', async () => {
  let [running, most] = [0, 0];
  const run = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 20));
    running -= 1;
    return undefined;
  };
  for (let n = 0; n < 10; n += 1) {
    await add('test.limits', { tenantId: 'default' });
  }
  const handler = { queue: 'test.limits', perTenant: 1, run };
  const three = [start(handler), start(handler), start(handler)];
  await expect
    .poll(
      async () => {
        await Promise.all(three.map((worker) => worker.drain()));
        return rowsOf('test.limits');
      },
      { timeout: 20_000 },
    )
    .toEqual([]);
  expect(most).toBe(1);
});

describe('scheduled jobs', () => {
  const nextOf = async (name: string) => {
    const { rows } = await system((db) =>
      sql<{ seconds: number }>`select extract(epoch from next_at - now())::float8 as seconds from job_schedules
        where name = ${name}`.execute(db),
    );
    return rows[0]?.seconds ?? Number.NaN;
  };
  const makeDue = (name: string) =>
    system((db) => sql`update job_schedules set next_at = now() - interval '5 days' where name = ${name}`.execute(db));

  test('keep their schedule across restarts and run once for all missed times', async () => {
    let runs = 0;
    const run = async () => {
      runs += 1;
      return undefined;
    };
    const handler = { queue: 'test.daily', everySeconds: 86_400, run };
    await start(handler).drain();
    expect(runs).toBe(0);
    await system((db) =>
      sql`update job_schedules set next_at = now() + interval '1 hour' where name = 'test.daily'`.execute(db),
    );
    await start(handler).drain();
    expect(await nextOf('test.daily')).toBeLessThan(3601);
    await makeDue('test.daily');
    await start(handler).drain();
    expect(runs).toBe(1);
    expect(await nextOf('test.daily')).toBeGreaterThan(0);
    await start(handler).drain();
    expect(runs).toBe(1);
  });

  test('run once a day, even if the server restarts every hour', async () => {
    let runs = 0;
    const run = async () => {
      runs += 1;
      return undefined;
    };
    const runsAt: number[] = [];
    for (let hour = 0; hour <= 72; hour += 1) {
      const worker = start({ queue: 'test.hourly-restart', everySeconds: 86_400, run });
      const before = runs;
      await worker.drain();
      if (runs > before) {
        runsAt.push(hour);
      }
      await worker.stop();
      // The schedule is in the database, so the test lets an hour pass by moving the stored time.
      await system((db) =>
        sql`update job_schedules set next_at = next_at - interval '1 hour' where name = 'test.hourly-restart'`.execute(
          db,
        ),
      );
    }
    expect([runs, runsAt]).toEqual([3, [24, 48, 72]]);
  });

  test('apply a shorter interval at once', async () => {
    await start({ queue: 'test.shorter', everySeconds: 86_400, run: async () => undefined }).drain();
    await start({ queue: 'test.shorter', everySeconds: 60, run: async () => undefined }).drain();
    expect(await nextOf('test.shorter')).toBeLessThanOrEqual(60);
  });

  test('run in transactions until nothing is left', async () => {
    let left = 3;
    const run = async () => {
      left -= 1;
      return left > 0;
    };
    const worker = start(recurring(app.app.tenancy.system)({ name: 'test.steps', everySeconds: 3600, run }));
    await worker.drain();
    await makeDue('test.steps');
    await worker.drain();
    expect(left).toBe(0);
  });

  test('keep only the latest failure and run again next time', async () => {
    const handler = recurring(app.app.tenancy.system)({
      name: 'test.failing',
      everySeconds: 3600,
      run: () => Promise.reject(new Error('oh')),
    });
    const worker = start(handler);
    await worker.drain();
    for (let round = 0; round < 2; round += 1) {
      await makeDue('test.failing');
      await worker.drain();
    }
    expect(await rowsOf('test.failing')).toMatchObject([{ isDead: true, lastError: 'oh' }]);
  });
});

test('no statement of a worker or an operator scans a long queue', async () => {
  await system((db) =>
    sql`insert into jobs (tenant_id, queue, key, due_at, knows_again)
      select '*', 'test.long', 'k' || n, now() + interval '1 day', true
      from generate_series(1, 20000) n`.execute(db),
  );
  await analyzeTables(app.address, 'jobs');
  const ids = await Promise.all(['one', 'two', 'three', 'four'].map((key) => add('test.scan', { key })));
  const [one = '', two = '', three = '', four = ''] = ids;
  const lease = '00000000-0000-4000-8000-000000000001';
  // Includes earlier transactions of the connection that the database has not counted yet.
  const readByScans = async (db: Db) => {
    const { rows } = await sql<{ n: number }>`
      select seq_tup_read::int as n from pg_stat_xact_user_tables where relname = 'jobs'`.execute(db);
    return rows[0]?.n ?? 0;
  };
  const scanned = await system(async (db) => {
    const before = await readByScans(db);
    const wanted = { lease, seconds: 60, count: 3, queues: [{ queue: 'test.scan', most: null }], except: [] };
    await claimFirst(db, wanted);
    await claimByTenant(db, { ...wanted, queues: [{ queue: 'test.long', most: 1 }] }, {});
    await renewLeases(db, lease, 60, ids);
    await saveProgress(db, { id: one, lease }, { done: 1 });
    await postponeJob(db, { id: one, lease }, { inSeconds: 60, attempts: 'keep', error: 'no' });
    await markJobDead(db, { id: two, lease }, 'no');
    await deleteJobs(db, [three], lease);
    await removeWaiting(db, 'test.scan', 'four');
    await cancelJob(db, four);
    await retryJob(db, two);
    await retryQueue(db, 'test.scan');
    await deadJobs(db);
    await runningJobs(db);
    await retryingJobs(db);
    await waitingJobs(db);
    await untilNext(db, ['test.scan'], []);
    return (await readByScans(db)) - before;
  });
  expect(scanned).toBe(0);
});
