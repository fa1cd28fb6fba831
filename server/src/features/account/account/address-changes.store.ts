import type { Address } from '@postern/contracts/sign-in/sign-in';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { deleteSome } from '#platform/db/purge';
import { newId } from '#platform/secrets/ids';

export type AddressChange = {
  id: string;
  userId: string;
  type: Address['type'];
  /** Null if there was no address before. */
  address: string | null;
  wasVerified: boolean;
  /** Linked social accounts at that time: target → id at the provider. */
  identities: Record<string, string>;
};

type NewChange = Omit<AddressChange, 'id'> & { tokenDigest: string; hours: number };

/** Returns its id. */
export async function insertAddressChange(db: Db, change: NewChange): Promise<string> {
  const id = newId();
  await db
    .insertInto('address_changes')
    .values({
      id,
      user_id: change.userId,
      identifier_type: change.type,
      old_identifier: change.address,
      was_verified: change.wasVerified,
      identities: JSON.stringify(change.identities),
      token_digest: change.tokenDigest,
      // Set by `markDevice`.
      device: sql<string | null>`nullif(current_setting('app.device', true), '')`,
      expires_at: sql<string>`now() + ${change.hours} * interval '1 hour'`,
    })
    .execute();
  return id;
}

/** Returns whether the change can still be undone. */
export async function replaceToken(db: Db, id: string, tokenDigest: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('address_changes')
    .set({ token_digest: tokenDigest })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<number>`now()`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const columns = [
  'id',
  'user_id as userId',
  'identifier_type as type',
  'old_identifier as address',
  'was_verified as wasVerified',
  'identities',
  'device',
] as const;

export type FoundChange = AddressChange & {
  /** The digest of the device that made the change, if known. */
  device: string | null;
  createdAt: number;
  expiresAt: number;
  isExpired: boolean;
  isEnded: boolean;
};

/** `lock` prevents others from ending it before the transaction ends. */
export async function findAddressChange(db: Db, tokenDigest: string, lock = false): Promise<FoundChange | undefined> {
  const query = db
    .selectFrom('address_changes')
    .select([
      ...columns,
      sql<number>`floor(extract(epoch from created_at) * 1000)::bigint`.as('createdAt'),
      sql<number>`floor(extract(epoch from expires_at) * 1000)::bigint`.as('expiresAt'),
      sql<boolean>`expires_at <= now()`.as('isExpired'),
      sql<boolean>`ended_at is not null`.as('isEnded'),
    ])
    .where('token_digest', '=', tokenDigest);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  // The checks of the table allow only these types.
  return row as FoundChange | undefined;
}

/**
 * Ends a change and all later ones of the same person, so that their links stop working. Returns the ended changes of
 * the other type, oldest first.
 */
export async function endAddressChanges(db: Db, { id, userId, type }: AddressChange): Promise<AddressChange[]> {
  const { rows } = await sql<AddressChange & { createdAt: number }>`
    with ended as (
      update address_changes c set ended_at = now() from address_changes chosen
      where chosen.id = ${id} and c.user_id = ${userId} and c.ended_at is null
        and (c.id = chosen.id or c.created_at >= chosen.created_at)
      returning c.id, c.user_id as "userId", c.identifier_type as type, c.old_identifier as address,
        c.was_verified as "wasVerified", c.identities, c.created_at as "createdAt")
    select * from ended where type <> ${type} order by "createdAt"`.execute(db);
  return rows;
}

export const deleteOldAddressChanges = (db: Db) =>
  deleteSome(db, 'address_changes', sql`expires_at < now() - interval '30 days'`);
