import type { Creator } from '@postern/contracts/access/application-creators';
import { adminTenantId } from '@postern/contracts/wire';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';

export type CreatedApplication = {
  applicationId: string;
  applicationName: string;
  createdAt: number;
  type: Creator['type'] | null;
  tenant: string | null;
  id: string | null;
};

const columns = [
  'id as applicationId',
  'name as applicationName',
  'created_at as createdAt',
  'created_by_type as type',
  'created_by_tenant as tenant',
  'created_by_id as id',
] as const;

export async function listCreated(db: Db, applicationIds: string[]): Promise<CreatedApplication[]> {
  const rows = await db
    .selectFrom('applications')
    .select(columns)
    .where('id', '=', sql<string>`any(${applicationIds})`)
    .execute();
  // The database validates the type.
  return rows as CreatedApplication[];
}

/** Machines created by a console user, newest first. */
export async function listMachinesOf(db: Db, personId: string): Promise<CreatedApplication[]> {
  const rows = await db
    .selectFrom('applications')
    .select(columns)
    .where('created_by_id', '=', personId)
    .where('created_by_tenant', '=', adminTenantId)
    .where('created_by_type', '=', 'person')
    .where('type', '=', 'MachineToMachine')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(100)
    .execute();
  return rows as CreatedApplication[];
}

export type NamedPerson = { id: string; name: string; isMember: boolean };

/** Display names of users, and whether they are members of an organization and not suspended. */
export async function listPeople(db: Db, ids: string[], organizationId: string): Promise<NamedPerson[]> {
  return db
    .selectFrom('users as u')
    .select([
      'u.id',
      sql<string>`coalesce(nullif(u.name, ''), u.username, u.primary_email, u.primary_phone, u.id)`.as('name'),
      sql<boolean>`not u.is_suspended and exists (select from organization_users m
        where m.organization_id = ${organizationId} and m.user_id = u.id)`.as('isMember'),
    ])
    .where('u.id', '=', sql<string>`any(${ids})`)
    .execute();
}

export async function listApplicationNames(db: Db, ids: string[]): Promise<{ id: string; name: string }[]> {
  return db.selectFrom('applications').select(['id', 'name']).where('id', '=', sql<string>`any(${ids})`).execute();
}
