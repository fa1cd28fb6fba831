import { hash } from 'node:crypto';
import type { CustomClientMetadata, OidcClientMetadata } from '@postern/contracts/access/applications';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { deleteSome } from '#platform/db/purge';
import type { Statement } from '#platform/tenancy/tenancy';

/** What a third-party application may request from users, by id. */
type ConsentableScopes = {
  userScopes: string[];
  resourceScopeIds: string[];
  organizationScopeIds: string[];
  organizationResourceScopeIds: string[];
};

export type ClientRow = {
  id: string;
  name: string;
  secret: string;
  type: string;
  isThirdParty: boolean;
  appLevelAccessControlEnabled: boolean;
  oidcClientMetadata: OidcClientMetadata;
  customClientMetadata: CustomClientMetadata;
  secrets: { name: string; value: string; expiresAt: number | null }[];
  roleIds: string[];
  /** It registered itself, so the policy for dynamic clients decides about it. */
  isRegistered?: boolean;
  consentable: ConsentableScopes;
};

export async function findClient(db: Db, id: string): Promise<ClientRow | undefined> {
  const row = await db
    .selectFrom('applications as a')
    .leftJoin('registered_clients as r', 'r.application_id', 'a.id')
    .select([
      'a.id',
      'a.name',
      'a.secret',
      'a.type',
      'a.is_third_party as isThirdParty',
      'a.app_level_access_control_enabled as appLevelAccessControlEnabled',
      'a.oidc_client_metadata as oidcClientMetadata',
      'a.custom_client_metadata as customClientMetadata',
      sql`coalesce((select jsonb_agg(jsonb_build_object('name', s.name, 'value', s.value,
        'expiresAt', floor(extract(epoch from s.expires_at) * 1000)::bigint))
        from application_secrets s where s.application_id = a.id), '[]')`.as('secrets'),
      sql`array(select role_id from applications_roles r where r.application_id = a.id)`.as('roleIds'),
      sql`r.application_id is not null`.as('isRegistered'),
      sql`case when r.application_id is null then jsonb_build_object(
        'userScopes', array(select user_scope from application_consent_user_scopes c where c.application_id = a.id),
        'resourceScopeIds', array(
          select scope_id from application_consent_resource_scopes c where c.application_id = a.id),
        'organizationScopeIds', array(
          select organization_scope_id from application_consent_organization_scopes c where c.application_id = a.id),
        'organizationResourceScopeIds', array(
          select scope_id from application_consent_organization_resource_scopes c where c.application_id = a.id)
      ) else jsonb_build_object(
        'userScopes', array(select user_scope from dynamic_client_user_scopes),
        'resourceScopeIds', array(select scope_id from dynamic_client_resource_scopes),
        'organizationScopeIds', array(select organization_scope_id from dynamic_client_organization_scopes),
        'organizationResourceScopeIds', array(select scope_id from dynamic_client_organization_resource_scopes)
      ) end`.as('consentable'),
    ])
    .where('a.id', '=', id)
    .executeTakeFirst();
  // The contract validated the JSON columns on write; the rest is built above.
  return row as ClientRow | undefined;
}

/** Registered origins of browser applications. */
export async function listRegisteredOrigins(db: Db) {
  const rows = await db
    .selectFrom('applications')
    .select([
      'type',
      sql`coalesce(custom_client_metadata -> 'corsAllowedOrigins', '[]')`.as('origins'),
      sql`coalesce(oidc_client_metadata -> 'redirectUris', '[]')`.as('redirectUris'),
    ])
    .where((where) =>
      where.or([where('type', '=', 'SPA'), sql<boolean>`custom_client_metadata ? 'corsAllowedOrigins'`]),
    )
    .execute();
  // The contract validated both on write.
  return rows as { type: string; origins: string[]; redirectUris: string[] }[];
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
  isEmailVerified: boolean;
  isPhoneVerified: boolean;
};

const milliseconds = (column: string) => `floor(extract(epoch from ${column}) * 1000)::bigint`;

export const accountColumns = `id, username, primary_email as "primaryEmail", primary_phone as "primaryPhone", name, avatar,
  profile, custom_data as "customData", identities, ${milliseconds('created_at')} as "createdAt",
  ${milliseconds('updated_at')} as "updatedAt", email_verified_at is not null as "isEmailVerified",
  phone_verified_at is not null as "isPhoneVerified"`;

