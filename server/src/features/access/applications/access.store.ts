import type {
  ApplicationAccess,
  NamedApplicationAccess,
  OrganizationRoleRule,
} from '@postern/contracts/access/application-access';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import type { Statement, Tenancy } from '#platform/tenancy/tenancy';

export async function listAccess(db: Db, applicationId: string): Promise<ApplicationAccess> {
  const { rows } = await sql<ApplicationAccess>`select
    array(select user_id from application_access_users where application_id = ${applicationId}
      order by user_id) as "userIds",
    array(select role_id from application_access_roles where application_id = ${applicationId}
      order by role_id) as "userRoleIds",
    array(select organization_id from application_access_organizations where application_id = ${applicationId}
      order by organization_id) as "organizationIds",
    coalesce((select jsonb_agg(r order by r."organizationId") from (
      select organization_id as "organizationId", jsonb_agg(organization_role_id order by organization_role_id)
        as "organizationRoleIds"
      from application_access_organization_roles where application_id = ${applicationId} group by organization_id) r),
      '[]') as "organizationRoleRules"`.execute(db);
  return rows[0] as ApplicationAccess;
}

/** The same rules with names. */
export async function listNamedAccess(db: Db, applicationId: string): Promise<NamedApplicationAccess> {
  const { rows } = await sql<NamedApplicationAccess>`select
    coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name, 'username', u.username,
        'primaryEmail', u.primary_email, 'primaryPhone', u.primary_phone, 'avatar', u.avatar)
        order by coalesce(u.name, u.username, u.primary_email, u.primary_phone), u.id)
      from application_access_users x join users u on u.id = x.user_id
      where x.application_id = ${applicationId}), '[]') as users,
    coalesce((select jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name) order by r.name)
      from application_access_roles x join roles r on r.id = x.role_id
      where x.application_id = ${applicationId}), '[]') as "userRoles",
    coalesce((select jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name) order by o.name, o.id)
      from application_access_organizations x join organizations o on o.id = x.organization_id
      where x.application_id = ${applicationId}), '[]') as organizations,
    coalesce((select jsonb_agg(jsonb_build_object('organization', jsonb_build_object('id', g.id, 'name', g.name),
        'roles', g.roles) order by g.name, g.id)
      from (select o.id, o.name, jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name) order by r.name) as roles
        from application_access_organization_roles x join organizations o on o.id = x.organization_id
        join organization_roles r on r.id = x.organization_role_id
        where x.application_id = ${applicationId} group by o.id, o.name) g), '[]') as "organizationRoles"`.execute(db);
  return rows[0] as NamedApplicationAccess;
}

/** Whether any rule is stored. */
export async function hasAccessRules(db: Db, applicationId: string): Promise<boolean> {
  const { rows } = await sql`select where
    exists (select from application_access_users where application_id = ${applicationId})
    or exists (select from application_access_roles where application_id = ${applicationId})
    or exists (select from application_access_organizations where application_id = ${applicationId})
    or exists (select from application_access_organization_roles where application_id = ${applicationId})`.execute(db);
  return rows.length > 0;
}

/** Whether one of the roles or organization roles is for machines. */
export async function hasMachineRole(db: Db, roleIds: string[], organizationRoleIds: string[]): Promise<boolean> {
  const { rows } = await sql`select id from roles where id = any(${roleIds}::text[]) and type <> 'User'
    union all select id from organization_roles where id = any(${organizationRoleIds}::text[]) and type <> 'User'
    limit 1`.execute(db);
  return rows.length > 0;
}

const pairsOf = (rules: OrganizationRoleRule[]) =>
  rules.flatMap(({ organizationId, organizationRoleIds }) =>
    organizationRoleIds.map((organizationRoleId) => ({ organizationId, organizationRoleId })),
  );

/** Replaces all rules. The caller has locked the application. */
export async function replaceAccess(db: Db, applicationId: string, access: ApplicationAccess): Promise<void> {
  const { userIds, userRoleIds, organizationIds, organizationRoleRules } = access;
  const pairs = pairsOf(organizationRoleRules);
  for (const table of [
    'application_access_users',
    'application_access_roles',
    'application_access_organizations',
    'application_access_organization_roles',
  ] as const) {
    await db.deleteFrom(table).where('application_id', '=', applicationId).execute();
  }
  await sql`insert into application_access_users (application_id, user_id)
    select ${applicationId}, unnest(${userIds}::text[])`.execute(db);
  await sql`insert into application_access_roles (application_id, role_id)
    select ${applicationId}, unnest(${userRoleIds}::text[])`.execute(db);
  await sql`insert into application_access_organizations (application_id, organization_id)
    select ${applicationId}, unnest(${organizationIds}::text[])`.execute(db);
  await sql`insert into application_access_organization_roles (application_id, organization_id, organization_role_id)
    select ${applicationId}, * from unnest(${pairs.map((pair) => pair.organizationId)}::text[],
      ${pairs.map((pair) => pair.organizationRoleId)}::text[])`.execute(db);
}

/** $1 application, $2 user. No row for others, and for unknown applications. */
const findUse: Statement = {
  name: 'application_use',
  text: `select a.id from applications a where a.id = $1 and (not a.app_level_access_control_enabled
    or exists (select from application_access_users x where x.application_id = a.id and x.user_id = $2)
    or exists (select from users_roles h join application_access_roles x on x.role_id = h.role_id
      where h.user_id = $2 and x.application_id = a.id)
    or exists (select from organization_users m join application_access_organizations x
      on x.organization_id = m.organization_id where m.user_id = $2 and x.application_id = a.id)
    or exists (select from organization_users_roles h join application_access_organization_roles x
      on x.organization_id = h.organization_id and x.organization_role_id = h.organization_role_id
      where h.user_id = $2 and x.application_id = a.id))`,
};

/** Whether a rule of the application matches the user, or its access control is off. */
export const mayUse = async (tenancy: Tenancy, tenantId: string, applicationId: string, userId: string) =>
  (await tenancy.run(tenantId, findUse, [applicationId, userId])).length > 0;
