import { adminTenantId, defaultTenantId } from '@postern/contracts/wire';
import { sql } from 'kysely';
import { type Db, locks } from '#platform/db/db';

/** All further rows in this transaction belong to this tenant. For system work only. */
export async function actAs(db: Db, tenantId: string): Promise<void> {
  await sql`select set_config('app.tenant_id', ${tenantId}, true)`.execute(db);
}

/** Restricts the rest of this system transaction to one tenant, like a request of that tenant. */
export async function narrowTo(db: Db, tenantId: string): Promise<void> {
  await actAs(db, tenantId);
  await sql`set local role postern_app`.execute(db);
}

export async function tenantExists(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('tenants').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** The edition that created the data in this database; undefined if it is empty. */
export async function findEdition(db: Db): Promise<'oss' | 'cloud' | undefined> {
  const { rows } = await sql<{ edition: 'oss' | 'cloud' | null }>`select case
    when exists (select from tenants where id not in (${adminTenantId}, ${defaultTenantId})) then 'cloud'
    when exists (select from tenants where id = ${defaultTenantId}) then 'oss'
    when exists (select from tenants) then 'cloud' end as edition`.execute(db);
  return rows[0]?.edition ?? undefined;
}

export type NewTenant = {
  id: string;
  name: string;
  tag: string;
  regionName: string;
  planId: string;
  /** The region whose database holds the data. */
  databaseRegion?: string | null;
};

export async function insertTenant(db: Db, tenant: NewTenant): Promise<void> {
  await db
    .insertInto('tenants')
    .values({
      id: tenant.id,
      name: tenant.name,
      tag: tenant.tag,
      region_name: tenant.regionName,
      plan_id: tenant.planId,
      database_region: tenant.databaseRegion ?? null,
    })
    .execute();
}

/** Returns true once per installation for each step, on any node. */
export async function beginStep(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql`insert into installation_steps (name) values (${name})
    on conflict do nothing returning name`.execute(db);
  return rows.length > 0;
}

export async function lockSeed(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${locks.firstTenants})`.execute(db);
}
