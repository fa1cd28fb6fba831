import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createBatchWriter } from '#platform/db/batch-writes';
import { type Actor, currentActor, onBehalfOf } from '#platform/http/actor';
import { createMetrics } from '#platform/observe/metrics';
import { type TestApp, testApp } from '#testing/test-app';
import { emit } from './events.ts';
import { enqueue, type JobHandler, type JobWorker, startJobs } from './jobs.ts';
import { startOutbox } from './outbox.ts';

let app: TestApp;
const workers: JobWorker[] = [];

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
});

const actorOf = (id: string): Actor => ({ type: 'administrator', id, ip: '192.0.2.1', userAgent: `browser of ${id}` });
const add = (queue: string) => app.app.tenancy.system((db) => enqueue(db, { queue }));

function start(...handlers: JobHandler[]): JobWorker {
  const { tenancy, log } = app.app;
  const worker = startJobs({ tenancy, log, metrics: createMetrics(), handlers });
  workers.push(worker);
  return worker;
}

/** A request of another person that stays open until `close`. It wakes the worker meanwhile. */
function openRequest(work: () => unknown): { close(): Promise<void> } {
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  const done = onBehalfOf(actorOf('stranger'), async () => {
    await work();
    await closed;
  });
  return {
    close() {
      close();
      return done;
    },
  };
}

test('a job of the system has no actor, although open requests of others wake the worker', async () => {
  const seen: unknown[] = [];
  const worker = start({
    queue: 'test.context',
    async run() {
      seen.push(currentActor());
      await app.write('default', async (db) => {
        await emit(db, { name: 'Role.Data.Updated', subjectId: 'of-a-job' });
        const { rows } = await sql`select actor from outbox where subject_id = 'of-a-job'`.execute(db);
        seen.push(rows);
      });
      return undefined;
    },
  });
  await worker.drain();
  await add('test.context');
  const requests = Array.from({ length: 3 }, () => openRequest(worker.wake));
  const drained = openRequest(worker.drain);
  await expect.poll(() => seen).toEqual([undefined, [{ actor: null }]]);
  await Promise.all([...requests, drained].map((request) => request.close()));
});

test('a job has the actor who added it, although the request of another person wakes the worker', async () => {
  const seen: unknown[] = [];
  const worker = start({ queue: 'test.actor', run: async () => void seen.push(currentActor()?.id) });
  await worker.drain();
  await onBehalfOf(actorOf('ada'), () => add('test.actor'));
  const request = openRequest(worker.wake);
  await expect.poll(() => seen).toEqual(['ada']);
  await request.close();
});

test('subscribers of events and batches of rows have no actor either', async () => {
  const seen: unknown[] = [];
  const { tenancy, log } = app.app;
  const handle = async () => void seen.push(currentActor());
  const outbox = startOutbox({ tenancy, log, metrics: createMetrics(), subscribers: [{ name: 'test', handle }] });
  await outbox.drain();
  const writer = createBatchWriter({
    waitMs: 1,
    maxWaitMs: 1,
    waiting: () => 1 - seen.length,
    writeBatch: async () => {
      seen.push(currentActor());
      return true;
    },
  });
  const first = openRequest(writer.added);
  await expect.poll(() => seen).toEqual([undefined]);
  await first.close();
  const second = openRequest(async () => {
    await app.app.tenancy.system((db) =>
      sql`insert into outbox (tenant_id, id, name, subject_id, data)
        values ('default', gen_random_uuid(), 'Role.Data.Updated', 'none', '{}')`.execute(db),
    );
    await outbox.drain();
  });
  // The outbox may hold other events too.
  await expect.poll(() => seen.length).toBeGreaterThan(1);
  expect(seen.filter((actor) => actor !== undefined)).toEqual([]);
  await second.close();
  await outbox.stop();
});

test('work on behalf of no actor has no context of the work around it', async () => {
  const seen = await onBehalfOf(actorOf('ada'), () => onBehalfOf(undefined, async () => [currentActor()]));
  expect(seen).toEqual([undefined]);
});
