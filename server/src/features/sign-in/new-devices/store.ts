import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { deleteSome } from '#platform/db/purge';

export type NewNotice = {
  id: string;
  userId: string;
  device: string;
  tokenDigest: string;
  userAgent: string;
  ip: string;
  signedInAt: number;
  days: number;
};

/** A job that runs again replaces its token: an email with the first one may never have been sent. */
export async function putNotice(db: Db, notice: NewNotice): Promise<void> {
  const { id, userId, device, tokenDigest, userAgent, ip, signedInAt, days } = notice;
  await sql`insert into new_device_notices (id, user_id, device, token_digest, user_agent, ip, signed_in_at, expires_at)
    values (${id}, ${userId}, ${device}, ${tokenDigest}, ${userAgent}, ${ip}, to_timestamp(${signedInAt} / 1000.0),
      now() + ${days} * interval '1 day')
    on conflict (tenant_id, id) do update set token_digest = excluded.token_digest`.execute(db);
}

export type Notice = {
  userId: string;
  device: string;
  userAgent: string;
  ip: string;
  signedInAt: number;
  expiresAt: number;
  isExpired: boolean;
  isReported: boolean;
};

export async function findNotice(db: Db, tokenDigest: string, lock = false): Promise<Notice | undefined> {
  const { rows } = await sql<Notice>`
    select user_id as "userId", device, user_agent as "userAgent", ip, signed_in_at as "signedInAt",
      expires_at as "expiresAt", expires_at < now() as "isExpired", reported_at is not null as "isReported"
    from new_device_notices where token_digest = ${tokenDigest} ${lock ? sql`for update` : sql``}`.execute(db);
  return rows[0];
}

/** Ends all links about this device. They stay as long as its cookie can exist. */
export async function markReported(db: Db, { userId, device }: Notice, days: number): Promise<void> {
  await sql`update new_device_notices set reported_at = now(), expires_at = now() + ${days} * interval '1 day'
    where user_id = ${userId} and device = ${device} and reported_at is null`.execute(db);
}

/** Expired links stay for a while, so that the page can say why they do not work any more. */
export const deleteOldNotices = (db: Db) =>
  deleteSome(db, 'new_device_notices', sql`expires_at < now() - interval '7 days'`);
