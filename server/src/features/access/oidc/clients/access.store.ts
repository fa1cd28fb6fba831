import type { AuthorizationDetailsType } from '@postern/contracts/access/authorization-details';
import { internalRolePrefix } from '@postern/contracts/wire';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import type { Statement } from '#platform/tenancy/tenancy';

/** A scope and the roles that grant it. */
export type ScopeAccess = {
  id: string;
  name: string;
  description: string | null;
  roleIds: string[];
  organizationRoleIds: string[];
};

export type ResourceAccess = {
  id: string;
  name: string;
  indicator: string;
  accessTokenTtl: number;
  scopes: ScopeAccess[];
};

/**
 * A resource with its scopes and the roles that grant each: everything needed to evaluate a token except the requester.
 */
export async function findResourceAccess(db: Db, indicator: string): Promise<ResourceAccess | undefined> {
  const row = await db
    .selectFrom('resources as r')
    .select([
      'r.id',
      'r.name',
      'r.indicator',
      'r.access_token_ttl as accessTokenTtl',
      sql<ScopeAccess[]>`coalesce((select jsonb_agg(jsonb_build_object(
          'id', s.id, 'name', s.name, 'description', s.description,
          'roleIds', array(select role_id from roles_scopes x where x.scope_id = s.id),
          'organizationRoleIds', array(
            select organization_role_id from organization_roles_resource_scopes x where x.scope_id = s.id)
        ) order by s.name) from scopes s where s.resource_id = r.id), '[]')`.as('scopes'),
    ])
    .where('r.indicator', '=', indicator)
    .executeTakeFirst();
  return row;
}

/** A type of authorization details with its resource. */
export type DetailsType = AuthorizationDetailsType & { indicator: string; resourceName: string };

export async function listDetailsTypes(db: Db): Promise<DetailsType[]> {
  const rows = await db
    .selectFrom('authorization_details_types as t')
    .innerJoin('resources as r', 'r.id', 't.resource_id')
    .select(['t.type', 't.title', 't.fields', 'r.indicator', 'r.name as resourceName'])
    .orderBy('t.type')
    .execute();
  // The contract validated the fields on write.
  return rows as DetailsType[];
}

export async function findDefaultResource(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('resources').select('indicator').where('is_default', '=', true).executeTakeFirst();
  return row?.indicator;
}

/** The scopes of the organization template and the roles that grant each. */
export async function listOrganizationScopes(db: Db): Promise<ScopeAccess[]> {
  return db
    .selectFrom('organization_scopes as s')
    .select([
      's.id',
      's.name',
      's.description',
      sql<string[]>`'{}'::text[]`.as('roleIds'),
      sql<string[]>`array(select organization_role_id from organization_roles_scopes x
        where x.organization_scope_id = s.id)`.as('organizationRoleIds'),
    ])
    .orderBy('s.name')
    .execute();
}

/**
 * Roles in organizations; those in organizations that require a second factor apart, and only if the user has one. The
 * arguments are SQL expressions.
 */
export const selectOrganizationRoles = (user: string, condition = 'true') => {
  const rolesWhere = (which: string) => `array(select distinct r.organization_role_id from organization_users_roles r
      join organizations o on o.id = r.organization_id where r.user_id = ${user} and ${condition} and ${which})`;
  return `${rolesWhere('not o.is_mfa_required')} as "organizationRoleIds",
      ${rolesWhere(`o.is_mfa_required and exists (
        select from users f where f.id = r.user_id and f.mfa_verifications <> '[]')`)} as "guardedRoleIds"`;
};

export const heldRolesStatement: Statement = {
  name: 'oidc_held_roles',
  text: `select array(select role_id from users_roles where user_id = $1) as "roleIds", ${selectOrganizationRoles('$1')}`,
};

