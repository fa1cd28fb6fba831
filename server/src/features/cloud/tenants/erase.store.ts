import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db';

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
