import type {
  CreateOrganizationScope,
  OrganizationScope,
  UpdateOrganizationScope,
} from '@postern/contracts/access/organization-scopes';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import type { Page } from '#platform/db/paging';
import { containing } from '#platform/db/search';

const columns = ['tenant_id as tenantId', 'id', 'name', 'description'] as const;

function found(db: Db, q: string | undefined) {
  const all = db.selectFrom('organization_scopes');
  return q ? all.where('name', 'ilike', containing(q)) : all;
}

export async function listOrganizationScopes(
  db: Db,
  q: string | undefined,
  page: Page | undefined,
): Promise<OrganizationScope[]> {
  const query = found(db, q).select(columns).orderBy('name');
  return (page ? query.limit(page.limit).offset(page.offset) : query).execute();
}

export async function countOrganizationScopes(db: Db, q: string | undefined): Promise<number> {
  return (await found(db, q).select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()).total;
}

export async function findOrganizationScope(db: Db, id: string): Promise<OrganizationScope | undefined> {
  return db.selectFrom('organization_scopes').select(columns).where('id', '=', id).executeTakeFirst();
}

/** Undefined if the name is taken. */
export async function insertOrganizationScope(
  db: Db,
  id: string,
  { name, description }: CreateOrganizationScope,
): Promise<OrganizationScope | undefined> {
  return db
    .insertInto('organization_scopes')
    .values({ id, name, description: description ?? null })
    .onConflict((conflict) => conflict.constraint('organization_scopes__name').doNothing())
    .returning(columns)
    .executeTakeFirst();
}

export async function updateOrganizationScope(
  db: Db,
  id: string,
  { name, description }: UpdateOrganizationScope,
): Promise<OrganizationScope | undefined> {
  return db
    .updateTable('organization_scopes')
    .set((eb) => ({
      // Keeps an update without changes valid SQL.
      id: eb.ref('id'),
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
    }))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
}

export async function deleteOrganizationScope(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('organization_scopes').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0;
}