/** $1 user, $2 application. The same, with roles only in the organizations that the user has granted the application. */
export const grantedRolesStatement: Statement = {
  name: 'oidc_granted_roles',
  text: `select array(select role_id from users_roles where user_id = $1) as "roleIds",
    ${selectOrganizationRoles(
      '$1',
      `exists (select from application_consent_organizations c where c.organization_id = r.organization_id
        and c.user_id = r.user_id and c.application_id = $2)`,
    )}`,
};

/** The roles of an active user; no row if the user is deleted or suspended. */
export const activeRolesStatement: Statement = {
  name: 'oidc_active_roles',
  text: `select array(select role_id from users_roles where user_id = $1) as "roleIds",
      ${selectOrganizationRoles('$1')}
    from users where id = $1 and not is_suspended`,
};

export type MemberRow = {
  organizationRoleIds: string[];
  isMfaRequired: boolean;
  hasMfa: boolean;
  isConsented: boolean;
};

/** No row if the user is not a member or is suspended. The arguments are SQL expressions. */
export const selectMember = (organization: string, user: string, application: string) =>
  `select o.is_mfa_required as "isMfaRequired", u.mfa_verifications <> '[]' as "hasMfa",
      array(select organization_role_id from organization_users_roles r
        where r.organization_id = ${organization} and r.user_id = ${user}) as "organizationRoleIds",
      exists (select from application_consent_organizations c where c.application_id = ${application}
        and c.user_id = ${user} and c.organization_id = ${organization}) as "isConsented"
    from organization_users x
    join organizations o on o.id = x.organization_id
    join users u on u.id = x.user_id
    where x.organization_id = ${organization} and x.user_id = ${user} and not u.is_suspended`;

/**
 * $1 organization, $2 user, $3 when their token was issued, in seconds. Whether they have a second factor, and whether they
 * had one before. No row if nothing is required, or if they are not a member.
 */
export const requiredFactorStatement: Statement = {
  name: 'oidc_required_factor',
  text: `select u.mfa_verifications <> '[]' as "hasFactor",
      exists (select from jsonb_array_elements(u.mfa_verifications) f
        where (f ->> 'createdAt')::timestamptz < to_timestamp($3::float8)) as "hadFactor"
    from organization_users x
    join organizations o on o.id = x.organization_id
    join users u on u.id = x.user_id
    where x.organization_id = $1 and x.user_id = $2 and o.is_mfa_required and not u.is_suspended`,
};

/** $1 organization, $2 user, $3 application. */
export const memberStatement: Statement = { name: 'oidc_member', text: selectMember('$1', '$2', '$3') };

/** Undefined if the machine is not a member. */
export async function findMachineRoles(
  db: Db,
  organizationId: string,
  applicationId: string,
): Promise<string[] | undefined> {
  const row = await db
    .selectFrom('organization_applications as m')
    .select(
      sql<string[]>`array(select organization_role_id from organization_applications_roles r
        where r.organization_id = m.organization_id and r.application_id = m.application_id)`.as('roleIds'),
    )
    .where('m.organization_id', '=', organizationId)
    .where('m.application_id', '=', applicationId)
    .executeTakeFirst();
  return row?.roleIds;
}

export type RoleName = { kind: 'role' | 'organizationRole'; id: string; name: string };

/** Names of the roles for users or machines, without internal roles. */
export async function listRoleNames(
  db: Db,
  type: 'User' | 'MachineToMachine',
  roleIds: string[],
  organizationRoleIds: string[],
): Promise<RoleName[]> {
  const { rows } = await sql<RoleName>`
    select 'role' as kind, id, name from roles
      where id = any(${roleIds}::text[]) and type = ${type} and not starts_with(name, ${internalRolePrefix})
    union all
    select 'organizationRole', id, name from organization_roles
      where id = any(${organizationRoleIds}::text[]) and type = ${type}
    order by name`.execute(db);
  return rows;
}

/** Undefined if the user does not exist. */
export async function findPersonState(db: Db, userId: string): Promise<{ isSuspended: boolean } | undefined> {
  return db.selectFrom('users').select('is_suspended as isSuspended').where('id', '=', userId).executeTakeFirst();
}
