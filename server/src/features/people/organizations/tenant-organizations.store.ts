import { adminTenantId } from '@postern/contracts/wire';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';

/** Each tenant is an organization of the admin tenant. Does nothing if it exists. For the admin tenant. */
export async function insertTenantOrganization(db: Db, id: string, name: string): Promise<void> {
  await sql`insert into organizations (id, name) values (${id}, ${name}) on conflict do nothing`.execute(db);
}

/** For the system handle, which sees all tenants. */
export async function renameTenantOrganization(db: Db, id: string, name: string): Promise<void> {
  await db
    .updateTable('organizations')
    .set({ name })
    .where('tenant_id', '=', adminTenantId)
    .where('id', '=', id)
    .execute();
}

/** Members and invitations are deleted with it. For the system handle. */
export async function deleteTenantOrganization(db: Db, id: string): Promise<void> {
  await db.deleteFrom('organizations').where('tenant_id', '=', adminTenantId).where('id', '=', id).execute();
}

/** Makes a user a member with one role. */
export async function insertMember(db: Db, organizationId: string, userId: string, roleId: string): Promise<void> {
  await db.insertInto('organization_users').values({ organization_id: organizationId, user_id: userId }).execute();
  await db
    .insertInto('organization_users_roles')
    .values({ organization_id: organizationId, user_id: userId, organization_role_id: roleId })
    .execute();
}
