import type {
  Administrator,
  AdministratorInvitation,
  AdministratorRole,
} from '@postern/contracts/people/administrators';
import { defaultTenantId, tenantOrganizationId } from '@postern/contracts/wire';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';

/** Administrators are the members of this organization of the admin tenant. */
export const administratorsOrganization = tenantOrganizationId(defaultTenantId);

/** All changes of administrators take this lock first, so that the last one cannot be removed by two requests. */
export async function lockAdministrators(db: Db): Promise<void> {
  await db
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', administratorsOrganization)
    .forUpdate()
    .executeTakeFirst();
}

/** A member without the role `admin` is shown as a reader, even if an operator gave them another role. */
const role = sql<AdministratorRole>`case when exists (select from organization_users_roles r
    where r.organization_id = m.organization_id and r.user_id = m.user_id and r.organization_role_id = 'admin')
  then 'admin' else 'reader' end`;

const selectAdministrators = (db: Db) =>
  db
    .selectFrom('organization_users as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select([
      'u.id',
      'u.name',
      'u.username',
      'u.primary_email as primaryEmail',
      'u.avatar',
      role.as('role'),
      'u.is_suspended as isSuspended',
      'm.created_at as createdAt',
      'u.last_sign_in_at as lastSignInAt',
    ])
    .where('m.organization_id', '=', administratorsOrganization);

export async function listAdministrators(db: Db): Promise<Administrator[]> {
  return selectAdministrators(db).orderBy('m.created_at').orderBy('m.user_id').execute();
}

export async function findAdministrator(db: Db, userId: string): Promise<Administrator | undefined> {
  return selectAdministrators(db).where('m.user_id', '=', userId).executeTakeFirst();
}

/** Whether there is another administrator who can sign in and change things. */
export async function hasOtherAdministrator(db: Db, userId: string): Promise<boolean> {
  const row = await selectAdministrators(db)
    .where('m.user_id', '!=', userId)
    .where('u.is_suspended', '=', false)
    .where(role, '=', 'admin')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

const status = sql<AdministratorInvitation['status']>`case
  when i.status = 'Pending' and i.expires_at <= now() then 'Expired' else i.status end`;

const inviter = sql<AdministratorInvitation['inviter']>`case when u.id is not null then
  jsonb_build_object('id', u.id, 'name', u.name, 'username', u.username, 'primaryEmail', u.primary_email) end`;

const selectInvitations = (db: Db) =>
  db
    .selectFrom('organization_invitations as i')
    .leftJoin('users as u', 'u.id', 'i.inviter_id')
    .select([
      'i.id',
      'i.invitee as email',
      sql<AdministratorRole>`i.organization_role_id`.as('role'),
      status.as('status'),
      inviter.as('inviter'),
      'i.created_at as createdAt',
      'i.expires_at as expiresAt',
    ])
    .where('i.organization_id', '=', administratorsOrganization)
    .where('i.organization_role_id', 'in', ['admin', 'reader'] satisfies AdministratorRole[]);

const maxListed = 100;

export async function listInvitations(db: Db): Promise<AdministratorInvitation[]> {
  return selectInvitations(db).orderBy('i.created_at', 'desc').orderBy('i.id').limit(maxListed).execute();
}

export async function findInvitation(db: Db, id: string): Promise<AdministratorInvitation | undefined> {
  return selectInvitations(db).where('i.id', '=', id).executeTakeFirst();
}

/** What prevents an invitation: an administrator, another account or an open invitation with this address. */
export async function findObstacle(db: Db, email: string): Promise<'member' | 'account' | 'invitation' | undefined> {
  const { rows } = await sql<{ member: boolean; account: boolean; invitation: boolean }>`select
    exists (select from users u join organization_users m on m.user_id = u.id
      and m.organization_id = ${administratorsOrganization} where lower(u.primary_email) = lower(${email})) as member,
    exists (select from users u where lower(u.primary_email) = lower(${email})) as account,
    exists (select from organization_invitations i where i.organization_id = ${administratorsOrganization}
      and lower(i.invitee) = lower(${email}) and i.status = 'Pending') as invitation`.execute(db);
  const [found] = rows;
  return (['member', 'account', 'invitation'] as const).find((kind) => found?.[kind]);
}
