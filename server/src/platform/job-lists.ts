import { type RawBuilder, sql } from 'kysely';
import type { Db } from './db.ts';
import { markPendingWork } from './events.ts';
import { installation, type JobState } from './job-store.ts';
import { deleteSome } from './purge.ts';

export type ListedJob = {
  id: string;
  tenantId: string | null;
  queue: string;
  key: string | null;
  state: JobState;
  attempts: number;
  priority: number;
  dueAt: number;
  createdAt: number;
  deadAt: number | null;
  lastError: string | null;
  progress: Record<string, unknown> | null;
  isCancelWanted: boolean;
};

const columns = sql`id, nullif(tenant_id, ${sql.lit(installation)}) as "tenantId", queue, key, attempts, priority, due_at as "dueAt", created_at as "createdAt",
  dead_at as "deadAt", last_error as "lastError", progress,
  is_cancel_wanted as "isCancelWanted",
  case when dead_at is not null then 'dead' when lease is not null then 'running' else 'waiting' end as state`;

async function select(db: Db, where: RawBuilder<unknown>, limit: number): Promise<ListedJob[]> {
  const { rows } = await sql<ListedJob>`select ${columns} from jobs where ${where} limit ${limit}`.execute(db);
  return rows;
}

const most = 200;

/** The latest failure first. */
export const deadJobs = (db: Db, limit = most) => select(db, sql`dead_at is not null order by dead_at desc`, limit);

export const runningJobs = (db: Db, limit = most) => select(db, sql`lease is not null order by leased_until`, limit);

/** Failed jobs that wait for a retry, the next due first. */
export const retryingJobs = (db: Db, limit = most) =>
  select(db, sql`lease is null and dead_at is null and last_error is not null order by due_at`, limit);

export type QueueCount = { name: string; waiting: number; running: number; dead: number };

/** Queues with jobs, and queues with a schedule. */
export async function countQueues(db: Db): Promise<QueueCount[]> {
  const { rows } = await sql<QueueCount>`
    select coalesce(q.queue, s.name) as name, coalesce(q.waiting, 0) as waiting, coalesce(q.running, 0) as running,
      coalesce(q.dead, 0) as dead
    from (select queue, count(*) filter (where lease is null and dead_at is null)::int as waiting,
        count(*) filter (where lease is not null)::int as running, count(*) filter (where dead_at is not null)::int as dead
      from jobs group by queue) q
    full join job_schedules s on s.name = q.queue order by 1`.execute(db);
  return rows;
}

/** The next due first. */
export const waitingJobs = (db: Db, limit = most) =>
  select(db, sql`lease is null and dead_at is null order by priority, due_at`, limit);

/** Dead jobs are kept for 30 days. */
export const deleteOldDeadJobs = (db: Db): Promise<boolean> =>
  deleteSome(db, 'jobs', sql`dead_at < now() - interval '30 days'`);

/** Runs a dead job, or one that waits for a retry, as soon as possible with all its attempts. */
export async function retryJob(db: Db, id: string): Promise<boolean> {
  const { numAffectedRows = 0n } =
    await sql`update jobs set dead_at = null, attempts = 0, due_at = now(), is_cancel_wanted = false,
      key = case when exists (select from jobs o where o.tenant_id = jobs.tenant_id
        and o.queue = jobs.queue and o.key = jobs.key and o.id <> jobs.id and o.lease is null and o.dead_at is null)
        then null else key end
    where id = ${id} and lease is null`.execute(db);
  markPendingWork(db);
  return numAffectedRows > 0n;
}

/**
 * Retries all dead jobs of a queue. Of the jobs with the same key one keeps the key, unless another waiting job has it.
 */
export async function retryQueue(db: Db, queue: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`with dead as (
      select tenant_id, id, key, row_number() over (partition by tenant_id, key order by dead_at desc) as place
      from jobs where queue = ${queue} and dead_at is not null
    ) update jobs j set dead_at = null, attempts = 0, due_at = now(), is_cancel_wanted = false,
      key = case when dead.place = 1 and not exists (select from jobs o where o.tenant_id = j.tenant_id
        and o.queue = j.queue and o.key = j.key and o.lease is null and o.dead_at is null) then dead.key end
    from dead where j.tenant_id = dead.tenant_id and j.id = dead.id and j.dead_at is not null`.execute(db);
  markPendingWork(db);
  return Number(numAffectedRows);
}

/**
 * Deletes a dead job at once. A waiting job is removed by the next worker, because `onEnd` may have to run; a second
 * call deletes it directly, for queues without a worker. A running job gets an abort signal.
 */
export async function cancelJob(db: Db, id: string): Promise<boolean> {
  const { numAffectedRows: deleted = 0n } = await sql`delete from jobs
    where id = ${id} and lease is null and (dead_at is not null or is_cancel_wanted)`.execute(db);
  if (deleted > 0n) {
    return true;
  }
  const { numAffectedRows = 0n } = await sql`update jobs set is_cancel_wanted = true, priority = 0,
    due_at = case when lease is null then now() else due_at end where id = ${id}`.execute(db);
  markPendingWork(db);
  return numAffectedRows > 0n;
}
