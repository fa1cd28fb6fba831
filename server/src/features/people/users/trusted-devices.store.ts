import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { deleteSome } from '#platform/db/purge';

/** A browser in which a person is not asked for a second factor. */
type StoredTrustedDevice = {
  id: string;
  userAgent: string;
  ip: string;
  createdAt: number;
  lastUsedAt: number;
  expiresAt: number;
};

/** A person can trust this many browsers; the oldest are removed. */
const most = 20;

/** The most recently used first. Without the devices that exceed `days`, which may have been lowered since. */
export async function listTrustedDevices(db: Db, userId: string, days: number): Promise<StoredTrustedDevice[]> {
  const { rows } = await sql<StoredTrustedDevice>`
    select id, user_agent as "userAgent", ip, created_at as "createdAt", last_used_at as "lastUsedAt",
      least(expires_at, created_at + ${days} * interval '1 day') as "expiresAt"
    from trusted_devices where user_id = ${userId} and expires_at > now()
      and created_at > now() - ${days} * interval '1 day' order by last_used_at desc, id`.execute(db);
  return rows;
}

type NewTrustedDevice = {
  id: string;
  userId: string;
  tokenDigest: string;
  /** Earlier tokens of this browser: the new one replaces that of the same person. */
  earlierDigests: string[];
  device: string | undefined;
  userAgent: string;
  ip: string;
  days: number;
  /** The security epoch of the sign-in; undefined if the previous release began it. */
  epoch: number | undefined;
};

/** Returns false if the security epoch of the person has advanced since the sign-in. It ends all trust before it. */
export async function insertTrustedDevice(db: Db, added: NewTrustedDevice): Promise<boolean> {
  const { id, userId, tokenDigest, earlierDigests, device = null, userAgent, ip, days, epoch = null } = added;
  await sql`delete from trusted_devices where user_id = ${userId} and (token_digest = any(${earlierDigests})
    or id in (select id from trusted_devices where user_id = ${userId} order by created_at desc, id
      offset ${most - 1}))`.execute(db);
  const { rows } = await sql`insert into trusted_devices (id, user_id, token_digest, device, user_agent, ip, expires_at)
    select ${id}, id, ${tokenDigest}, ${device}, ${userAgent}, ${ip}, now() + ${days} * interval '1 day'
    from users where id = ${userId} and security_epoch = coalesce(${epoch}::bigint, security_epoch) for share
    returning id`.execute(db);
  return rows.length > 0;
}

export async function touchTrustedDevice(db: Db, userId: string, id: string, ip: string): Promise<void> {
  await sql`update trusted_devices set last_used_at = now(), ip = ${ip}
    where user_id = ${userId} and id = ${id}`.execute(db);
}

/** Returns false if the person has no such device. */
export async function deleteTrustedDevice(db: Db, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('trusted_devices')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0;
}

export const deleteOldTrustedDevices = (db: Db) =>
  deleteSome(db, 'trusted_devices', sql`expires_at < now() - interval '1 day'`);
