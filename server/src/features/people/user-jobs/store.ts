import type { JsonObject } from '@postern/contracts/fields';
import type { UserJobKind, UserJobState } from '@postern/contracts/people/user-jobs';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import type { Page } from '#platform/db/paging';
import { currentActor } from '#platform/http/actor';
import { enqueue } from '#platform/jobs/jobs';
import { newId } from '#platform/secrets/ids';
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
  /** Only visible to the job itself. */
  secrets?: string | undefined;
};

export const userJobQueue = 'user-jobs';

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
  await enqueue(db, { queue: userJobQueue, key: row.id, payload: { id: row.id } });
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

/** Cancels an idle job immediately, and a running one before its next batch. Undefined if it has ended. */
export async function requestCancel(db: Db, id: string): Promise<JobRow | undefined> {
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

/** Takes over the job from any previous holder. Undefined if it has ended. */
export async function holdJob(db: Db, id: string, lease: string, seconds: number): Promise<OpenJob | undefined> {
  const row = await db
    .updateTable('user_jobs')
    .set({
      state: 'running',
      lease,
      started_at: sql<string>`coalesce(started_at, now())`,
      leased_until: sql<string>`now() + ${seconds} * interval '1 second'`,
    })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .returning(openColumns)
    .executeTakeFirst();
  return row as OpenJob | undefined;
}

/** Extends the lease. Undefined if another worker holds the job by now. */
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

/** Locks the job for the transaction of a batch. Undefined if another worker holds it by now. */
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

/** Stores the result of one batch in its transaction. */
export async function saveProgress(db: Db, id: string, result: BatchResult, seconds: number): Promise<void> {
  const { cursor, done, failed = 0, total, counts = {} } = result;
  await db
    .updateTable('user_jobs')
    .set({
      cursor: JSON.stringify(cursor),
      done: sql<number>`done + ${done}`,
      failed: sql<number>`failed + ${failed}`,
      counts: addCounts(counts),
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

/** Releases the lease, so that the job can be canceled immediately. */
export async function releaseJob(db: Db, id: string, lease: string): Promise<void> {
  await db
    .updateTable('user_jobs')
    .set({ lease: null, leased_until: sql<string>`now()` })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .execute();
}
