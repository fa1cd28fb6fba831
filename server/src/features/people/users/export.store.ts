import type { User } from '@postern/contracts/people/users';
import { internalRolePrefix } from '@postern/contracts/wire';
import { sql } from 'kysely';
import type { Db } from '#platform/db';
import { filteredUsers, type ListFilter } from './list.store.ts';
import { columns, hasPassword } from './store.ts';

export type ExportedUser = User & { emailVerified: boolean; phoneVerified: boolean };

/** The next users of a filter by id, each once, regardless of parallel changes. */
export async function listUsersAfter(
  db: Db,
  filter: ListFilter,
  after: string,
  limit: number,
): Promise<ExportedUser[]> {
  const rows = await filteredUsers(db, filter)
    .select([
      ...columns,
      hasPassword,
      sql<boolean>`primary_email is not null and email_verified_at is not null`.as('emailVerified'),
      sql<boolean>`primary_phone is not null and phone_verified_at is not null`.as('phoneVerified'),
    ])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows as ExportedUser[];
}

/** Names of the roles of these users, without internal roles. */
export async function listRoleNames(db: Db, userIds: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ id: string; names: string[] }>`
    select u.user_id as id, array_agg(r.name order by r.name) as names from users_roles u join roles r on r.id = u.role_id
    where u.user_id = any(${[...userIds]}::text[]) and r.name not like ${`${internalRolePrefix}%`}
    group by u.user_id`.execute(db);
  return new Map(rows.map(({ id, names }) => [id, names]));
}
