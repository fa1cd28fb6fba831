import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { currentActor } from '#platform/http/actor';
import { markPendingWork } from './events.ts';

/** Tenant id of jobs that belong to no tenant. */
export const installation = '*';

export type JobState = 'waiting' | 'running' | 'dead';

export type NewJob = {
  queue: string;
  /**
   * At most one job per queue and key that is not dead. Adding it again moves a waiting one earlier and replaces its
   * payload; a failed one keeps its delay. A running one runs again with the new payload after it ends.
   */
  key?: string;
  payload?: Record<string, unknown>;
  inSeconds?: number;
  /** 0 is the highest priority, 2 the lowest. */
  priority?: 0 | 1 | 2;
  /** Defaults to the tenant of the unit of work; none outside of one. */
  tenantId?: string;
};

/** A job that ends before it can be changed: it runs, or the next worker cancels it. */
const isEnding = sql`(j.lease is not null or j.is_cancel_wanted)`;
const onSameKey = sql`on conflict (tenant_id, queue, key) where key is not null and dead_at is null do update set
  due_at = case when ${isEnding} or j.last_error is not null then j.due_at else least(j.due_at, excluded.due_at) end,
  again_at = case when ${isEnding} then least(j.again_at, excluded.due_at) else j.again_at end`;
const withNewPayload = sql`payload = case when ${isEnding} then j.payload else excluded.payload end,
  actor = case when ${isEnding} then j.actor else excluded.actor end, priority = least(j.priority, excluded.priority),
  again_payload = case when ${isEnding} then excluded.payload end,
  again_actor = case when ${isEnding} then excluded.actor end`;

/** Adds many jobs to a queue with one statement. Each key must be unique. */
export async function enqueueEach(
  db: Db,
  queue: string,
  jobs: { key?: string; tenantId?: string; payload: Record<string, unknown> }[],
): Promise<void> {
  if (jobs.length === 0) {
    return;
  }
  const actor = currentActor();
  await sql`insert into jobs as j (tenant_id, queue, key, payload, actor, knows_again)
    select coalesce("tenantId", nullif(current_setting('app.tenant_id', true), ''), ${installation}), ${queue}, key, payload,
      ${actor ? JSON.stringify(actor) : null}::jsonb, true
    from jsonb_to_recordset(${JSON.stringify(jobs)}::jsonb) as given (key varchar, "tenantId" varchar, payload jsonb)
    ${onSameKey}, ${withNewPayload}`.execute(db);
  markPendingWork(db);
}

/** Adds a job with a key for each, or makes the waiting one due now, with its payload. One statement. */
export async function enqueueNow(
  db: Db,
  queue: string,
  jobs: { key: string; tenantId: string; payload: Record<string, unknown> }[],
): Promise<void> {
  if (jobs.length === 0) {
    return;
  }
  await sql`insert into jobs as j (tenant_id, queue, key, payload, knows_again)
    select "tenantId", ${queue}, key, payload, true
    from jsonb_to_recordset(${JSON.stringify(jobs)}::jsonb) as given (key varchar, "tenantId" varchar, payload jsonb)
    order by "tenantId", key ${onSameKey}`.execute(db);
  markPendingWork(db);
}

/** Adds a job in the caller's transaction: both are committed or neither is. */
export async function enqueue(db: Db, job: NewJob): Promise<string> {
  const { queue, key = null, payload = {}, inSeconds = 0, priority = 1, tenantId = null } = job;
  const actor = currentActor();
  const { rows } = await sql<{ id: string }>`
    insert into jobs as j (tenant_id, queue, key, payload, priority, due_at, actor, knows_again)
    values (coalesce(${tenantId}::varchar, nullif(current_setting('app.tenant_id', true), ''), ${installation}), ${queue}, ${key},
      ${JSON.stringify(payload)}::jsonb, ${priority}, now() + ${inSeconds} * interval '1 second',
      ${actor ? JSON.stringify(actor) : null}::jsonb, true)
    ${onSameKey}, ${withNewPayload} returning id`.execute(db);
  markPendingWork(db);
  const [added] = rows;
  if (!added) {
    throw new Error('An insert returns its row.');
  }
  return added.id;
}

/**
 * A running job waits again. What was added while it ran replaces its payload, unless it is canceled: then the cancellation
 * comes first.
 */
