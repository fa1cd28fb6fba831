import { type ImportFile, importLimits } from '@postern/contracts/people/user-imports';
import { sql } from 'kysely';
import type { Db } from '#platform/db';

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
