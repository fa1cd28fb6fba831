import type {
  CreateOrganizationRole,
  OrganizationRole,
  OrganizationRoleWithScopes,
  UpdateOrganizationRole,
} from '@postern/contracts/access/organization-roles';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import type { Page } from '#platform/db/paging';
import { containing } from '#platform/db/search';

const columns = ['tenant_id as tenantId', 'id', 'name', 'description', 'type'] as const;

type Filter = { q?: string | undefined; type?: OrganizationRole['type'] | undefined };

function found(db: Db, { q, type }: Filter) {
  const roles = db.selectFrom('organization_roles');
  const all = type ? roles.where('type', '=', type) : roles;
  const pattern = q && containing(q);
  return pattern
    ? all.where(sql<boolean>`(id ilike ${pattern} or name ilike ${pattern} or description ilike ${pattern})`)
    : all;
}

const scopes = sql<OrganizationRoleWithScopes['scopes']>`(
  select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by s.name), '[]')
  from organization_roles_scopes has join organization_scopes s on s.id = has.organization_scope_id
  where has.organization_role_id = role.id)`;
const resourceScopes = sql<OrganizationRoleWithScopes['resourceScopes']>`(
  select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name,
    'resource', json_build_object('id', r.id, 'name', r.name)) order by r.name, s.name, s.id), '[]')
  from organization_roles_resource_scopes has join scopes s on s.id = has.scope_id
  join resources r on r.id = s.resource_id where has.organization_role_id = role.id)`;

/** A page of roles by name, each with its permissions, in one query. */
export async function listOrganizationRoles(db: Db, filter: Filter, page: Page): Promise<OrganizationRoleWithScopes[]> {
  const some = found(db, filter).select(columns).orderBy('name').limit(page.limit).offset(page.offset);
  const rows = await db
    .selectFrom(some.as('role'))
    .selectAll()
    .select([scopes.as('scopes'), resourceScopes.as('resourceScopes')])
    .orderBy('role.name')
    .execute();
  // Only the two types of the contract pass the check of the column.
  return rows as OrganizationRoleWithScopes[];
}

export async function countOrganizationRoles(db: Db, filter: Filter): Promise<number> {
  return (await found(db, filter).select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()).total;
}

export async function findOrganizationRole(db: Db, id: string): Promise<OrganizationRole | undefined> {
  const row = await db.selectFrom('organization_roles').select(columns).where('id', '=', id).executeTakeFirst();
  return row as OrganizationRole | undefined;
}

/** Undefined if the name is taken. */
export async function insertOrganizationRole(
  db: Db,
  id: string,
  { name, description, type }: CreateOrganizationRole,
): Promise<OrganizationRole | undefined> {
  const row = await db
    .insertInto('organization_roles')
    .values({ id, name, description: description ?? null, type: type ?? 'User' })
    .onConflict((conflict) => conflict.constraint('organization_roles__name').doNothing())
    .returning(columns)
    .executeTakeFirst();
  return row as OrganizationRole | undefined;
}

export async function updateOrganizationRole(
  db: Db,
  id: string,
  { name, description, type }: UpdateOrganizationRole,
): Promise<OrganizationRole | undefined> {
  const row = await db
    .updateTable('organization_roles')
    .set((eb) => ({
      // Keeps an update without changes valid SQL.
      id: eb.ref('id'),
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
      ...(type === undefined ? {} : { type }),
    }))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
  return row as OrganizationRole | undefined;
}

export async function deleteOrganizationRole(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('organization_roles').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0;
}

/** Whether members, invitations or just-in-time settings refer to the role. */
export async function isRoleInUse(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`select
    exists (select from organization_users_roles where organization_role_id = ${id})
    or exists (select from organization_applications_roles where organization_role_id = ${id})
    or exists (select from organization_invitations where organization_role_id = ${id})
    or exists (select from organization_invitations_roles where organization_role_id = ${id})
    or exists (select from organization_jit_roles where organization_role_id = ${id}) as used`.execute(db);
  return rows[0]?.used === true;
}

/** Those of the roles that exist. They keep their type and are not deleted until the transaction ends. */
export async function shareRoles(db: Db, ids: readonly string[]): Promise<Pick<OrganizationRole, 'id' | 'type'>[]> {
  const { rows } = await sql<Pick<OrganizationRole, 'id' | 'type'>>`select id, type from organization_roles
    where id = any(${[...new Set(ids)]}::text[]) order by id for key share`.execute(db);
  return rows;
}

export async function findRoleIdsByName(db: Db, names: readonly string[]): Promise<Map<string, string>> {
  if (names.length === 0) {
    return new Map();
  }
  const rows = await db
    .selectFrom('organization_roles')
    .select(['id', 'name'])
    .where('name', '=', sql<string>`any(${[...names]}::text[])`)
    .execute();
  return new Map(rows.map(({ id, name }) => [name, id]));
}