const mergeAgain = sql`actor = case when again_at is null or is_cancel_wanted then actor else again_actor end,
  again_at = case when is_cancel_wanted then again_at end,
  again_payload = case when is_cancel_wanted then again_payload end,
  again_actor = case when is_cancel_wanted then again_actor end, lease = null, leased_until = null`;
const newestPayload = sql`case when is_cancel_wanted then null else again_payload end`;

/**
 * Makes jobs of dead nodes wait again. They keep their attempts, so that a job that crashes its node ends eventually.
 */
export async function releaseAbandonedJobs(db: Db): Promise<number> {
  const { numAffectedRows = 0n } = await sql`update jobs set due_at = now(),
      payload = coalesce(${newestPayload}, payload), last_error = 'The node that ran the job has stopped.', ${mergeAgain}
    where lease is not null and leased_until < now()`.execute(db);
  return Number(numAffectedRows);
}

/** Extends the leases. Returns the jobs that are still held, and whether they should be canceled. */
export async function renewLeases(
  db: Db,
  lease: string,
  seconds: number,
  ids: string[],
): Promise<Map<string, boolean>> {
  const { rows } = await sql<{ id: string; isCancelWanted: boolean }>`
    update jobs set leased_until = now() + ${seconds} * interval '1 second' where lease = ${lease} and id = any(${ids}::uuid[])
    returning id, is_cancel_wanted as "isCancelWanted"`.execute(db);
  return new Map(rows.map(({ id, isCancelWanted }) => [id, isCancelWanted]));
}

type Held = { id: string; lease: string };

/** Skips jobs that another worker holds by now. The database lets those wait that were added again meanwhile. */
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

/** Reschedules a job. Only a failure delays what was added meanwhile. */
export async function postponeJob(db: Db, { id, lease }: Held, later: Later): Promise<void> {
  const { inSeconds, payload, error = null, attempts } = later;
  const dueAt = sql`now() + ${inSeconds} * interval '1 second'`;
  await sql`update jobs set due_at = ${attempts === 'keep' ? dueAt : sql`least(${dueAt}, again_at)`},
      attempts = case ${attempts}::text when 'keep' then attempts when 'return' then attempts - 1 else 0 end,
      last_error = case ${attempts}::text when 'return' then last_error else ${error} end,
      payload = coalesce(${newestPayload}, ${payload ? JSON.stringify(payload) : null}::jsonb, payload), ${mergeAgain}
    where id = ${id} and lease = ${lease}`.execute(db);
}

/** Removes a waiting job. A running job continues, and does not run again. */
export async function removeWaiting(db: Db, queue: string, key: string): Promise<void> {
  await sql`update jobs set again_at = null, again_payload = null, again_actor = null
    where queue = ${queue} and key = ${key} and dead_at is null and again_at is not null`.execute(db);
  await sql`delete from jobs where queue = ${queue} and key = ${key} and lease is null`.execute(db);
}

/**
 * The job has failed permanently and is kept for the operator, only the latest one of a key. What was added meanwhile
 * becomes a new job, by a trigger.
 */
export async function markJobDead(db: Db, { id, lease }: Held, error: string): Promise<void> {
  await sql`delete from jobs o using jobs j where j.id = ${id} and j.lease = ${lease} and o.queue = j.queue and o.key = j.key
    and o.tenant_id = j.tenant_id and o.dead_at is not null`.execute(db);
  await sql`update jobs set lease = null, leased_until = null, dead_at = now(), last_error = ${error}
    where id = ${id} and lease = ${lease}`.execute(db);
}

/** The key of jobs that a schedule adds. */
export const scheduleKey = 'schedule';

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

/** Adds the jobs of the due schedules. Skips those that still wait or run. */
export async function enqueueDue(db: Db, names: string[]): Promise<void> {
  await sql`with due as (
      update job_schedules set last_at = now(),
        next_at = (case when next_at + every_seconds * interval '1 second' > now() then next_at else now() end)
          + every_seconds * interval '1 second'
      where next_at <= now() and name = any(${names}) returning name
    ) insert into jobs (tenant_id, queue, key, knows_again) select ${installation}, name, ${scheduleKey}, true from due
      on conflict (tenant_id, queue, key) where key is not null and dead_at is null do nothing`.execute(db);
}
