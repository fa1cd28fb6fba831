import { type RawBuilder, sql } from 'kysely';
import { deleteTenantOrganization } from '#features/people/organizations';
import type { Db } from '#platform/db/db';

export const eraseQueue = 'tenants.erase';

export type Deletion = {
  id: string;
  name: string;
  requestedBy: string;
  requestedAt: number;
  /** Since the request, by the clock of the database. */
  waitedSeconds: number;
  /** Null until counted. */
  rowsTotal: number | null;
  rowsErased: number;
  filesErased: number;
  /** The table that is being erased. */
  position: string | null;
  attempts: number;
  lastError: string | null;
  finishedAt: number | null;
};

const columns = [
  'id',
  'name',
  'requested_by as requestedBy',
  'requested_at as requestedAt',
  sql<number>`extract(epoch from now() - requested_at)::float8`.as('waitedSeconds'),
  'rows_total as rowsTotal',
  'rows_erased as rowsErased',
  'files_erased as filesErased',
  'position',
  'attempts',
  'last_error as lastError',
  'finished_at as finishedAt',
] as const;

/** Disables the tenant and removes its members and invitations. For the system handle, like all functions here. */
export async function markDeleted(db: Db, id: string, organizationId: string): Promise<void> {
  await db.updateTable('tenants').set({ deleted_at: sql<string>`now()` }).where('id', '=', id).execute();
  await deleteTenantOrganization(db, organizationId);
}

export async function insertDeletion(
  db: Db,
  { id, name, requestedBy }: Pick<Deletion, 'id' | 'name' | 'requestedBy'>,
): Promise<void> {
  await db.insertInto('tenant_deletions').values({ id, name, requested_by: requestedBy }).execute();
}

/** Newest first. */
export async function listDeletions(db: Db): Promise<Deletion[]> {
  return db.selectFrom('tenant_deletions').select(columns).orderBy('requested_at', 'desc').orderBy('id').execute();
}

/** Undefined if finished. */
export async function findDeletion(db: Db, id: string): Promise<Deletion | undefined> {
  return openDeletion(db, id).executeTakeFirst();
}

/** Locks it until the transaction ends. Undefined if finished. */
export async function lockDeletion(db: Db, id: string): Promise<Deletion | undefined> {
  return openDeletion(db, id).forUpdate().executeTakeFirst();
}

const openDeletion = (db: Db, id: string) =>
  db.selectFrom('tenant_deletions').select(columns).where('id', '=', id).where('finished_at', 'is', null);

export type Progress = {
  rowsTotal?: number;
  rows?: number;
  files?: number;
  position: string | null;
  /** Seconds until the next step is possible. */
  inSeconds?: number;
  isFinished?: boolean;
};

export async function saveProgress(db: Db, id: string, progress: Progress): Promise<void> {
  const { rowsTotal, rows = 0, files = 0, position, isFinished } = progress;
  await db
    .updateTable('tenant_deletions')
    .set({
      position,
      rows_erased: sql<number>`rows_erased + ${rows}`,
      files_erased: sql<number>`files_erased + ${files}`,
      attempts: 0,
      last_error: null,
      ...(rowsTotal === undefined ? {} : { rows_total: rowsTotal }),
      ...(isFinished ? { finished_at: sql<string>`now()` } : {}),
    })
    .where('id', '=', id)
    .execute();
}

/** Stores the last error for monitoring the deletion. */
export async function noteFailure(db: Db, id: string, reason: string): Promise<void> {
  await sql`update tenant_deletions set attempts = attempts + 1, last_error = ${reason}
    where id = ${id} and finished_at is null`.execute(db);
}

/** A table with rows of tenants, from the catalog of the database, so that tables of later releases are included. */
export type TenantTable = { name: string; key: string[]; refersTo: string[] };

export async function listTenantTables(db: Db): Promise<TenantTable[]> {
  const { rows } = await sql<TenantTable>`
    select c.relname as name,
      array(select a.attname::text from pg_index i cross join unnest(i.indkey) with ordinality k (number, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
        where i.indrelid = c.oid and i.indisprimary order by k.place) as key,
      array(select distinct p.relname::text from pg_constraint f join pg_class p on p.oid = f.confrelid
        where f.conrelid = c.oid and f.contype = 'f' and p.oid <> c.oid) as "refersTo"
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname`.execute(db);
  return rows;
}

const named = (columns: string[]): RawBuilder<unknown> => sql.join(columns.map((column) => sql.ref(column)));

/**
 * Deletes up to a number of rows of a tenant and returns how many. Uses the key because partitioned tables have no
 * other unique row identifier.
 */
export async function eraseRows(db: Db, { name, key }: TenantTable, tenantId: string, limit: number): Promise<number> {
  const table = sql.table(name);
  const { numAffectedRows } = await sql`delete from ${table} where (${named(key)}) in (
      select ${named(key)} from ${table} where tenant_id = ${tenantId} limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

export async function countRows(db: Db, tables: TenantTable[], tenantId: string): Promise<number> {
  const counts = tables.map(({ name }) => sql`(select count(*) from ${sql.table(name)} where tenant_id = ${tenantId})`);
  const { rows } = await sql<{ total: number }>`select ${sql.join(counts, sql` + `)} as total`.execute(db);
  return rows[0]?.total ?? 0;
}

/** The region whose own database holds the tenant's data; reads the home database. */
export async function findDatabaseRegion(db: Db, tenantId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('tenants')
    .select('database_region as region')
    .where('id', '=', tenantId)
    .executeTakeFirst();
  return row?.region ?? undefined;
}

/** Waits for running writes of the tenant and blocks new ones. Returns false if the tenant is gone. */
export async function lockTenant(db: Db, tenantId: string): Promise<boolean> {
  const row = await db.selectFrom('tenants').select('id').where('id', '=', tenantId).forUpdate().executeTakeFirst();
  return row !== undefined;
}

export async function eraseTenantRow(db: Db, tenantId: string): Promise<void> {
  await db.deleteFrom('tenants').where('id', '=', tenantId).execute();
}
