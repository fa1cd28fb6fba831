import { createHash } from 'node:crypto';
import { type ImportFile, importLimits } from '@postern/contracts/people/user-imports';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';

type Analysis = Pick<ImportFile, 'format' | 'encoding' | 'delimiter' | 'columns' | 'needsFirebase'>;

export type NewImportFile = {
  id: string;
  name: string;
  bytes: number;
  records: number;
  parts: number;
  analysis: Analysis;
  createdBy: string;
};

export type ImportFileRow = Omit<NewImportFile, 'createdBy'> & { createdAt: number };

const columns = ['id', 'name', 'bytes', 'records', 'parts', 'analysis', 'created_at as createdAt'] as const;

export async function insertImportFile(
  db: Db,
  { analysis, createdBy, ...file }: NewImportFile,
): Promise<ImportFileRow> {
  const row = await db
    .insertInto('user_import_files')
    .values({ ...file, analysis: JSON.stringify(analysis), created_by: createdBy })
    .returning(columns)
    .executeTakeFirstOrThrow();
  // Only this function writes here, with values of these types.
  return row as ImportFileRow;
}

export async function findImportFile(db: Db, id: string): Promise<ImportFileRow | undefined> {
  const row = await db.selectFrom('user_import_files').select(columns).where('id', '=', id).executeTakeFirst();
  return row as ImportFileRow | undefined;
}

/** Locked, so that only one job can start with it. */
export async function lockImportFile(db: Db, id: string): Promise<ImportFileRow | undefined> {
  const row = await db
    .selectFrom('user_import_files')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row as ImportFileRow | undefined;
}

export async function deleteImportFile(db: Db, id: string): Promise<void> {
  await db.deleteFrom('user_import_files').where('id', '=', id).execute();
}

const isUsed = sql`exists (select from user_jobs j where j.tenant_id = f.tenant_id and j.kind = 'import'
  and j.state in ('queued', 'running') and j.input ->> 'fileId' = f.id)`;

/** Whether a running job uses it. */
export async function isImportFileUsed(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select from user_import_files f where id = ${id} and ${isUsed}`.execute(db);
  return rows.length > 0;
}

/** In small batches: rows are locked while their parts are deleted. */
const perRun = 20;

/** For all tenants: files that were not imported for a while. */
export async function deleteOldImportFiles(db: Db): Promise<{ tenantId: string; id: string; parts: number }[]> {
  const { rows } = await sql<{ tenantId: string; id: string; parts: number }>`
    delete from user_import_files d using (
      select tenant_id, id from user_import_files f
      where created_at < now() - ${importLimits.days} * interval '1 day' and not ${isUsed}
      order by created_at limit ${perRun}) old
    where d.tenant_id = old.tenant_id and d.id = old.id
    returning d.tenant_id as "tenantId", d.id, d.parts`.execute(db);
  return rows;
}

/** 128 bits of a hash as a UUID: the same size for every identifier, and no personal data. */
const keyOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32);

type Met = { text: string; line: number };

async function insertKeys(db: Db, jobId: string, keys: string[], lines: number[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`insert into user_job_keys (job_id, key, line)
    select ${jobId}, key, line from unnest(${keys}::uuid[], ${lines}::int[]) as given (key, line)
    on conflict do nothing returning key`.execute(db);
  return new Set(rows.map(({ key }) => key.replaceAll('-', '')));
}

async function findLines(db: Db, jobId: string, keys: string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('user_job_keys')
    .select(['key', 'line'])
    .where('job_id', '=', jobId)
    .where('key', '=', sql<string>`any(${keys}::uuid[])`)
    .execute();
  return new Map(rows.map(({ key, line }) => [key.replaceAll('-', ''), line]));
}

/** Stores identifiers of a job. Returns those that an earlier line had, with that line. */
export async function rememberKeys(db: Db, jobId: string, met: readonly Met[]): Promise<Map<Met, number>> {
  const firstOf = new Map<string, Met>();
  const keyed = met.map((one) => {
    const key = keyOf(one.text);
    firstOf.set(key, firstOf.get(key) ?? one);
    return { one, key };
  });
  if (keyed.length === 0) {
    return new Map();
  }
  const lines = [...firstOf.values()].map(({ line }) => line);
  const added = await insertKeys(db, jobId, [...firstOf.keys()], lines);
  const old = [...firstOf.keys()].filter((key) => !added.has(key));
  const earlier = old.length > 0 ? await findLines(db, jobId, old) : new Map<string, number>();
  return new Map(
    keyed.flatMap(({ one, key }) => {
      const line = earlier.get(key) ?? firstOf.get(key)?.line;
      return line === undefined || line === one.line ? [] : [[one, line] as const];
    }),
  );
}

/** Refreshes the planner statistics of users, unless another transaction holds the lock. */
export async function refreshStatistics(db: Db): Promise<void> {
  await sql`set local lock_timeout = '2s'`.execute(db);
  await sql`select refresh_user_statistics()`.execute(db);
}
