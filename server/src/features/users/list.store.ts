import type { User } from '@postern/contracts/users';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Db } from '#platform/db';
import type { Page } from '#platform/paging';
import { matches, narrowingPatterns, type Search } from '#platform/search';
import { columns, hasPassword } from './store.ts';

type Filter = { search: Search | undefined; roleId?: string; excludeRoleId?: string; excludeOrganizationId?: string };

function conditions({ search, roleId, excludeRoleId, excludeOrganizationId }: Filter): Expression<SqlBool>[] {
  const patterns = search && narrowingPatterns(search);
  return [
    ...(patterns
      ? [
          sql<SqlBool>`id in (select found from unnest(${patterns}::text[]) needle, search_users(needle) as hit (found))`,
        ]
      : []),
    ...(roleId ? [sql<SqlBool>`id in (select user_id from users_roles where role_id = ${roleId})`] : []),
    ...(excludeRoleId
      ? [
          // `offset 0` keeps the planner from asking user by user, which takes for ever where nearly all have the role.
          sql<SqlBool>`not exists (select from (select user_id from users_roles where role_id = ${excludeRoleId} offset 0) r
            where r.user_id = users.id)`,
        ]
      : []),
    ...(excludeOrganizationId
      ? [
          sql<SqlBool>`not exists (select from organization_users o where o.user_id = users.id and o.organization_id = ${excludeOrganizationId})`,
        ]
      : []),
  ];
}

export async function listUsers(db: Db, filter: Filter, page: Page): Promise<User[]> {
  let query = db.selectFrom('users').select([...columns, hasPassword]);
  for (const condition of conditions(filter)) {
    query = query.where(condition);
  }
  if (filter.search) {
    query = query.where(matches<'users'>(filter.search));
  }
  const rows = await query.orderBy('created_at', 'desc').orderBy('id').limit(page.limit).offset(page.offset).execute();
  return rows as User[];
}

/** The newest users and their total in one round trip, for the page that is asked for most. */
export async function listNewestUsers(db: Db, page: Page): Promise<{ users: User[]; total: number } | undefined> {
  const total = sql<number>`(select coalesce(sum(n), 0)::bigint from row_counts where kind = 'users')`.as('total');
  const rows = await db
    .selectFrom('users')
    .select([...columns, hasPassword, total])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  // Past the end there is no row to carry the total.
  return rows[0] && { users: rows as unknown as User[], total: rows[0].total };
}

async function countAllUsers(db: Db): Promise<number> {
  const row = await db
    .selectFrom('row_counts')
    .select(sql<number>`coalesce(sum(n), 0)::bigint`.as('total'))
    .where('kind', '=', 'users')
    .executeTakeFirst();
  return row?.total ?? 0;
}

async function countRoleUsers(db: Db, roleId: string): Promise<number> {
  const query = db.selectFrom('users_roles').select(sql<number>`count(*)`.as('total')).where('role_id', '=', roleId);
  return (await query.executeTakeFirstOrThrow()).total;
}

/** All users are counted by triggers as they come and go; a search has to count for itself. */
export async function countUsers(db: Db, filter: Filter): Promise<number> {
  const { search, roleId, excludeRoleId, excludeOrganizationId } = filter;
  if (!search && !excludeOrganizationId && !(roleId && excludeRoleId)) {
    if (roleId) {
      return countRoleUsers(db, roleId);
    }
    const all = await countAllUsers(db);
    return excludeRoleId ? all - (await countRoleUsers(db, excludeRoleId)) : all;
  }
  let query = db.selectFrom('users').select(sql<number>`count(*)`.as('total'));
  for (const condition of conditions(filter)) {
    query = query.where(condition);
  }
  if (filter.search) {
    query = query.where(matches<'users'>(filter.search));
  }
  return (await query.executeTakeFirstOrThrow()).total;
}
