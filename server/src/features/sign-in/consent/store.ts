import type { ConsentInfo } from '@postern/contracts/sign-in/consent';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';

export async function findConsentApplication(db: Db, id: string): Promise<ConsentInfo['application'] | undefined> {
  const row = await db
    .selectFrom('applications as a')
    .leftJoin('application_sign_in_experiences as e', 'e.application_id', 'a.id')
    .leftJoin('registered_clients as r', 'r.application_id', 'a.id')
    .select([
      'a.id',
      'a.name',
      'e.display_name as displayName',
      'e.branding',
      'e.terms_of_use_url as termsOfUseUrl',
      'e.privacy_policy_url as privacyPolicyUrl',
      sql<boolean>`r.application_id is not null`.as('isUnverified'),
    ])
    .where('a.id', '=', id)
    .executeTakeFirst();
  // The JSON column was validated by the contract when it was written.
  const { isUnverified, ...application } = row ?? {};
  return (
    row &&
    ({
      ...application,
      branding: row.branding ?? {},
      ...(isUnverified ? { isUnverified } : {}),
    } as ConsentInfo['application'])
  );
}

export async function findConsentUser(db: Db, id: string): Promise<ConsentInfo['user'] | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'avatar', 'username', 'primary_email as primaryEmail', 'primary_phone as primaryPhone'])
    .where('id', '=', id)
    .where('is_suspended', '=', false)
    .executeTakeFirst();
}

export async function listRoleIds(db: Db, userId: string): Promise<Set<string>> {
  const rows = await db.selectFrom('users_roles').select('role_id').where('user_id', '=', userId).execute();
  return new Set(rows.map(({ role_id: id }) => id));
}

export type Membership = { id: string; name: string; organizationRoleIds: string[] };

export async function listMembershipRoles(db: Db, userId: string): Promise<Membership[]> {
  return db
    .selectFrom('organization_users as m')
    .innerJoin('organizations as o', 'o.id', 'm.organization_id')
    .select([
      'o.id',
      'o.name',
      sql<string[]>`array(select organization_role_id from organization_users_roles r
        where r.organization_id = o.id and r.user_id = m.user_id)`.as('organizationRoleIds'),
    ])
    .where('m.user_id', '=', userId)
    .orderBy('o.name')
    .execute();
}
