import { sql } from 'kysely';
import { type Actor, currentActor } from './actor.ts';
import type { Db } from './db.ts';
import { markPendingWork } from './events.ts';

/** Tenant id of jobs that belong to no tenant. */
export const installation = '*';

export type JobState = 'waiting' | 'running' | 'dead';

export type NewJob = {
  queue: string;
  /** At most one waiting job per queue and key. Adding it again can only move it earlier, and replaces the payload. */
  key?: string;
  payload?: Record<string, unknown>;
  inSeconds?: number;
  /** 0 is the highest priority, 2 the lowest. */
  priority?: 0 | 1 | 2;
  /** Defaults to the tenant of the unit of work; none outside of one. */
  tenantId?: string;
};

/** Adds many jobs to a queue with one statement. Each key must be unique and must not be waiting already. */
export async function enqueueEach(
  db: Db,
  queue: string,
  jobs: { key?: string; tenantId?: string; payload: Record<string, unknown> }[],
): Promise<void> {
  if (jobs.length === 0) {
    return;
  }
  const actor = currentActor();
  await sql`insert into jobs (tenant_id, queue, key, payload, actor)
    select coalesce("tenantId", nullif(current_setting('app.tenant_id', true), ''), ${installation}), ${queue}, key, payload,
      ${actor ? JSON.stringify(actor) : null}::jsonb
    from jsonb_to_recordset(${JSON.stringify(jobs)}::jsonb) as given (key varchar, "tenantId" varchar, payload jsonb)
    on conflict (tenant_id, queue, key) where key is not null and lease is null and dead_at is null
      do nothing`.execute(db);
  markPendingWork(db);
}

/** Adds a job with a key for each, or makes the waiting one due now. One statement. */
export async function enqueueNow(
  db: Db,
  queue: string,
  jobs: { key: string; tenantId: string; payload: Record<string, unknown> }[],
): Promise<void> {
  if (jobs.length === 0) {
    return;
  }
  await sql`insert into jobs as j (tenant_id, queue, key, payload)
    select "tenantId", ${queue}, key, payload
    from jsonb_to_recordset(${JSON.stringify(jobs)}::jsonb) as given (key varchar, "tenantId" varchar, payload jsonb)
    order by "tenantId", key
    on conflict (tenant_id, queue, key) where key is not null and lease is null and dead_at is null
      do update set due_at = least(j.due_at, excluded.due_at)`.execute(db);
  markPendingWork(db);
}

/** Adds a job in the caller's transaction: both are committed or neither is. */
export async function enqueue(db: Db, job: NewJob): Promise<string> {
  const { queue, key = null, payload = {}, inSeconds = 0, priority = 1, tenantId = null } = job;
  const actor = currentActor();
  const { rows } = await sql<{ id: string }>`
    insert into jobs as j (tenant_id, queue, key, payload, priority, due_at, actor)
    values (coalesce(${tenantId}::varchar, nullif(current_setting('app.tenant_id', true), ''), ${installation}), ${queue}, ${key},
      ${JSON.stringify(payload)}::jsonb, ${priority}, now() + ${inSeconds} * interval '1 second',
      ${actor ? JSON.stringify(actor) : null}::jsonb)
    on conflict (tenant_id, queue, key) where key is not null and lease is null and dead_at is null
      do update set due_at = least(j.due_at, excluded.due_at), payload = excluded.payload,
        priority = least(j.priority, excluded.priority)
    returning id`.execute(db);
  markPendingWork(db);
  const [added] = rows;
  if (!added) {
    throw new Error('An insert returns its row.');
  }
  return added.id;
}

export type ClaimedJob = {
  id: string;
  tenantId: string;
  queue: string;
  key: string | null;
  payload: Record<string, unknown>;
  attempts: number;
  actor: Actor | null;
  isCancelWanted: boolean;
};

/** Held by a worker that enforces limits per tenant, so that concurrent workers count one after the other. */
export const limitLock = 7_260_454;

