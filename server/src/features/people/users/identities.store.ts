import type { Identities } from '@postern/contracts/people/user-identities';
import { sql } from 'kysely';
import type { Db } from '#platform/db';

export type NewIdentity = { target: string; userId: string; details?: Record<string, unknown> };

/** One identity per target; replaces an existing one. Undefined if there is no such user. */
export async function putIdentity(
  db: Db,
  id: string,
  { target, ...identity }: NewIdentity,
): Promise<{ identities: Identities; wasThere: boolean } | undefined> {
  const { rows } = await sql<{ identities: Identities; wasThere: boolean }>`
    with before as (
      select id, jsonb_exists(identities, ${target}) as was_there from users where id = ${id} for update)
    update users set identities = users.identities || ${JSON.stringify({ [target]: identity })}::jsonb
    from before where users.id = before.id
    returning users.identities, before.was_there as "wasThere"`.execute(db);
  return rows[0];
}

/** Returns false if the user has none. */
export async function deleteIdentity(db: Db, id: string, target: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ identities: sql<string>`identities - ${target}::text` })
    .where('id', '=', id)
    .where(sql<boolean>`jsonb_exists(identities, ${target})`)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}
