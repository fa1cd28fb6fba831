import { sql } from 'kysely';
import type { Db } from '#platform/db/db';

export type Operator = { id: string; name: string | null; username: string | null; primaryEmail: string | null };

const columns = ['u.id', 'u.name', 'u.username', 'u.primary_email as primaryEmail'] as const;

/** Finds by username, email address or id. For the admin tenant, like all functions here. */
export async function findPerson(db: Db, who: string): Promise<Operator | undefined> {
  return db
    .selectFrom('users as u')
    .select(columns)
    .where((eb) =>
      eb.or([
        eb('u.username', '=', who),
        eb('u.primary_email', '=', who),
        eb('u.id', '=', who),
        // For case-insensitive usernames. As a subselect it runs once, not per row.
        sql<boolean>`u.id = (select user_named(${who}))`,
      ]),
    )
    .executeTakeFirst();
}

export async function listMembersOf(db: Db, organizationId: string): Promise<Operator[]> {
  return db
    .selectFrom('organization_users as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(columns)
    .where('m.organization_id', '=', organizationId)
    .orderBy('m.created_at')
    .orderBy('u.id')
    .execute();
}
