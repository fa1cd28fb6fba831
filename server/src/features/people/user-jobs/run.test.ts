import { userJobsApi } from '@postern/contracts/people/user-jobs';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { App } from '#platform/app';
import { cancelJob } from '#platform/jobs/job-lists';
import { asOwner } from '#testing/regions';
import { type TestApp, testApp } from '#testing/test-app';
import { sweepJobs } from './findings.store.ts';
import { startUserJob } from './job.ts';
import {
  type BatchResult,
  defineUserJob,
  type JobRun,
  stateName,
  type UserJobKinds,
  type UserJobWork,
} from './kinds.ts';
import { userJobQueue } from './store.ts';

/** Runs jobs that these tests control: every batch writes one row to the mailbox, which must exist once. */
let app: TestApp;
let token: string;
let onBatch: (work: JobRun, n: number) => Promise<Partial<BatchResult>>;
const batches = 5;

const controlled: UserJobWork = {
  kind: 'suspend',
  runBatch: async ({ app: node, tenantId, db, job }) => {
    const n = Number(job.cursor.n ?? 0);
    await db
      .insertInto('mailbox_messages')
      .values({
        id: `${job.id.slice(0, 18)}${n}`,
        kind: 'Email',
        recipient: job.id,
        template_type: 'SignIn',
        content: '',
      })
      .execute();
    const more = await onBatch({ app: node, tenantId, job }, n);
    return { cursor: { n: n + 1 }, isLast: n + 1 === batches, done: 10, ...more };
  },
};

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
  useJob(app.app, controlled);
});
beforeEach(() => {
  onBatch = async () => ({});
});
afterAll(async () => {
  await app.close();
});

/** Replaces how jobs of a kind run on this node. */
function useJob<Prepared>(node: App, work: UserJobWork<Prepared>): void {
  node.stateOf<UserJobKinds>(stateName).set(work.kind, defineUserJob(work));
}

async function anotherNode() {
  const node = await app.another();
  useJob(node.app, controlled);
  return node;
}

const start = (node = app.app) =>
  startUserJob(node, 'default', { kind: 'suspend', input: {}, createdBy: 'me', total: 50 });
const read = async (id: string) => (await app.call(userJobsApi.get, { token, params: { id } })).body;
const stateOf = (id: string) => expect.poll(async () => (await read(id)).state, { timeout: 20_000, interval: 20 });
const effects = (id: string) =>
  app.read('default', async (db) => {
    const rows = await db.selectFrom('mailbox_messages').select('id').where('recipient', '=', id).execute();
    return rows.length;
  });

test('runs a job batch by batch to its end', async () => {
  onBatch = async (_, n) => ({
    failed: 1,
    counts: { suspended: 9, ...(n === 0 ? { first: 1 } : {}) },
    findings: [{ line: n + 1, level: 'error', code: 'entity.not_found', subject: `user ${n}` }],
  });
  const { id } = await start();
  await stateOf(id).toBe('succeeded');
  expect(await read(id)).toMatchObject({
    kind: 'suspend',
    total: 50,
    done: 50,
    failed: 5,
    counts: { suspended: 45, first: 1 },
    createdBy: 'me',
    startedAt: expect.any(Number),
    finishedAt: expect.any(Number),
    error: null,
  });
  const { body, headers } = await app.call(userJobsApi.report, { token, params: { id }, query: { page_size: '2' } });
  expect(headers['total-number']).toBe('5');
  expect(body).toMatchObject([
    { line: 1, level: 'error', code: 'entity.not_found', message: 'Not found.', subject: 'user 0' },
    { line: 2 },
  ]);
  const file = await app.call(userJobsApi.reportFile, { token, params: { id } });
  expect(file.headers['content-disposition']).toBe(`attachment; filename="report-${id}.csv"`);
  expect(String(file.body).split('\r\n')).toHaveLength(7);
  expect(String(file.body)).toContain('1,error,entity.not_found,,user 0,Not found.,');
});

test('reports in the language of the reader', async () => {
  onBatch = async () => ({ findings: [{ line: 1, level: 'error', code: 'entity.not_found' }], isLast: true });
  const { id } = await start();
  await stateOf(id).toBe('succeeded');
  const headers = { 'accept-language': 'de' };
  const { body } = await app.call(userJobsApi.report, { token, params: { id }, headers });
  expect(body[0]?.message).not.toBe('Not found.');
});

test('rolls back and retries a failed batch', async () => {
  let tries = 0;
  onBatch = async (_, n) => {
    if (n === 2) {
      tries += 1;
      if (tries < 3) {
        throw new Error('the database stumbles');
      }
    }
    return {};
  };
  const { id } = await start();
  const hurry = setInterval(() => {
    void app.app.tenancy
      .system((db) => sql`update jobs set due_at = now() where queue = ${userJobQueue} and lease is null`.execute(db))
      .then(() => app.worker.wake());
  }, 50);
  await stateOf(id).toBe('succeeded');
  clearInterval(hurry);
  expect([tries, await effects(id), (await read(id)).done]).toEqual([3, batches, 50]);
});

test('fails the job with the reason of an AppError', async () => {
  const { AppError } = await import('#platform/http/errors');
  onBatch = async (_, n) => {
    if (n === 1) {
      throw new AppError('role.default_role_missing', { details: 'x' });
    }
    return {};
  };
  const { id } = await start();
  await stateOf(id).toBe('failed');
  expect(await read(id)).toMatchObject({ done: 10, error: { code: 'role.default_role_missing', details: 'x' } });
});

