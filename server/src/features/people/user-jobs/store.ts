import type { JsonObject } from '@postern/contracts/fields';
import type { UserJobKind, UserJobState } from '@postern/contracts/people/user-jobs';
import { sql } from 'kysely';
import { currentActor } from '#platform/actor';
import type { Db } from '#platform/db';
import { newId } from '#platform/ids';
import type { Page } from '#platform/paging';
import type { BatchResult, OpenJob } from './kinds.ts';

export type JobError = { code: string; details?: string | undefined; gaps?: Record<string, string | number> };

const columns = [
  'id',
  'kind',
  'state',
  'total',
  'done',
  'failed',
  'counts',
  'input',
  'is_cancel_wanted as isCancelWanted',
  'created_by as createdBy',
  'created_at as createdAt',
  'started_at as startedAt',
  'finished_at as finishedAt',
  'error',
] as const;

export type JobRow = Omit<OpenJob, 'cursor' | 'secrets' | 'actor'> & {
  state: UserJobState;
  counts: Record<string, number>;
  createdAt: number;
  startedAt: number | null;
  finishedAt: number | null;
  error: JobError | null;
};

export type NewJob = {
  kind: UserJobKind;
  input: JsonObject;
  createdBy: string;
  total?: number | undefined;
  cursor?: JsonObject | undefined;
  /** What only the work itself may see. */
  secrets?: string | undefined;
};

export async function insertJob(db: Db, { input, createdBy, cursor, ...job }: NewJob): Promise<JobRow> {
  const row = await db
    .insertInto('user_jobs')
    .values({
      id: newId(),
      ...job,
      input: JSON.stringify(input),
      cursor: JSON.stringify(cursor ?? {}),
      created_by: createdBy,
      actor: JSON.stringify(currentActor() ?? null),
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
  // Only insertJob and the updates below write here, with values of these types.
  return row as JobRow;
}

export async function findJob(db: Db, id: string): Promise<JobRow | undefined> {
  const row = await db.selectFrom('user_jobs').select(columns).where('id', '=', id).executeTakeFirst();
  return row as JobRow | undefined;
}

type Filter = { kind?: UserJobKind | undefined; state?: UserJobState | undefined };

export async function listJobs(db: Db, { kind, state }: Filter, page: Page): Promise<JobRow[]> {
  const rows = await db
    .selectFrom('user_jobs')
    .select(columns)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? ''))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return rows as JobRow[];
}

export async function countJobs(db: Db, { kind, state }: Filter): Promise<number> {
  const query = db
    .selectFrom('user_jobs')
    .select(sql<number>`count(*)`.as('total'))
    .$if(kind !== undefined, (part) => part.where('kind', '=', kind ?? ''))
    .$if(state !== undefined, (part) => part.where('state', '=', state ?? ''));
  return (await query.executeTakeFirstOrThrow()).total;
}

/** A job that nobody works on is over at once; another one before its next batch. Undefined when it is over. */
export async function wantCancel(db: Db, id: string): Promise<JobRow | undefined> {
  const row = await db
    .updateTable('user_jobs')
    .set({
      is_cancel_wanted: true,
      state: sql<string>`case when lease is null then 'canceled' else state end`,
      finished_at: sql<string>`case when lease is null then now() end`,
      secrets: sql<string | null>`case when lease is null then null else secrets end`,
    })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .returning(columns)
    .executeTakeFirst();
  return row as JobRow | undefined;
}

export type Claim = { tenantId: string; id: string; kind: UserJobKind };

export const claimLock = 7_260_453;

/**
 * The open job that waited longest and that nobody holds. One job of a tenant at a time: two would wait for each other's
 * rows. The lock makes nodes that look at the same moment take turns.
 */
