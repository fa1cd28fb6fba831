import { sql } from 'kysely';
import type { Db } from '#platform/db';

export type Assignment = { userId: string; roleId: string };

const pairs = (userIds: string[], roleIds: string[]) =>
  sql`unnest(${userIds}::text[]) u (user_id), unnest(${[...new Set(roleIds)]}::text[]) r (role_id)`;

/** Assigns every role to every user. Returns the new assignments. */
export async function insertForMany(db: Db, userIds: string[], roleIds: string[]): Promise<Assignment[]> {
  const { rows } = await sql<Assignment>`insert into users_roles (user_id, role_id)
    select u.user_id, r.role_id from ${pairs(userIds, roleIds)}
    on conflict do nothing returning user_id as "userId", role_id as "roleId"`.execute(db);
  return rows;
}

/** Removes the roles from the users. Returns the removed assignments. */
export async function deleteForMany(db: Db, userIds: string[], roleIds: string[]): Promise<Assignment[]> {
  const { rows } = await sql<Assignment>`delete from users_roles
    where user_id = any(${userIds}) and role_id = any(${roleIds})
    returning user_id as "userId", role_id as "roleId"`.execute(db);
  return rows;
}