export async function lockLimits(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${limitLock})`.execute(db);
}

/**
 * Makes jobs of dead nodes wait again. They keep their attempts, so that a job that crashes its node ends eventually.
 */
export async function releaseAbandonedJobs(db: Db): Promise<number> {
  const { numAffectedRows = 0n } = await sql`update jobs set lease = null, leased_until = null, due_at = now(),
      key = case when exists (select from jobs o where o.tenant_id = jobs.tenant_id
        and o.queue = jobs.queue and o.key = jobs.key and o.lease is null and o.dead_at is null) then null else key end,
      last_error = 'The node that ran the job has stopped.'
    where lease is not null and leased_until < now()`.execute(db);
  return Number(numAffectedRows);
}

export type Wanted = {
  lease: string;
  seconds: number;
  count: number;
  queues: string[];
  /** `queue tenant` pairs that have reached their limit of running jobs. */
  full: string[];
};

/** The due jobs with the highest priority, oldest first. */
export async function claimJobs(db: Db, { lease, seconds, count, queues, full }: Wanted): Promise<ClaimedJob[]> {
  const { rows } = await sql<ClaimedJob>`
    with picked as (
      select one.id from (values (0), (1), (2)) as level (priority) cross join lateral (
        select id, due_at from jobs j
        where lease is null and dead_at is null and j.priority = level.priority and due_at <= now()
          and queue = any(${queues}) and not queue || ' ' || tenant_id = any(${full})
        order by due_at limit ${count} for update skip locked) one
      order by level.priority, one.due_at limit ${count}
    ), taken as (
      update jobs j set lease = ${lease}, leased_until = now() + ${seconds} * interval '1 second', attempts = attempts + 1
      from picked where j.id = picked.id
      returning j.id, j.tenant_id as "tenantId", j.queue, j.key, j.payload, j.attempts, j.actor, j.priority, j.due_at,
        j.is_cancel_wanted as "isCancelWanted"
    ) select id, "tenantId", queue, key, payload, attempts, actor, "isCancelWanted" from taken order by priority, due_at`.execute(
    db,
  );
  return rows;
}

/** Number of running jobs per queue and tenant, on all nodes. */
export async function countRunning(db: Db, queues: string[]): Promise<Map<string, number>> {
  if (queues.length === 0) {
    return new Map();
  }
  const { rows } = await sql<{ pair: string; n: number }>`
    select queue || ' ' || tenant_id as pair, count(*)::int as n from jobs
    where lease is not null and tenant_id <> ${installation} and queue = any(${queues}) group by 1`.execute(db);
  return new Map(rows.map(({ pair, n }) => [pair, n]));
}

/** Extends the leases. Returns the jobs that are still held, and whether they should be canceled. */
export async function renewLeases(db: Db, lease: string, seconds: number): Promise<Map<string, boolean>> {
  const { rows } = await sql<{ id: string; isCancelWanted: boolean }>`
    update jobs set leased_until = now() + ${seconds} * interval '1 second' where lease = ${lease}
    returning id, is_cancel_wanted as "isCancelWanted"`.execute(db);
  return new Map(rows.map(({ id, isCancelWanted }) => [id, isCancelWanted]));
}

type Held = { id: string; lease: string };

/** Skips jobs that another worker holds by now. */
export async function deleteJobs(db: Db, ids: string[], lease: string): Promise<void> {
  await sql`delete from jobs where id = any(${ids}::uuid[]) and lease = ${lease}`.execute(db);
}

export async function saveProgress(db: Db, { id, lease }: Held, progress: Record<string, unknown>): Promise<void> {
  await sql`update jobs set progress = ${JSON.stringify(progress)}::jsonb where id = ${id} and lease = ${lease}`.execute(
    db,
  );
}

/** `attempts`: kept after a failure, reset after progress, decremented if nothing was tried. */
export type Later = {
  inSeconds: number;
  attempts: 'keep' | 'reset' | 'return';
  payload?: Record<string, unknown>;
  error?: string;
};

/** Reschedules a job. Deletes it instead if another job with its key is waiting already. */
export async function postponeJob(db: Db, { id, lease }: Held, later: Later): Promise<void> {
  const { rows } = await sql<{ id: string }>`delete from jobs j where id = ${id} and lease = ${lease} and exists (
      select from jobs o where o.tenant_id = j.tenant_id and o.queue = j.queue and o.key = j.key
        and o.lease is null and o.dead_at is null) returning id`.execute(db);
  if (rows.length > 0) {
    return;
  }
  const { inSeconds, payload, error = null, attempts } = later;
  await sql`update jobs set lease = null, leased_until = null, due_at = now() + ${inSeconds} * interval '1 second',
      attempts = case ${attempts}::text when 'keep' then attempts when 'return' then attempts - 1 else 0 end,
      last_error = ${error},
      payload = coalesce(${payload ? JSON.stringify(payload) : null}::jsonb, payload)
    where id = ${id} and lease = ${lease}`.execute(db);
}

/** Claimed jobs that exceed a limit keep their place in the queue. */
export async function returnJobs(db: Db, ids: string[], lease: string): Promise<void> {
  if (ids.length > 0) {
    await sql`update jobs set lease = null, leased_until = null, attempts = attempts - 1
      where id = any(${ids}::uuid[]) and lease = ${lease}`.execute(db);
  }
}

/** Removes a waiting job. A running job continues. */
export async function removeWaiting(db: Db, queue: string, key: string): Promise<void> {
  await sql`delete from jobs where queue = ${queue} and key = ${key} and lease is null`.execute(db);
}

/** The job has failed permanently and is kept for the operator. For a schedule, only the latest failure is kept. */
export async function markJobDead(db: Db, { id, lease }: Held, error: string): Promise<void> {
  await sql`delete from jobs o using jobs j where j.id = ${id} and o.queue = j.queue and o.key = j.key
    and j.key = ${scheduleKey} and o.tenant_id = j.tenant_id and o.dead_at is not null`.execute(db);
  await sql`update jobs set lease = null, leased_until = null, dead_at = now(), last_error = ${error}
    where id = ${id} and lease = ${lease}`.execute(db);
}

/** The key of jobs that a schedule adds. */
const scheduleKey = 'schedule';

export type Schedule = { name: string; everySeconds: number };

/**
 * Adds or updates schedules. A new one is first due after its interval; a shorter interval also shortens the current
 * wait.
 */
export async function declareSchedules(db: Db, schedules: Schedule[]): Promise<void> {
  await sql`insert into job_schedules as s (name, every_seconds, next_at)
    select name, "everySeconds", now() + "everySeconds" * interval '1 second'
    from jsonb_to_recordset(${JSON.stringify(schedules)}::jsonb) as given (name varchar, "everySeconds" int)
    on conflict (name) do update set every_seconds = excluded.every_seconds, next_at = least(s.next_at, excluded.next_at)
      where s.every_seconds <> excluded.every_seconds`.execute(db);
}

/** Adds the jobs of the due schedules. Skips those that are still waiting. */
export async function enqueueDue(db: Db, names: string[]): Promise<void> {
  await sql`with due as (
      update job_schedules set last_at = now(),
        next_at = (case when next_at + every_seconds * interval '1 second' > now() then next_at else now() end)
          + every_seconds * interval '1 second'
      where next_at <= now() and name = any(${names}) returning name
    ) insert into jobs (tenant_id, queue, key) select ${installation}, name, ${scheduleKey} from due
      on conflict (tenant_id, queue, key) where key is not null and lease is null and dead_at is null
      do nothing`.execute(db);
}

export type Next = {
  /** Milliseconds until the next work; null if nothing is waiting. */
  ms: number | null;
  /** The outbox holds events that are overdue. */
  hasEvents: boolean;
};

/** One statement for everything a worker waits for. */
export async function untilNext(db: Db, queues: string[], names: string[]): Promise<Next> {
  const { rows } =
    await sql<Next>`select exists (select from outbox where available_at <= now()) as "hasEvents", extract(epoch from least(
      (select min(due_at) from (values (0), (1), (2)) as level (priority) cross join lateral (
        select due_at from jobs j where lease is null and dead_at is null and j.priority = level.priority
          and queue = any(${queues}) order by due_at limit 1) first),
      (select min(leased_until) from jobs where lease is not null),
      (select min(next_at) from job_schedules where name = any(${names})),
      (select available_at from outbox where available_at > now() and available_at < 'infinity' order by available_at limit 1)) - clock_timestamp()
    )::float8 * 1000 as ms`.execute(db);
  return rows[0] ?? { ms: null, hasEvents: false };
}
