import { sql } from 'kysely';
import type { Db } from '#platform/db/db';

/** Links of this many messages work; older ones do not. */
const maxLinks = 5;

export async function addInvitationLink(db: Db, id: string, hash: string): Promise<void> {
  await sql`update organization_invitations
    set link_hashes = (array_append(link_hashes, ${hash}))[greatest(1, cardinality(link_hashes) + 2 - ${maxLinks}::int):]
    where id = ${id}`.execute(db);
}

export async function hasInvitationLink(db: Db, id: string, hash: string): Promise<boolean> {
  const { rows } = await sql`select from organization_invitations
    where id = ${id} and ${hash} = any(link_hashes)`.execute(db);
  return rows.length > 0;
}
