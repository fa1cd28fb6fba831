import type { CreateUserView, UpdateUserView, UserView } from '@postern/contracts/people/user-views';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { newId } from '#platform/secrets/ids';

/** Views that a user may see, from their perspective. */
function viewsFor(db: Db, ownerId: string) {
  return db
    .selectFrom('user_views')
    .select([
      'id',
      'name',
      'is_shared as isShared',
      sql<boolean>`owner_id = ${ownerId}`.as('isMine'),
      sql<boolean>`exists (select from user_view_defaults d
        where d.owner_id = ${ownerId} and d.view_id = user_views.id)`.as('isDefault'),
      'filters',
      'columns',
      'sort',
      'created_at as createdAt',
      'updated_at as updatedAt',
    ])
    .where((eb) => eb.or([eb('owner_id', '=', ownerId), eb('is_shared', '=', true)]));
}

export async function listViews(db: Db, ownerId: string): Promise<UserView[]> {
  const rows = await viewsFor(db, ownerId).orderBy(sql`lower(name)`).orderBy('id').execute();
  // The contract validated filters and columns when they were written.
  return rows as UserView[];
}

export async function findView(db: Db, ownerId: string, id: string): Promise<UserView | undefined> {
  return (await viewsFor(db, ownerId).where('id', '=', id).executeTakeFirst()) as UserView | undefined;
}

/** Counts the views of a user and prevents parallel creation. */
export async function countViewsLocked(db: Db, ownerId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(current_setting('app.tenant_id') || ':view:' || ${ownerId}, 0))`.execute(
    db,
  );
  const query = db.selectFrom('user_views').select(sql<number>`count(*)`.as('total')).where('owner_id', '=', ownerId);
  return (await query.executeTakeFirstOrThrow()).total;
}

export async function insertView(db: Db, ownerId: string, view: CreateUserView): Promise<string> {
  const id = newId();
  await db
    .insertInto('user_views')
    .values({
      id,
      owner_id: ownerId,
      name: view.name,
      is_shared: view.isShared ?? false,
      filters: JSON.stringify(view.filters ?? {}),
      columns: JSON.stringify(view.columns ?? []),
      sort: view.sort ?? null,
    })
    .execute();
  return id;
}

export async function updateView(db: Db, id: string, { name, isShared, filters, columns, sort }: UpdateUserView) {
  await db
    .updateTable('user_views')
    .set({
      // Keeps an update without changes valid SQL.
      updated_at: sql<string>`now()`,
      ...(name === undefined ? {} : { name }),
      ...(isShared === undefined ? {} : { is_shared: isShared }),
      ...(filters === undefined ? {} : { filters: JSON.stringify(filters) }),
      ...(columns === undefined ? {} : { columns: JSON.stringify(columns) }),
      ...(sort === undefined ? {} : { sort }),
    })
    .where('id', '=', id)
    .execute();
}

export async function putDefault(db: Db, ownerId: string, viewId: string): Promise<void> {
  await db
    .insertInto('user_view_defaults')
    .values({ owner_id: ownerId, view_id: viewId })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'owner_id']).doUpdateSet({ view_id: viewId }))
    .execute();
}

export async function deleteDefault(db: Db, ownerId: string, viewId: string): Promise<void> {
  await db.deleteFrom('user_view_defaults').where('owner_id', '=', ownerId).where('view_id', '=', viewId).execute();
}

/** A view that is no longer shared cannot stay the default of others. */
export async function deleteDefaultsOfOthers(db: Db, ownerId: string, viewId: string): Promise<void> {
  await db.deleteFrom('user_view_defaults').where('owner_id', '<>', ownerId).where('view_id', '=', viewId).execute();
}

export async function deleteView(db: Db, id: string): Promise<void> {
  await db.deleteFrom('user_views').where('id', '=', id).execute();
}
