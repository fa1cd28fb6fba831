import type { CreateScope, Scope, UpdateScope } from '@postern/contracts/access/resources';
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

export async function listScopes(
  db: Db,
  resourceId: string,
  search: Search | undefined,
  page: Page,
): Promise<{ scopes: Scope[]; total: number }> {
  const all = db.selectFrom('scopes').where('resource_id', '=', resourceId);
  const found = search ? all.where(matches<'scopes'>(search)) : all;
  const { total } = await found.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  const scopes = await found
    .select(columns)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { scopes, total };
}

/** The scopes of several API resources at once. */
export async function listScopesOf(db: Db, resourceIds: string[]): Promise<Scope[]> {
  return resourceIds.length === 0
    ? []
    : db
        .selectFrom('scopes')
        .select(columns)
        .where('resource_id', '=', sql<string>`any(${resourceIds})`)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute();
}

export async function insertScopes(
  db: Db,
  resourceId: string,
  scopes: (CreateScope & { id: string })[],
): Promise<Scope[]> {
  return db
    .insertInto('scopes')
    .values(scopes.map(({ id, name, description }) => ({ id, name, description, resource_id: resourceId })))
    .returning(columns)
    .execute();
}

export async function updateScope(
  db: Db,
  resourceId: string,
  id: string,
  { name, description }: UpdateScope,
): Promise<Scope | undefined> {
  return db
    .updateTable('scopes')
    .set((eb) => ({
      // Keeps an update without changes valid SQL.
      id: eb.ref('id'),
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
    }))
    .where('resource_id', '=', resourceId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
}

export async function deleteScope(db: Db, resourceId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('scopes')
    .where('resource_id', '=', resourceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0;
}