/** Every grant reads the account again: suspended and deleted users have none. */
export const findAccountStatement: Statement = {
  name: 'oidc_account',
  text: `select ${accountColumns} from users where id = $1 and not is_suspended`,
};

export const findEpoch: Statement = {
  name: 'oidc_epoch',
  text: 'select security_epoch as epoch from users where id = $1 and not is_suspended',
};

/** Accounts of a user at enterprise providers, oldest first. */
export async function listSsoIdentityClaims(db: Db, userId: string) {
  return db
    .selectFrom('user_sso_identities')
    .select(['issuer', 'identity_id as identityId', 'detail'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

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

/** The organizations of a user, an SQL expression; `condition` restricts them. */
export const selectMemberships = (user: string, condition = 'true') =>
  `select o.id, o.name, o.description, array(
        select r.name from organization_users_roles ur join organization_roles r on r.id = ur.organization_role_id
        where ur.organization_id = o.id and ur.user_id = x.user_id order by r.name) as roles
    from organization_users x join organizations o on o.id = x.organization_id
    where x.user_id = ${user} and ${condition}
    order by o.created_at, o.id`;

/** $1 user, $2 application or null. With an application: only the organizations that the user has granted it. */
export const membershipsStatement: Statement = {
  name: 'oidc_memberships',
  text: selectMemberships(
    '$1',
    `($2::text is null or exists (select from application_consent_organizations c
      where c.application_id = $2 and c.user_id = x.user_id and c.organization_id = x.organization_id))`,
  ),
};

/** $1 user. The same for any application, without names and roles. */
export const organizationIdsStatement: Statement = {
  name: 'oidc_organization_ids',
  text: `select o.id from organization_users m join organizations o on o.id = m.organization_id
    where m.user_id = $1 order by o.created_at, o.id`,
};

/** $1 digest of the session's uid, $2 summary, $3 user, $4 seconds. */
export const saveSignIn: Statement = {
  name: 'oidc_keep_sign_in',
  text: `insert into oidc_models (model, id, payload, account_id, expires_at)
    values ('SignIn', $1, $2, $3, now() + $4 * interval '1 second')
    on conflict (tenant_id, model, id) do update set payload = excluded.payload, account_id = excluded.account_id,
      expires_at = excluded.expires_at`,
};

export const findSignIn: Statement = {
  name: 'oidc_find_sign_in',
  text: "select payload from oidc_models where model = 'SignIn' and id = $1 and expires_at > now()",
};

/** $1 digest of the token. No row if its grant or session has ended, or its owner is suspended or deleted. */
export const findOwnToken: Statement = {
  name: 'oidc_own_token',
  text: `select t.payload, g.payload ->> 'personalAccessToken' as "personalAccessToken" from oidc_models t join users u on u.id = t.account_id and not u.is_suspended
    join oidc_models g on g.model = 'Grant' and g.id = t.grant_id and g.expires_at > now()
    where t.model = 'AccessToken' and t.id = $1 and t.expires_at > now()
      and (t.payload -> 'expiresWithSession' is distinct from 'true' or exists (select from oidc_models s
        where s.model = 'Session' and s.uid = t.payload ->> 'sessionUid' and s.expires_at > now()
          and s.account_id = t.account_id))`,
};

/** No row if the grant was revoked, as when the user is signed out everywhere. */
export const findGrant: Statement = {
  name: 'oidc_live_grant',
  text: `select 1 from oidc_models where model = 'Grant' and id = $1 and expires_at > now()`,
};

/** $1 digest of the proof, $2 seconds. No row if it was used before. */
export const rememberProof: Statement = {
  name: 'oidc_remember_proof',
  text: `insert into oidc_models (model, id, payload, expires_at)
    values ('ReplayDetection', $1, '{}', now() + $2 * interval '1 second') on conflict do nothing returning id`,
};

/** Remembers a signed message in the transaction that follows it. Returns false if it was used before. */
export async function useMessage(db: Db, message: string, seconds: number): Promise<boolean> {
  const { rows } = await sql`insert into oidc_models (model, id, payload, expires_at)
    values ('ReplayDetection', ${hash('sha256', message, 'base64url')}, '{}', now() + ${seconds} * interval '1 second')
    on conflict do nothing returning id`.execute(db);
  return rows.length > 0;
}

/** Deletes rows that expired more than an hour ago. */
export const purgeExpired = (db: Db) => deleteSome(db, 'oidc_models', sql`purge_hour < now() - interval '2 hours'`);
