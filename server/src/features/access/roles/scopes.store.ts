import type { Resource, Scope } from '@postern/contracts/access/resources';
import type { RoleScope } from '@postern/contracts/access/roles';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import type { Page } from '#platform/db/paging';
import { matches, type Search } from '#platform/db/search';

const columns = [
  'tenant_id as tenantId',
  'id',
  'resource_id as resourceId',
  'name',
  'description',
  'created_at as createdAt',
] as const;

function scopesOf(db: Db, roleId: string, search: Search | undefined) {
  const all = db
    .selectFrom('scopes')
    .where('id', 'in', db.selectFrom('roles_scopes').select('scope_id').where('role_id', '=', roleId));
  return search ? all.where(matches<'scopes'>(search)) : all;
}

export async function listRoleScopes(db: Db, roleId: string, search?: Search, page?: Page): Promise<Scope[]> {
  const query = scopesOf(db, roleId, search).select(columns).orderBy('created_at', 'desc').orderBy('id');
  return (page ? query.limit(page.limit).offset(page.offset) : query).execute();
}

export async function countRoleScopes(db: Db, roleId: string, search: Search | undefined): Promise<number> {
  const query = scopesOf(db, roleId, search).select(sql<number>`count(*)`.as('total'));
  return (await query.executeTakeFirstOrThrow()).total;
}

export async function withResources(db: Db, scopes: Scope[]): Promise<RoleScope[]> {
  if (scopes.length === 0) {
    return [];
  }
  const rows: Resource[] = await db
    .selectFrom('resources')
    .select(['tenant_id as tenantId', 'id', 'name', 'indicator', 'is_default as isDefault'])
    .select('access_token_ttl as accessTokenTtl')
    .where('id', 'in', [...new Set(scopes.map(({ resourceId }) => resourceId))])
    .execute();
  const resources = new Map(rows.map((resource) => [resource.id, resource]));
  return scopes.flatMap((scope) => {
    const resource = resources.get(scope.resourceId);
    return resource ? [{ ...scope, resource }] : [];
  });
}

/** Returns the given scopes that exist, with the API resource of each. */
export async function listScopeIndicators(db: Db, ids: string[]): Promise<{ id: string; indicator: string }[]> {
  return db
    .selectFrom('scopes')
    .innerJoin('resources', 'resources.id', 'scopes.resource_id')
    .select(['scopes.id', 'resources.indicator'])
    .where('scopes.id', '=', sql<string>`any(${ids})`)
    .execute();
}

/** Returns the scopes that the role did not have before. */
export async function insertRoleScopes(db: Db, roleId: string, scopeIds: string[]): Promise<string[]> {
  const rows = await db
    .insertInto('roles_scopes')
    .values([...new Set(scopeIds)].map((id) => ({ role_id: roleId, scope_id: id })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('scope_id')
    .execute();
  return rows.map(({ scope_id: id }) => id);
}

export async function deleteRoleScope(db: Db, roleId: string, scopeId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('roles_scopes')
    .where('role_id', '=', roleId)
    .where('scope_id', '=', scopeId)
    .executeTakeFirst();
  return numDeletedRows > 0;
}
