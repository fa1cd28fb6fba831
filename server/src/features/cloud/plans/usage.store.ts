import type { QuotaKey } from '@postern/contracts/quota';
import { internalRolePrefix, managementApiIndicator, tenantOrganizationId } from '@postern/contracts/wire';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';

type Counter = (db: Db, tenantId: string, of: string | undefined) => Promise<number>;

async function count(db: Db, from: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${from}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Triggers maintain this count. */
async function countOrganizations(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select coalesce(sum(n), 0)::int as n from row_counts
    where kind = 'organizations'`.execute(db);
  return rows[0]?.n ?? 0;
}

const ownRoles = (type: string) => sql`roles where type = ${type} and name not like ${`${internalRolePrefix}%`}`;

/**
 * Current usage of each limit, as seen by the tenant. A feature that is on or off counts as one while in use. Limits
 * that are missing here are enforced by their own slice or by the meter.
 */
export const counters: Partial<Record<QuotaKey, Counter>> = {
  applicationsLimit: (db) => count(db, sql`applications`),
  machineToMachineLimit: (db) => count(db, sql`applications where type = 'MachineToMachine'`),
  thirdPartyApplicationsLimit: (db) => count(db, sql`applications where is_third_party`),
  samlApplicationsLimit: (db) => count(db, sql`applications where type = 'SAML'`),
  resourcesLimit: (db, tenantId) => count(db, sql`resources where indicator <> ${managementApiIndicator(tenantId)}`),
  scopesPerResourceLimit: (db, _, resourceId) => count(db, sql`scopes where resource_id = ${resourceId ?? ''}`),
  userRolesLimit: (db) => count(db, ownRoles('User')),
  machineToMachineRolesLimit: (db) => count(db, ownRoles('MachineToMachine')),
  scopesPerRoleLimit: (db, _, roleId) => count(db, sql`roles_scopes where role_id = ${roleId ?? ''}`),
  socialConnectorsLimit: (db) => count(db, sql`connectors where type = 'Social'`),
  enterpriseSsoLimit: (db) => count(db, sql`sso_connectors`),
  idpInitiatedSsoEnabled: (db) =>
    count(db, sql`(select 1 from sso_connector_idp_initiated_auth_configs limit 1) as any_config`),
  hooksLimit: (db) => count(db, sql`hooks`),
  organizationsLimit: countOrganizations,
  mfaEnabled: (db) =>
    count(db, sql`sign_in_experiences where jsonb_array_length(coalesce(mfa -> 'factors', '[]')) > 0`),
  securityFeaturesEnabled: (db) =>
    count(
      db,
      sql`sign_in_experiences where captcha_policy ->> 'enabled' = 'true' or sentinel_policy <> '{}'
        or email_blocklist_policy <> '{}'`,
    ),
  customJwtEnabled: (db) =>
    count(
      db,
      sql`((select 1 from jwt_customizers limit 1) union all (select 1 from id_token_settings limit 1)) as customized`,
    ),
  actionsEnabled: (db) => count(db, sql`(select 1 from actions limit 1) as any_action`),
  passkeySignInEnabled: (db) => count(db, sql`sign_in_experiences where passkey_sign_in ->> 'enabled' = 'true'`),
  bringYourUiEnabled: (db) =>
    count(
      db,
      sql`sign_in_experiences where custom_ui_assets is not null or hide_logto_branding
        or custom_ui_csp @? '$.*[*]'`,
    ),
  collectUserProfileEnabled: (db) => count(db, sql`(select 1 from custom_profile_fields limit 1) as any_field`),
};

/** Custom domains of the tenant. Needs the home database. */
export const countDomains = (db: Db) => count(db, sql`domains where application_id is null`);

export type MemberCount = { members: number; pending: number };

/** Members and pending invitations, as seen by the admin tenant. */
export async function countMembers(db: Db, tenantId: string): Promise<MemberCount> {
  const organizationId = tenantOrganizationId(tenantId);
  const { rows } = await sql<MemberCount>`select
    (select count(*)::int from organization_users where organization_id = ${organizationId}) as members,
    (select count(*)::int from organization_invitations
      where organization_id = ${organizationId} and status = 'Pending' and expires_at > now()) as pending`.execute(db);
  return rows[0] ?? { members: 0, pending: 0 };
}

/** Permissions per API resource and per role of the tenant. */
export async function countScopes(db: Db, tenantId: string) {
  const { rows } = await sql<{ kind: 'resources' | 'roles'; id: string; n: number }>`
    select 'resources' as kind, r.id, count(s.id)::int as n from resources r
      left join scopes s on s.resource_id = r.id and s.tenant_id = r.tenant_id
      where r.indicator <> ${managementApiIndicator(tenantId)} group by r.id
    union all
    select 'roles', r.id, count(s.scope_id)::int from roles r
      left join roles_scopes s on s.role_id = r.id and s.tenant_id = r.tenant_id
      where r.name not like ${`${internalRolePrefix}%`} group by r.id`.execute(db);
  const of = (kind: string) => Object.fromEntries(rows.filter((row) => row.kind === kind).map(({ id, n }) => [id, n]));
  return { resources: of('resources'), roles: of('roles') };
}
