import { adminTenantId, tenantOrganizationId } from '@postern/contracts/wire';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';

/** The display name of a person in the console. For the system handle, like all functions here. */
export async function findPersonName(db: Db, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select(sql<string | null>`coalesce(name, username, primary_email)`.as('name'))
    .where('tenant_id', '=', adminTenantId)
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.name ?? undefined;
}

export async function findTenantName(db: Db, tenantId: string): Promise<string | undefined> {
  const row = await db.selectFrom('tenants').select('name').where('id', '=', tenantId).executeTakeFirst();
  return row?.name;
}

export async function listMemberIds(db: Db, tenantId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('organization_users')
    .select('user_id as id')
    .where('tenant_id', '=', adminTenantId)
    .where('organization_id', '=', tenantOrganizationId(tenantId))
    .execute();
  return rows.map(({ id }) => id);
}

export const channel = 'postern_live';

/** Reaches every node when the transaction commits. */
export async function notifyNodes(db: Db, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(db);
}