test('cancels before the next batch and keeps finished ones', async () => {
  const { promise: gate, resolve: release } = Promise.withResolvers<void>();
  const { promise: isInSecond, resolve: begin } = Promise.withResolvers<void>();
  onBatch = async (_, n) => {
    if (n === 1) {
      begin();
      await gate;
    }
    return {};
  };
  const { id } = await start();
  await isInSecond;
  expect((await read(id)).done).toBe(10);
  const canceled = app.call(userJobsApi.cancel, { token, params: { id } });
  // The batch locks the job, so the cancel request waits.
  const waiting = () =>
    asOwner(
      app.address,
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and query like 'update "user_jobs"%'`,
    );
  await expect.poll(waiting).toHaveLength(1);
  release();
  expect((await canceled).body).toMatchObject({ isCancelWanted: true });
  await stateOf(id).toBe('canceled');
  const { done } = await read(id);
  expect([done < 50, await effects(id)]).toEqual([true, done / 10]);
  expect(await app.call(userJobsApi.cancel, { token, params: { id } })).toMatchObject({
    status: 422,
    body: { code: 'user_job.is_over' },
  });
});

test('lets another node take over an expired lease, after which the first one cannot write', async () => {
  const node = await anotherNode();
  let isFirst = true;
  let resume = () => {};
  const held = new Promise<void>((resolve) => {
    resume = resolve;
  });
  let stuck = () => {};
  const isStuck = new Promise<void>((resolve) => {
    stuck = resolve;
  });
  const work: UserJobWork<string> = {
    kind: 'unsuspend',
    // Outside of the transaction, like a process that stopped responding for a while.
    prepare: async () => {
      if (isFirst) {
        isFirst = false;
        stuck();
        await held;
        return 'first';
      }
      return 'second';
    },
    runBatch: async ({ job, prepared }) => ({
      cursor: {},
      isLast: true,
      done: 1,
      counts: { [prepared]: 1 },
      total: job.done + 1,
    }),
  };
  useJob(app.app, work);
  useJob(node.app, work);
  const { id } = await startUserJob(app.app, 'default', { kind: 'unsuspend', input: {}, createdBy: 'me' });
  await isStuck;
  await app.app.tenancy.system((db) =>
    sql`update jobs set leased_until = now() - interval '1 second' where queue = ${userJobQueue} and key = ${id}`.execute(
      db,
    ),
  );
  node.worker.wake();
  await stateOf(id).toBe('succeeded');
  resume();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await read(id)).toMatchObject({ done: 1, counts: { second: 1 } });
});

test('never runs a job on two nodes, nor two jobs of one tenant', async () => {
  const node = await anotherNode();
  let [running, most] = [0, 0];
  onBatch = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 5));
    running -= 1;
    return {};
  };
  const jobs = await Promise.all([start(), start(node.app), start(), start(node.app)]);
  for (const { id } of jobs) {
    await stateOf(id).toBe('succeeded');
    expect(await effects(id)).toBe(batches);
  }
  expect(most).toBe(1);
});

test('ends a waiting or running job for its owner when an operator cancels it in the queue', async () => {
  const { promise: begun, resolve: noteBegun } = Promise.withResolvers<void>();
  // A batch that never ends by itself.
  onBatch = async () => {
    noteBegun();
    await new Promise((resolve) => setTimeout(resolve, 30));
    return { isLast: false };
  };
  const [running, waiting] = [await start(), await start()];
  await begun;
  const cancel = async (key: string) => {
    const { rows } = await app.app.tenancy.system((db) =>
      sql<{ id: string }>`select id from jobs where queue = ${userJobQueue} and key = ${key}`.execute(db),
    );
    expect(await app.app.tenancy.system((db) => cancelJob(db, rows[0]?.id ?? ''))).toBe(true);
  };
  await cancel(waiting.id);
  await cancel(running.id);
  await stateOf(waiting.id).toBe('canceled');
  await stateOf(running.id).toBe('canceled');
  expect(await effects(waiting.id)).toBe(0);
});

test('deletes jobs a month after their start unless they are running', async () => {
  const insert = (id: string, state: string, days: number) =>
    app.write('default', (db) =>
      db
        .insertInto('user_jobs')
        .values({
          id,
          kind: 'assign-roles',
          state,
          created_by: 'me',
          created_at: new Date(Date.now() - days * 86_400_000),
          // Leased, so that no runner takes it.
          leased_until: new Date(Date.now() + 86_400_000),
        })
        .execute(),
    );
  await insert('old', 'succeeded', 31);
  await insert('young', 'failed', 29);
  await insert('open', 'running', 31);
  const remember = (job: string) =>
    app.write('default', (db) =>
      db
        .insertInto('user_job_keys')
        .values({ job_id: job, key: '00000000-0000-4000-8000-000000000000', line: 1 })
        .execute(),
    );
  await remember('young');
  await remember('open');
  await app.app.tenancy.system(sweepJobs);
  const { body } = await app.call(userJobsApi.list, { token, query: { kind: 'assign-roles' } });
  expect(body.map(({ id }) => id)).toEqual(['young', 'open']);
  // Data that is only needed while running is deleted as soon as the job ends.
  const keys = await app.read('default', (db) => db.selectFrom('user_job_keys').select('job_id').execute());
  expect(keys).toEqual([{ job_id: 'open' }]);
});

test('returns 404 for unknown jobs and hides those of another tenant', async () => {
  const { id } = await start();
  await stateOf(id).toBe('succeeded');
  const foreign = { token: await app.managementToken('admin'), tenantId: 'admin' };
  expect((await app.call(userJobsApi.list, foreign)).body).toEqual([]);
  for (const contract of [userJobsApi.get, userJobsApi.cancel, userJobsApi.report, userJobsApi.reportFile]) {
    expect((await app.call(contract, { ...foreign, params: { id } })).status).toBe(404);
    expect((await app.call(contract, { token, params: { id: 'nothing' } })).status).toBe(404);
  }
});
