import type { OrganizationScope } from '@postern/contracts/access/organization-scopes';
import type { Scope } from '@postern/contracts/access/resources';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import type { Page } from '#platform/db/paging';

/** The two kinds of permissions of a role: those of organizations, and those of API resources. */
export type ScopeKind = 'organization' | 'resource';

const relations = {
  organization: { table: 'organization_roles_scopes', column: 'organization_scope_id' },
  resource: { table: 'organization_roles_resource_scopes', column: 'scope_id' },
} as const;

const tableOf = (kind: ScopeKind) => sql.table(relations[kind].table);
const columnOf = (kind: ScopeKind) => sql.ref(relations[kind].column);

const idsOf = (kind: ScopeKind, roleId: string) =>
  sql<string>`(select ${columnOf(kind)} from ${tableOf(kind)} where organization_role_id = ${roleId})`;

export async function listOrganizationRoleScopes(
  db: Db,
  roleId: string,
  page: Page | undefined,
): Promise<OrganizationScope[]> {
  const query = db
    .selectFrom('organization_scopes')
    .select(['tenant_id as tenantId', 'id', 'name', 'description'])
    .where('id', 'in', idsOf('organization', roleId))
    .orderBy('name');
  return (page ? query.limit(page.limit).offset(page.offset) : query).execute();
}

export async function listRoleResourceScopes(db: Db, roleId: string, page: Page | undefined): Promise<Scope[]> {
  const query = db
    .selectFrom('scopes')
    .select(['tenant_id as tenantId', 'id', 'resource_id as resourceId', 'name', 'description'])
    .select('created_at as createdAt')
    .where('id', 'in', idsOf('resource', roleId))
    .orderBy('created_at', 'desc')
    .orderBy('id');
  return (page ? query.limit(page.limit).offset(page.offset) : query).execute();
}

export async function countOrganizationRoleScopes(db: Db, kind: ScopeKind, roleId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from ${tableOf(kind)}
    where organization_role_id = ${roleId}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Returns whether the role has more permissions than before. */
export async function insertOrganizationRoleScopes(
  db: Db,
  kind: ScopeKind,
  roleId: string,
  ids: string[],
): Promise<boolean> {
  const { numAffectedRows } = await sql`insert into ${tableOf(kind)} (organization_role_id, ${columnOf(kind)})
    select distinct ${roleId}, given from unnest(${ids}::text[]) given on conflict do nothing`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

export async function deleteOrganizationRoleScope(
  db: Db,
  kind: ScopeKind,
  roleId: string,
  id: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from ${tableOf(kind)}
    where organization_role_id = ${roleId} and ${columnOf(kind)} = ${id}`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

export async function deleteOtherRoleScopes(db: Db, kind: ScopeKind, roleId: string, kept: string[]): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from ${tableOf(kind)}
    where organization_role_id = ${roleId} and ${columnOf(kind)} <> all(${kept}::text[])`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** The API resources of these permissions. */
export async function listScopeResources(db: Db, scopeIds: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('scopes')
    .innerJoin('resources', 'resources.id', 'scopes.resource_id')
    .select('resources.indicator')
    .distinct()
    .where('scopes.id', '=', sql<string>`any(${scopeIds}::text[])`)
    .execute();
  return rows.map(({ indicator }) => indicator);
}

/** The API resources that a role has permissions of. */
export async function listRoleResources(db: Db, roleId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('scopes')
    .innerJoin('resources', 'resources.id', 'scopes.resource_id')
    .select('resources.indicator')
    .distinct()
    .where('scopes.id', 'in', idsOf('resource', roleId))
    .execute();
  return rows.map(({ indicator }) => indicator);
}
