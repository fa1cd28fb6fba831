import type { CustomTokenType } from '@postern/contracts/access/custom-jwt';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import type { Statement } from '#platform/tenancy/tenancy';

export type ScriptRow = {
  tokenType: CustomTokenType;
  script: string;
  /** Sealed by the vault, names and values together. */
  sealedVariables: string | null;
  contextSample: Record<string, unknown> | null;
  tokenSample: Record<string, unknown> | null;
  /** Null if it was not chosen: then the token is issued. */
  blockIssuanceOnError: boolean | null;
};

const columns = [
  'token_type as tokenType',
  'script',
  'environment_variables as sealedVariables',
  'context_sample as contextSample',
  'token_sample as tokenSample',
  'block_issuance_on_error as blockIssuanceOnError',
] as const;

export async function listScripts(db: Db): Promise<ScriptRow[]> {
  const rows = await db.selectFrom('jwt_customizers').select(columns).orderBy('token_type').execute();
  // The table accepts no other token types, and the contract validated the samples.
  return rows as ScriptRow[];
}

export async function findScript(db: Db, tokenType: CustomTokenType): Promise<ScriptRow | undefined> {
  const row = await db
    .selectFrom('jwt_customizers')
    .select(columns)
    .where('token_type', '=', tokenType)
    .executeTakeFirst();
  return row as ScriptRow | undefined;
}

const json = (value: Record<string, unknown> | null) => (value === null ? null : JSON.stringify(value));

/** Returns true if the row is new. */
export async function upsertScript(db: Db, row: ScriptRow): Promise<boolean> {
  const values = {
    script: row.script,
    environment_variables: row.sealedVariables,
    context_sample: json(row.contextSample),
    token_sample: json(row.tokenSample),
    block_issuance_on_error: row.blockIssuanceOnError,
  };
  const { isNew } = await db
    .insertInto('jwt_customizers')
    .values({ token_type: row.tokenType, ...values })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'token_type']).doUpdateSet(values))
    // xmax is 0 unless the row was updated.
    .returning(sql<boolean>`xmax = 0`.as('isNew'))
    .executeTakeFirstOrThrow();
  return isNew;
}

export async function deleteScript(db: Db, tokenType: CustomTokenType): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('jwt_customizers')
    .where('token_type', '=', tokenType)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Everything a script may read about a user, in one round trip. */
export const scriptUserStatement: Statement = {
  name: 'custom_jwt_user',
  text: `select u.id, u.username, u.primary_email as "primaryEmail", u.primary_phone as "primaryPhone", u.name, u.avatar,
    u.custom_data as "customData", u.identities, u.last_sign_in_at as "lastSignInAt", u.created_at as "createdAt",
    u.updated_at as "updatedAt", u.profile, u.application_id as "applicationId", u.is_suspended as "isSuspended",
    u.password_encrypted is not null as "hasPassword",
    (select coalesce(jsonb_agg(jsonb_build_object('issuer', i.issuer, 'identityId', i.identity_id, 'detail', i.detail)
        order by i.created_at, i.id), '[]')
      from user_sso_identities i where i.user_id = u.id) as "ssoIdentities",
    (select coalesce(jsonb_agg(distinct factor ->> 'type'), '[]')
      from jsonb_array_elements(u.mfa_verifications) factor) as "mfaVerificationFactors",
    (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name, 'description', r.description, 'scopes', (
        select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'description', s.description,
          'resourceId', s.resource_id, 'resource', jsonb_build_object('tenantId', a.tenant_id, 'id', a.id, 'name', a.name,
            'indicator', a.indicator, 'isDefault', a.is_default, 'accessTokenTtl', a.access_token_ttl))
          order by a.indicator, s.name), '[]')
        from roles_scopes rs join scopes s on s.id = rs.scope_id join resources a on a.id = s.resource_id
        where rs.role_id = r.id)) order by r.name), '[]')
      from users_roles ur join roles r on r.id = ur.role_id where ur.user_id = u.id) as roles,
    (select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name, 'description', o.description)
        order by o.name, o.id), '[]')
      from organization_users m join organizations o on o.id = m.organization_id where m.user_id = u.id) as organizations,
    (select coalesce(jsonb_agg(jsonb_build_object('organizationId', mr.organization_id, 'roleId', orl.id,
        'roleName', orl.name) order by mr.organization_id, orl.name), '[]')
      from organization_users_roles mr join organization_roles orl on orl.id = mr.organization_role_id
      where mr.user_id = u.id) as "organizationRoles"
    from users u where u.id = $1`,
};

/** $1 application, $2 organization or null. What a script may read about them. Null for built-in applications. */
export const scriptPartiesStatement: Statement = {
  name: 'custom_jwt_parties',
  text: `select (select to_jsonb(a) from (
      select tenant_id as "tenantId", id, name, description, type, oidc_client_metadata as "oidcClientMetadata",
        custom_client_metadata as "customClientMetadata", protected_app_metadata as "protectedAppMetadata",
        custom_data as "customData", is_third_party as "isThirdParty",
        app_level_access_control_enabled as "appLevelAccessControlEnabled", wire_time(created_at) as "createdAt"
      from applications where id = $1) a) as application,
    (select to_jsonb(o) from (
      select id, name, description, custom_data as "customData" from organizations where id = $2) o) as organization`,
};
