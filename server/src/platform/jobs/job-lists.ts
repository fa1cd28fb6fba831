import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { deleteSome } from '#platform/db/purge';
import { markPendingWork } from './events.ts';
import { priorities, waitingQueues } from './job-claims.ts';
import { installation, type JobState } from './job-store.ts';

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

const jobStates: readonly JobState[] = ['waiting', 'running', 'dead'];

/** `more` lists the states that have more jobs than counted. */
export type QueueCount = Record<JobState, number> & { name: string; more: JobState[] };

/** Counting more is slow, and no operator needs the exact number. */
const countedJobs = 10_000;

type Counted = Partial<Record<JobState, number>>;
type CountedQueue = { name: string; mine: Counted & { all: number }; first: Counted };

/**
 * The first jobs of each queue, and the first jobs of each state in all queues. Reads a bounded number of rows, however
 * long the queues are. The names are found by jumping from one to the next in the index.
 */
async function countFirst(db: Db, limit: number): Promise<CountedQueue[]> {
  const { rows } = await sql<CountedQueue>`
    with recursive names as (
      (select queue from jobs order by queue limit 1)
      union all
      select (select queue from jobs j where j.queue > names.queue order by j.queue limit 1)
      from names where names.queue is not null
    ), first as (
      select queue, count(*) filter (where state = 'waiting')::int as waiting,
        count(*) filter (where state = 'running')::int as running, count(*) filter (where state = 'dead')::int as dead
      from (
        (select queue, 'waiting' as state from jobs where lease is null and dead_at is null
          order by queue, priority, due_at limit ${limit})
        union all
        (select queue, 'running' from jobs where lease is not null order by leased_until limit ${limit})
        union all
        (select queue, 'dead' from jobs where dead_at is not null order by dead_at desc limit ${limit})
      ) jobs_of_state group by queue
    )
    select names.queue as name, to_jsonb(mine) as mine, coalesce(to_jsonb(first), '{}') as first
    from names cross join lateral (
      select count(*)::int as all, count(*) filter (where lease is null and dead_at is null)::int as waiting,
        count(*) filter (where lease is not null)::int as running,
        count(*) filter (where dead_at is not null)::int as dead
      from (select lease, dead_at from jobs where queue = names.queue order by key limit ${limit}) jobs_of_queue
    ) mine left join first on first.queue = names.queue
    where names.queue is not null`.execute(db);
  return rows;
}

function toCount({ name, mine, first }: CountedQueue, limit: number, isCut: (state: JobState) => boolean): QueueCount {
  const counted: QueueCount = { name, waiting: 0, running: 0, dead: 0, more: [] };
  for (const state of jobStates) {
    const [ofQueue = 0, ofState = 0] = [mine[state], first[state]];
    const isQueueCut = mine.all >= limit;
    counted[state] = isQueueCut ? Math.min(limit - 1, Math.max(ofQueue, ofState)) : ofQueue;
    if (isQueueCut && isCut(state)) {
      counted.more.push(state);
    }
  }
  return counted;
}

/** Queues with jobs, and queues with a schedule. Counts up to ten thousand jobs of each. */
export async function countQueues(db: Db, most = countedJobs): Promise<QueueCount[]> {
  const limit = most + 1;
  const rows = await countFirst(db, limit);
  const total = (state: JobState) => rows.reduce((sum, { first }) => sum + (first[state] ?? 0), 0);
  const counted = rows.map((row) => toCount(row, limit, (state) => total(state) >= limit));
  const schedules = await db.selectFrom('job_schedules').select('name').execute();
  const idle = schedules.filter(({ name }) => !rows.some((row) => row.name === name));
  return [...counted, ...idle.map(({ name }) => ({ name, waiting: 0, running: 0, dead: 0, more: [] }))].sort((a, b) =>
    a.name < b.name ? -1 : 1,
  );
}

/** The next due first. Reads the first jobs of each queue. */
export async function waitingJobs(db: Db, limit = most): Promise<ListedJob[]> {
  const { rows } = await sql<ListedJob>`with recursive ${waitingQueues} select ${columns} from (
      select first.* from names cross join ${priorities} cross join lateral (
        select * from jobs j where j.lease is null and j.dead_at is null and j.queue = names.queue
          and j.priority = level.priority order by j.due_at limit ${limit}) first) waiting
    order by priority, due_at limit ${limit}`.execute(db);
  return rows;
}

/** Dead jobs are kept for 30 days. */
export const deleteOldDeadJobs = (db: Db): Promise<boolean> =>
  deleteSome(db, 'jobs', sql`dead_at < now() - interval '30 days'`);

/** What a job is, without its content. */
export async function findJob(db: Db, id: string): Promise<{ queue: string; tenantId: string | null } | undefined> {
  const { rows } = await sql<{ queue: string; tenantId: string | null }>`
    select queue, nullif(tenant_id, ${installation}) as "tenantId" from jobs where id = ${id}`.execute(db);
  return rows[0];
}

const retried = sql`dead_at = null, attempts = 0, due_at = now(), is_cancel_wanted = false`;
/** A job with the key of this dead one that waits or runs. It is newer, so it includes the work of the dead one. */
const newerJob = sql`select from jobs o where o.tenant_id = j.tenant_id and o.queue = j.queue and o.key = j.key
  and o.dead_at is null`;

/** Runs a dead job, or one that waits for a retry, as soon as possible with all its attempts. */
export async function retryJob(db: Db, id: string): Promise<boolean> {
  const { numAffectedRows: replaced = 0n } =
    await sql`delete from jobs j where id = ${id} and dead_at is not null and exists (${newerJob})`.execute(db);
  const { numAffectedRows = 0n } = await sql`update jobs set ${retried} where id = ${id} and lease is null`.execute(db);
  markPendingWork(db);
  return replaced + numAffectedRows > 0n;
}

/** Retries all dead jobs of a queue. Of those with the same key, only the latest one runs. */
export async function retryQueue(db: Db, queue: string): Promise<number> {
  const { numAffectedRows: replaced = 0n } = await sql`delete from jobs j where queue = ${queue} and dead_at is not null
    and key is not null and (exists (${newerJob}) or exists (select from jobs o where o.tenant_id = j.tenant_id
      and o.queue = j.queue and o.key = j.key and (o.dead_at, o.id) > (j.dead_at, j.id)))`.execute(db);
  const { numAffectedRows = 0n } =
    await sql`update jobs set ${retried} where queue = ${queue} and dead_at is not null`.execute(db);
  markPendingWork(db);
  return Number(replaced + numAffectedRows);
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
