import type { CustomClientMetadata, OidcClientMetadata } from '@postern/contracts/applications';
import { sql } from 'kysely';
import type { Db } from '#platform/db';
import type { Statement } from '#platform/tenancy';

export type ClientRow = {
  id: string;
  name: string;
  secret: string;
  type: string;
  isThirdParty: boolean;
  oidcClientMetadata: OidcClientMetadata;
  customClientMetadata: CustomClientMetadata;
  secrets: { value: string; expiresAt: number | null }[];
};

export async function findClient(db: Db, id: string): Promise<ClientRow | undefined> {
  const row = await db
    .selectFrom('applications')
    .select([
      'id',
      'name',
      'secret',
      'type',
      'is_third_party as isThirdParty',
      'oidc_client_metadata as oidcClientMetadata',
      'custom_client_metadata as customClientMetadata',
    ])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) {
    return undefined;
  }
  const secrets = await db
    .selectFrom('application_secrets')
    .select(['value', 'expires_at as expiresAt'])
    .where('application_id', '=', id)
    .execute();
  // Both JSON columns were validated by the contract when they were written.
  return { ...row, secrets } as ClientRow;
}

export type ResourceRow = { indicator: string; isDefault: boolean; accessTokenTtl: number; scopes: string[] };

export async function findResource(db: Db, indicator: string): Promise<ResourceRow | undefined> {
  return db
    .selectFrom('resources')
    .select([
      'indicator',
      'is_default as isDefault',
      'access_token_ttl as accessTokenTtl',
      sql<string[]>`array(select s.name from scopes s where s.resource_id = resources.id)`.as('scopes'),
    ])
    .where('indicator', '=', indicator)
    .executeTakeFirst();
}

export async function findDefaultResource(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('resources').select('indicator').where('is_default', '=', true).executeTakeFirst();
  return row?.indicator;
}

export async function listApplicationScopes(db: Db, applicationId: string, indicator: string): Promise<string[]> {
  const rows = await db
    .selectFrom('applications_roles')
    .innerJoin('roles_scopes', 'roles_scopes.role_id', 'applications_roles.role_id')
    .innerJoin('scopes', 'scopes.id', 'roles_scopes.scope_id')
    .innerJoin('resources', 'resources.id', 'scopes.resource_id')
    .select('scopes.name')
    .distinct()
    .where('applications_roles.application_id', '=', applicationId)
    .where('resources.indicator', '=', indicator)
    .execute();
  return rows.map(({ name }) => name);
}

export async function listUserScopes(db: Db, userId: string, indicator: string): Promise<string[]> {
  const rows = await db
    .selectFrom('users_roles')
    .innerJoin('roles_scopes', 'roles_scopes.role_id', 'users_roles.role_id')
    .innerJoin('scopes', 'scopes.id', 'roles_scopes.scope_id')
    .innerJoin('resources', 'resources.id', 'scopes.resource_id')
    .select('scopes.name')
    .distinct()
    .where('users_roles.user_id', '=', userId)
    .where('resources.indicator', '=', indicator)
    .execute();
  return rows.map(({ name }) => name);
}

export async function listOrganizationScopeNames(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('organization_scopes').select('name').execute();
  return rows.map(({ name }) => name);
}

/** Undefined for people who are no members; an empty list for members without a role. */
export async function findMemberScopes(db: Db, organizationId: string, userId: string): Promise<string[] | undefined> {
  const row = await db
    .selectFrom('organization_users as member')
    .select(
      sql<string[]>`array(
        select distinct s.name from organization_users_roles r
        join organization_roles_scopes rs on rs.organization_role_id = r.organization_role_id
        join organization_scopes s on s.id = rs.organization_scope_id
        where r.organization_id = member.organization_id and r.user_id = member.user_id)`.as('scopes'),
    )
    .where('member.organization_id', '=', organizationId)
    .where('member.user_id', '=', userId)
    .executeTakeFirst();
  return row?.scopes;
}

export type AccountRow = {
  id: string;
  username: string | null;
  primaryEmail: string | null;
  primaryPhone: string | null;
  name: string | null;
  avatar: string | null;
  profile: Record<string, unknown>;
  customData: Record<string, unknown>;
  identities: Record<string, unknown>;
  createdAt: number;
  updatedAt: number;
};

/** Every grant reads the account anew: a suspended or deleted person has none. */
export const findAccountStatement: Statement = {
  name: 'oidc_account',
  text: `select id, username, primary_email as "primaryEmail", primary_phone as "primaryPhone", name, avatar, profile,
    custom_data as "customData", identities, created_at as "createdAt", updated_at as "updatedAt"
    from users where id = $1 and not is_suspended`,
};

export async function listUserRoleNames(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('users_roles')
    .innerJoin('roles', 'roles.id', 'users_roles.role_id')
    .select('roles.name')
    .where('users_roles.user_id', '=', userId)
    .orderBy('roles.name')
    .execute();
  return rows.map(({ name }) => name);
}

export type MembershipRow = { id: string; name: string; description: string | null; roles: string[] };

export async function listMemberships(db: Db, userId: string): Promise<MembershipRow[]> {
  return db
    .selectFrom('organization_users as member')
    .innerJoin('organizations as o', 'o.id', 'member.organization_id')
    .select([
      'o.id',
      'o.name',
      'o.description',
      sql<string[]>`array(
        select r.name from organization_users_roles ur join organization_roles r on r.id = ur.organization_role_id
        where ur.organization_id = o.id and ur.user_id = member.user_id order by r.name)`.as('roles'),
    ])
    .where('member.user_id', '=', userId)
    .orderBy('o.created_at')
    .execute();
}

/** Sessions, grants and tokens of a person end at once; JWTs already issued live out their hour. */
export async function endSessionsOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('oidc_models').where('account_id', '=', userId).execute();
}

const purgeBatch = 5000;

/** Removes what has expired, in small steps, so that no lock is held for long. */
export async function purgeExpired(db: Db): Promise<void> {
  await sql`delete from oidc_models where ctid in (
    select ctid from oidc_models where expires_at < now() - interval '1 hour' limit ${purgeBatch})`.execute(db);
}
