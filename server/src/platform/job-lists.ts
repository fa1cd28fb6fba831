import { type RawBuilder, sql } from 'kysely';
import type { Db } from './db.ts';
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
};

const columns = sql`id, nullif(tenant_id, ${sql.lit(installation)}) as "tenantId", queue, key, attempts, priority, due_at as "dueAt", created_at as "createdAt",
  dead_at as "deadAt", last_error as "lastError", progress,
  case when dead_at is not null then 'dead' when lease is not null then 'running' else 'waiting' end as state`;

async function select(db: Db, where: RawBuilder<unknown>, limit: number): Promise<ListedJob[]> {
  const { rows } = await sql<ListedJob>`select ${columns} from jobs where ${where} limit ${limit}`.execute(db);
  return rows;
}

const most = 200;

/** The latest failure first. */
export const deadJobs = (db: Db, limit = most) => select(db, sql`dead_at is not null order by dead_at desc`, limit);

export const runningJobs = (db: Db, limit = most) => select(db, sql`lease is not null order by leased_until`, limit);

/** What is due next first. */
export const waitingJobs = (db: Db, limit = most) =>
  select(db, sql`lease is null and dead_at is null order by priority, due_at`, limit);

/** A dead job, or one that waits for a further attempt, runs as soon as it can, with all its attempts. */
export async function retryJob(db: Db, id: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`update jobs set dead_at = null, attempts = 0, due_at = now(),
      key = case when exists (select from jobs o where o.tenant_id = jobs.tenant_id
        and o.queue = jobs.queue and o.key = jobs.key and o.id <> jobs.id and o.lease is null and o.dead_at is null)
        then null else key end
    where id = ${id} and lease is null`.execute(db);
  return numAffectedRows > 0n;
}

/** A job that waits or is dead is gone at once; one that runs is told to end. */
export async function cancelJob(db: Db, id: string): Promise<boolean> {
  const { numAffectedRows: deleted = 0n } = await sql`delete from jobs where id = ${id} and lease is null`.execute(db);
  if (deleted > 0n) {
    return true;
  }
  const { numAffectedRows = 0n } = await sql`update jobs set is_cancel_wanted = true where id = ${id}`.execute(db);
  return numAffectedRows > 0n;
}
