import type { EventName } from '@postern/contracts/events';
import { sql } from 'kysely';
import type { Db } from './db.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { Tenancy } from './tenancy.ts';

export type OutboxEvent = {
  tenantId: string;
  id: string;
  name: EventName;
  subjectId: string;
  data: Record<string, unknown>;
  createdAt: number;
};

/** Receives batches of events; must be idempotent, because a crash between work and acknowledgement repeats it. */
export type Subscriber = { name: string; handle(db: Db, events: OutboxEvent[]): Promise<void> };

/** Work that returns now and then, on one node at a time. */
export type RecurringJob = { name: string; everySeconds: number; run(db: Db): Promise<void> };

export type Worker = { wake(): void; drain(): Promise<number>; stop(): Promise<void> };

const batchSize = 100;
const maxAttempts = 10;

type Options = { tenancy: Tenancy; log: Log; metrics: Metrics; subscribers: Subscriber[]; jobs: RecurringJob[] };

/** Claims a batch that no other node holds, hands it to every subscriber, and removes it: one transaction. */
async function processBatch(db: Db, subscribers: Subscriber[]): Promise<number> {
  const rows = await db
    .selectFrom('outbox')
    .select(['tenant_id as tenantId', 'id', 'name', 'subject_id as subjectId', 'data', 'created_at as createdAt'])
    .where('available_at', '<=', sql<number>`now()`)
    .orderBy('available_at')
    .limit(batchSize)
    .forUpdate()
    .skipLocked()
    .execute();
  if (rows.length === 0) {
    return 0;
  }
  // The table holds only names that emit() accepted.
  const events = rows as OutboxEvent[];
  for (const subscriber of subscribers) {
    await subscriber.handle(db, events);
  }
  await db
    .deleteFrom('outbox')
    .where(
      'id',
      'in',
      events.map(({ id }) => id),
    )
    .execute();
  return rows.length;
}

/** A batch that failed is tried again later and later, so one poisoned event cannot stop the rest for ever. */
async function postponeBatch(db: Db, reason: string): Promise<void> {
  await sql`
    update outbox set attempts = attempts + 1, last_error = ${reason},
      available_at = case when attempts + 1 >= ${maxAttempts} then 'infinity'::timestamptz
        else now() + interval '1 second' * power(2, attempts) end
    where (tenant_id, id) in (
      select tenant_id, id from outbox where available_at <= now() order by available_at limit ${batchSize} for update skip locked)
  `.execute(db);
}

export function startWorker({ tenancy, log, metrics, subscribers, jobs }: Options): Worker {
  let isStopped = false;
  let running: Promise<number> | undefined;
  let wokenAgain = false;

  async function drainAll(): Promise<number> {
    let total = 0;
    for (;;) {
      try {
        const count = await tenancy.system((db) => processBatch(db, subscribers));
        total += count;
        metrics.count('postern_outbox_events_total', {}, count);
        if (count < batchSize || isStopped) {
          return total;
        }
      } catch (error) {
        log.error({ err: error }, 'outbox batch failed');
        await tenancy.system((db) => postponeBatch(db, String(error)));
        return total;
      }
    }
  }

  function wake() {
    if (isStopped) {
      return;
    }
    if (running) {
      wokenAgain = true;
      return;
    }
    running = drainAll()
      .catch((error) => {
        log.error({ err: error }, 'outbox worker failed');
        return 0;
      })
      .finally(() => {
        running = undefined;
        if (wokenAgain) {
          wokenAgain = false;
          wake();
        }
      });
  }

  async function runJob(job: RecurringJob) {
    try {
      await tenancy.system(async (db) => {
        const { rows } = await sql<{ mine: boolean }>`
          select pg_try_advisory_xact_lock(hashtext(${`job:${job.name}`})) as mine`.execute(db);
        if (rows[0]?.mine) {
          await job.run(db);
        }
      });
    } catch (error) {
      log.error({ err: error, job: job.name }, 'recurring job failed');
    }
  }

  // NOTIFY wakes the worker at once; the timer picks up what was postponed or missed.
  const timers = [
    setInterval(wake, 5000),
    ...jobs.map((job) => setInterval(() => void runJob(job), job.everySeconds * 1000)),
  ];
  for (const timer of timers) {
    timer.unref();
  }
  wake();

  return {
    wake,
    async drain() {
      while (running) {
        await running;
      }
      return drainAll();
    },
    async stop() {
      isStopped = true;
      for (const timer of timers) {
        clearInterval(timer);
      }
      await running;
    },
  };
}
