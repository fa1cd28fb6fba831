import { timeOf, type UserFilter } from '@postern/contracts/people/user-filter';
import { userSearchFields } from '@postern/contracts/people/users';
import { sql } from 'kysely';
import type { Db } from '#platform/db';
import { readSearch } from '#platform/search';
import { filteredUsers } from './list.store.ts';

/** The users of a job: all that match, except these. */
export type Selection = { filter: UserFilter; excludedIds: string[] };

/** Fixes the filter at this time: relative days become absolute, and users created later are excluded. */
export function freezeFilter(filter: UserFilter, now = Date.now()): UserFilter {
  const { createdFrom, createdTo, lastSignInFrom, lastSignInTo } = filter;
  const fixed = Object.entries({ createdFrom, lastSignInFrom, lastSignInTo }).flatMap(([name, moment]) =>
    moment === undefined ? [] : [[name, String(timeOf(moment, now))]],
  );
  const until = Math.min(now + 1, createdTo === undefined ? Number.POSITIVE_INFINITY : timeOf(createdTo, now));
  return { ...filter, ...Object.fromEntries(fixed), createdTo: String(until) };
}

function selected(db: Db, { filter: { search, ...only }, excludedIds }: Selection) {
  const query = filteredUsers(db, { search: search ? readSearch({ search }, userSearchFields) : undefined, only });
  return excludedIds.length > 0 ? query.where('id', '<>', sql<string>`all(${excludedIds})`) : query;
}

export async function countSelected(db: Db, selection: Selection): Promise<number> {
  const row = await selected(db, selection).select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  return row.total;
}

/** The next ids of the selection in the order of ids, which jobs never change. */
export async function listSelectedIds(db: Db, selection: Selection, after: string, limit: number): Promise<string[]> {
  const rows = await selected(db, selection).select('id').where('id', '>', after).orderBy('id').limit(limit).execute();
  return rows.map(({ id }) => id);
}

/** Locks those of the users that exist until the transaction ends, and returns whether they are suspended. */
export async function lockUsers(db: Db, ids: string[]): Promise<Map<string, boolean>> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'is_suspended as isSuspended'])
    .where('id', '=', sql<string>`any(${ids})`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return new Map(rows.map(({ id, isSuspended }) => [id, isSuspended]));
}
