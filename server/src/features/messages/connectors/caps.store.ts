import { sql } from 'kysely';
import type { Db } from '#platform/db';
import { deleteSome } from '#platform/purge';
import type { Statement } from '#platform/tenancy';

/** $1 recipient and purpose, $2 recipient, $3 IP address, $4 tenant and kind, $5 to $7 the hourly limit of each. */
export const reserveMessage: Statement = {
  name: 'message_reserve',
  text: 'select reserve_message($1, $2, $3, $4, $5, $6, $7) as outcome',
};

/** $1 recipient and purpose of a message that was not sent. */
export const releaseMessage: Statement = {
  name: 'message_release',
  text: 'update message_counters set count = count - 1 where subject = $1 and count > 0',
};

export const deleteOldCounters = (db: Db) =>
  deleteSome(db, 'message_counters', sql`window_start < now() - interval '2 hours'`);
