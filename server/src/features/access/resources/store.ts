import type { CreateResource, Resource, UpdateResource } from '@postern/contracts/access/resources';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import type { Page, Sort } from '#platform/db/paging';
import { matches, type Search } from '#platform/db/search';

const columns = [
  'tenant_id as tenantId',
  'id',
  'name',
  'indicator',
  'is_default as isDefault',
  'access_token_ttl as accessTokenTtl',
] as const;

export type ResourceFilter = { search?: Search | undefined; sort?: Sort<'name'> | undefined };

export async function listResources(
  db: Db,
  page: Page | undefined,
  { search, sort }: ResourceFilter = {},
): Promise<Resource[]> {
  const direction = sort?.direction;
  const all = db.selectFrom('resources').select(columns).orderBy(sql`lower(name)`, direction).orderBy('id', direction);
  const query = search ? all.where(matches<'resources'>(search)) : all;
  return (page ? query.limit(page.limit).offset(page.offset) : query).execute();
}

export async function countResources(db: Db, { search }: ResourceFilter = {}): Promise<number> {
  const all = db.selectFrom('resources').select(sql<number>`count(*)`.as('total'));
  const query = search ? all.where(matches<'resources'>(search)) : all;
  return (await query.executeTakeFirstOrThrow()).total;
}

export async function findResource(db: Db, id: string): Promise<Resource | undefined> {
  return db.selectFrom('resources').select(columns).where('id', '=', id).executeTakeFirst();
}

export async function insertResource(
  db: Db,
  id: string,
  { name, indicator, accessTokenTtl }: Omit<CreateResource, 'tenantId'>,
): Promise<Resource> {
  return db
    .insertInto('resources')
    .values({ id, name, indicator, access_token_ttl: accessTokenTtl })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export async function updateResource(
  db: Db,
  id: string,
  { name, accessTokenTtl }: UpdateResource,
): Promise<Resource | undefined> {
  return db
    .updateTable('resources')
    .set((eb) => ({
      // Keeps an update without changes valid SQL.
      id: eb.ref('id'),
      ...(name === undefined ? {} : { name }),
      ...(accessTokenTtl === undefined ? {} : { access_token_ttl: accessTokenTtl }),
    }))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
}

/** There is at most one default: concurrent changes wait for each other. */
export async function setDefaultResource(db: Db, id: string, isDefault: boolean): Promise<Resource | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(current_setting('app.tenant_id') || ' default resource', 0))`.execute(
    db,
  );
  if (isDefault) {
    await db
      .updateTable('resources')
      .set({ is_default: false })
      .where('is_default', '=', true)
      .where('id', '<>', id)
      .execute();
  }
  return db
    .updateTable('resources')
    .set({ is_default: isDefault })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
}

export async function deleteResource(db: Db, id: string): Promise<void> {
  await db.deleteFrom('resources').where('id', '=', id).execute();
}
