import type { OrganizationRole } from '@postern/contracts/access/organization-roles';
import type { OrganizationEmailDomain } from '@postern/contracts/people/organization-jit';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import type { Page } from '#platform/db/paging';

/** The settings of an organization that say who joins, and with which roles. */
export type JitKind = 'emailDomain' | 'role' | 'ssoConnector';

const relations = {
  emailDomain: { table: 'organization_jit_email_domains', column: 'email_domain' },
  role: { table: 'organization_jit_roles', column: 'organization_role_id' },
  ssoConnector: { table: 'organization_jit_sso_connectors', column: 'sso_connector_id' },
} as const;

const tableOf = (kind: JitKind) => sql.table(relations[kind].table);
const columnOf = (kind: JitKind) => sql.ref(relations[kind].column);

export async function countJit(db: Db, kind: JitKind, organizationId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from ${tableOf(kind)}
    where organization_id = ${organizationId}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Returns how many are new. */
export async function insertJit(db: Db, kind: JitKind, organizationId: string, values: string[]): Promise<number> {
  const { numAffectedRows } = await sql`insert into ${tableOf(kind)} (organization_id, ${columnOf(kind)})
    select distinct ${organizationId}, given from unnest(${values}::text[]) given on conflict do nothing`.execute(db);
  return Number(numAffectedRows ?? 0);
}

export async function deleteJit(db: Db, kind: JitKind, organizationId: string, value: string): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from ${tableOf(kind)}
    where organization_id = ${organizationId} and ${columnOf(kind)} = ${value}`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Returns how many were removed. */
export async function deleteOtherJit(db: Db, kind: JitKind, organizationId: string, kept: string[]): Promise<number> {
  const { numAffectedRows } = await sql`delete from ${tableOf(kind)}
    where organization_id = ${organizationId} and ${columnOf(kind)} <> all(${kept}::text[])`.execute(db);
  return Number(numAffectedRows ?? 0);
}

export async function listEmailDomains(
  db: Db,
  organizationId: string,
  page: Page | undefined,
): Promise<OrganizationEmailDomain[]> {
  const query = db
    .selectFrom('organization_jit_email_domains')
    .select(['tenant_id as tenantId', 'organization_id as organizationId', 'email_domain as emailDomain'])
    .where('organization_id', '=', organizationId)
    .orderBy('email_domain');
  return (page ? query.limit(page.limit).offset(page.offset) : query).execute();
}

const idsOf = (kind: JitKind, organizationId: string) =>
  sql<string>`(select ${columnOf(kind)} from ${tableOf(kind)} where organization_id = ${organizationId})`;

export async function listJitRoles(db: Db, organizationId: string, page?: Page): Promise<OrganizationRole[]> {
  const query = db
    .selectFrom('organization_roles')
    .select(['tenant_id as tenantId', 'id', 'name', 'description', 'type'])
    .where('id', 'in', idsOf('role', organizationId))
    .orderBy('name');
  return (await (page ? query.limit(page.limit).offset(page.offset) : query).execute()) as OrganizationRole[];
}

/** The ids of the connectors, newest first. */
export async function listJitConnectorIds(db: Db, organizationId: string, page: Page | undefined): Promise<string[]> {
  const query = db
    .selectFrom('sso_connectors')
    .select('id')
    .where('id', 'in', idsOf('ssoConnector', organizationId))
    .orderBy('created_at', 'desc')
    .orderBy('id');
  const rows = await (page ? query.limit(page.limit).offset(page.offset) : query).execute();
  return rows.map(({ id }) => id);
}

async function findOrganizationsOfDomain(db: Db, emailDomain: string): Promise<string[]> {
  const rows = await db
    .selectFrom('organization_jit_email_domains')
    .select('organization_id as id')
    .where('email_domain', '=', emailDomain)
    .execute();
  return rows.map(({ id }) => id);
}

async function findOrganizationsOfConnector(db: Db, ssoConnectorId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('organization_jit_sso_connectors')
    .select('organization_id as id')
    .where('sso_connector_id', '=', ssoConnectorId)
    .execute();
  return rows.map(({ id }) => id);
}

type Newcomer = {
  userId: string;
  emailDomain: string | undefined;
  organizationIds: readonly string[];
  /** The account at a connector that leads into its organizations. */
  identity: { id: string; ssoConnectorId: string } | undefined;
};

/**
 * Makes a new user a member of the organizations of their email domain or connector and of the given ones, with the default roles
 * there. Returns the ids of the organizations.
 */
export async function insertNewcomer(
  db: Db,
  { userId, emailDomain, organizationIds, identity }: Newcomer,
): Promise<string[]> {
  const byDomain = emailDomain === undefined ? [] : await findOrganizationsOfDomain(db, emailDomain);
  const byConnector = identity ? await findOrganizationsOfConnector(db, identity.ssoConnectorId) : [];
  const wanted = [...new Set([...byDomain, ...byConnector, ...organizationIds])];
  if (wanted.length === 0) {
    return [];
  }
  // Locked, because an organization that is deleted at this moment must not fail the registration.
  const { rows } = await sql<{ id: string }>`select id from organizations where id = any(${wanted}::text[])
    order by id for key share`.execute(db);
  const ids = rows.map(({ id }) => id);
  const boundIds = byConnector.filter((id) => !organizationIds.includes(id));
  await sql`insert into organization_users (organization_id, user_id, sso_identity_id)
    select id, ${userId}, case when id = any(${boundIds}::text[]) then ${identity?.id ?? null} end
    from unnest(${ids}::text[]) id on conflict do nothing`.execute(db);
  await sql`insert into organization_users_roles (organization_id, user_id, organization_role_id)
    select j.organization_id, ${userId}, r.id from organization_jit_roles j
    join organization_roles r on r.id = j.organization_role_id and r.type = 'User'
    where j.organization_id = any(${ids}::text[]) on conflict do nothing`.execute(db);
  return ids;
}
