import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { deleteSome } from '#platform/db/purge';
import { findFactors, replaceFactors, type StoredFactor } from './mfa.store.ts';
import { findSecurityEpoch, findUser, updateUser } from './store.ts';

/** The person changes their account with this device: the database keeps what this transaction adds. */
export async function markDevice(db: Db, device: string | undefined): Promise<void> {
  if (device !== undefined) {
    await sql`select set_config('app.device', ${device}, true)`.execute(db);
  }
}

type Addition = { kind: 'factor' | 'identity' | 'email' | 'phone'; reference: string; value: string };

/** `fields` are the other fields of the account that have changed. */
type Removed = { factors: StoredFactor['type'][]; fields: ('identities' | 'primaryEmail' | 'primaryPhone')[] };

/** Removes the factors, linked accounts and addresses that were added with a device and are still there. */
export async function removeAdditions(db: Db, userId: string, device: string): Promise<Removed> {
  await findSecurityEpoch(db, userId, true);
  const { rows: additions } = await sql<Addition>`
    delete from account_additions where user_id = ${userId} and device = ${device}
    returning kind, reference, value`.execute(db);
  const has = (kind: Addition['kind'], value: unknown, reference = '') =>
    additions.some((one) => one.kind === kind && one.reference === reference && one.value === value);

  const factors = (await findFactors(db, userId)) ?? [];
  const added = factors.filter(({ id }) => has('factor', '', id));
  if (added.length > 0) {
    await replaceFactors(
      db,
      userId,
      factors.filter((factor) => !added.includes(factor)),
    );
  }
  const user = await findUser(db, userId);
  const targets = Object.entries(user?.identities ?? {}).flatMap(([target, identity]) =>
    has('identity', identity.userId, target) ? [target] : [],
  );
  if (targets.length > 0) {
    await db
      .updateTable('users')
      .set({ identities: sql<string>`identities - ${targets}::text[]` })
      .where('id', '=', userId)
      .execute();
  }
  const changes = {
    ...(has('email', user?.primaryEmail) ? { primaryEmail: null } : {}),
    ...(has('phone', user?.primaryPhone) ? { primaryPhone: null } : {}),
  };
  if (Object.keys(changes).length > 0) {
    await updateUser(db, userId, changes);
  }
  return {
    factors: added.map(({ type }) => type),
    fields: [
      ...(targets.length > 0 ? ['identities' as const] : []),
      ...('primaryEmail' in changes ? ['primaryEmail' as const] : []),
      ...('primaryPhone' in changes ? ['primaryPhone' as const] : []),
    ],
  };
}

/** Whether the current address of the account was added after a moment, in milliseconds, where there was none. */
export async function wasAddedSince(db: Db, userId: string, type: 'email' | 'phone', moment: number): Promise<boolean> {
  const address = sql.ref(type === 'email' ? 'u.primary_email' : 'u.primary_phone');
  const { rows } = await sql`select from account_additions a join users u on u.id = a.user_id
    where a.user_id = ${userId} and a.kind = ${type} and a.value = ${address}
      and a.created_at >= to_timestamp(${moment} / 1000.0)`.execute(db);
  return rows.length > 0;
}

/** A sign-in can be reported for seven days after its email, which may be late. */
export const deleteOldAdditions = (db: Db) =>
  deleteSome(db, 'account_additions', sql`created_at < now() - interval '14 days'`);