export async function claimJob(
  db: Db,
  { lease, kinds, seconds }: { lease: string; kinds: readonly string[]; seconds: number },
): Promise<Claim | undefined> {
  await sql`select pg_advisory_xact_lock(${claimLock})`.execute(db);
  const { rows } = await sql<Claim>`
    update user_jobs j set state = 'running', lease = ${lease}, started_at = coalesce(started_at, now()),
      leased_until = now() + ${seconds} * interval '1 second'
    from (
      select tenant_id, id from user_jobs o
      where state in ('queued', 'running') and leased_until <= now() and kind = any(${[...kinds]}::text[])
        and not exists (select from user_jobs b where b.tenant_id = o.tenant_id and b.state = 'running'
          and b.lease is not null and b.leased_until > now())
      order by leased_until limit 1 for update skip locked
    ) free
    where j.tenant_id = free.tenant_id and j.id = free.id
    returning j.tenant_id as "tenantId", j.id, j.kind`.execute(db);
  return rows[0];
}

const openColumns = [
  'id',
  'kind',
  'total',
  'done',
  'failed',
  'cursor',
  'input',
  'secrets',
  'is_cancel_wanted as isCancelWanted',
  'created_by as createdBy',
  'actor',
] as const;

/** Holds the job for longer. Undefined when another worker has it by now. */
export async function renewLease(db: Db, id: string, lease: string, seconds: number): Promise<OpenJob | undefined> {
  const row = await db
    .updateTable('user_jobs')
    .set({ leased_until: sql<string>`now() + ${seconds} * interval '1 second'` })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .where('state', '=', 'running')
    .returning(openColumns)
    .executeTakeFirst();
  return row as OpenJob | undefined;
}

/** Locks the job for the transaction of a batch. Undefined when another worker has it by now. */
export async function lockJob(db: Db, id: string, lease: string): Promise<OpenJob | undefined> {
  const row = await db
    .selectFrom('user_jobs')
    .select(openColumns)
    .where('id', '=', id)
    .where('lease', '=', lease)
    .where('state', '=', 'running')
    .forUpdate()
    .executeTakeFirst();
  return row as OpenJob | undefined;
}

const addCounts = (counts: Record<string, number>) =>
  sql<string>`counts || (select coalesce(jsonb_object_agg(key, coalesce((counts ->> key)::int, 0) + value::int), '{}')
    from jsonb_each_text(${JSON.stringify(counts)}::jsonb))`;

/** What one batch did, in its own transaction. */
export async function saveProgress(db: Db, id: string, result: BatchResult, seconds: number): Promise<void> {
  const { cursor, done, failed = 0, total, counts = {} } = result;
  await db
    .updateTable('user_jobs')
    .set({
      cursor: JSON.stringify(cursor),
      done: sql<number>`done + ${done}`,
      failed: sql<number>`failed + ${failed}`,
      counts: addCounts(counts),
      attempts: 0,
      leased_until: sql<string>`now() + ${seconds} * interval '1 second'`,
      ...(total === undefined ? {} : { total }),
    })
    .where('id', '=', id)
    .execute();
}

export async function endJob(
  db: Db,
  id: string,
  state: 'succeeded' | 'failed' | 'canceled',
  error?: JobError,
): Promise<void> {
  await db
    .updateTable('user_jobs')
    .set({
      state,
      finished_at: sql<string>`now()`,
      lease: null,
      secrets: null,
      ...(error ? { error: JSON.stringify(error) } : {}),
    })
    .where('id', '=', id)
    .execute();
}

/** Puts a job back, behind the others, for whoever comes next. */
export async function releaseJob(db: Db, id: string, lease: string): Promise<void> {
  await db
    .updateTable('user_jobs')
    .set({ lease: null, leased_until: sql<string>`now()` })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .execute();
}

/** Tried again later and later. Answers how often it was tried by now; undefined when another worker has it. */
export async function postponeJob(db: Db, id: string, lease: string): Promise<number | undefined> {
  const row = await db
    .updateTable('user_jobs')
    .set({
      lease: null,
      attempts: sql<number>`attempts + 1`,
      leased_until: sql<string>`now() + interval '1 second' * power(2, attempts)`,
    })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .returning('attempts')
    .executeTakeFirst();
  return row?.attempts;
}
