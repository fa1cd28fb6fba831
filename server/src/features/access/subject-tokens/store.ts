import type { JsonObject } from '@postern/contracts/fields';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { deleteSome } from '#platform/db/purge';
import { digestSecret } from '#platform/secrets/ids';

type NewSubjectToken = {
  /** As stored: see `storedId`. */
  id: string;
  userId: string;
  creatorId: string;
  context: JsonObject | undefined;
  seconds: number;
};

/** Returns false if the user does not exist. */
export async function insertSubjectToken(
  db: Db,
  { id, userId, creatorId, context = {}, seconds }: NewSubjectToken,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`insert into subject_tokens (id, context, expires_at, user_id, creator_id)
    select ${id}, ${JSON.stringify(context)}::jsonb, now() + ${seconds} * interval '1 second', id, ${creatorId}
    from users where id = ${userId}`.execute(db);
  return numAffectedRows > 0n;
}

/** Other text is not a token, and PostgreSQL rejects some of it. A digest is not one either. */
const isToken = (token: string) => /^sub_\w{1,21}$/.test(token);

/** During an upgrade, nodes of the previous release store and read the token itself. */
export const storedId = (token: string, isHashed: boolean) => (isHashed ? digestSecret(token) : token);

const idsOf = (token: string) => [storedId(token, true), storedId(token, false)];

/** Whether the person is the same as when the token was made: a change of their proofs ends it (attack 53). */
const isCurrent = sql<boolean>`exists (select from users u where u.id = subject_tokens.user_id
  and u.security_epoch <= floor(extract(epoch from subject_tokens.created_at) * 1000000)::bigint)`;

export type StoredSubjectToken = {
  userId: string;
  context: JsonObject;
  creatorId: string;
  expiresAt: number;
  consumedAt: number | null;
};

/** Undefined too if the person has changed since. */
export async function findSubjectToken(db: Db, token: string): Promise<StoredSubjectToken | undefined> {
  if (!isToken(token)) {
    return undefined;
  }
  const row = await db
    .selectFrom('subject_tokens')
    .select([
      'user_id as userId',
      'context',
      'creator_id as creatorId',
      'expires_at as expiresAt',
      'consumed_at as consumedAt',
    ])
    .where('id', 'in', idsOf(token))
    .where(isCurrent)
    .executeTakeFirst();
  // Only objects are written to this column.
  return row as StoredSubjectToken | undefined;
}

/** Consumes the token. Exactly one of several concurrent callers gets a result. */
export async function consumeSubjectToken(
  db: Db,
  token: string,
): Promise<{ userId: string; context: JsonObject } | undefined> {
  if (!isToken(token)) {
    return undefined;
  }
  const row = await db
    .updateTable('subject_tokens')
    .set({ consumed_at: sql`now()` })
    .where('id', 'in', idsOf(token))
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', sql<number>`now()`)
    .where(isCurrent)
    .returning(['user_id as userId', 'context'])
    .executeTakeFirst();
  return row as { userId: string; context: JsonObject } | undefined;
}

/** Kept a day longer than they are valid, so that a second use can be distinguished from a guess. */
export const purgeSubjectTokens = (db: Db) =>
  deleteSome(db, 'subject_tokens', sql`expires_at < now() - interval '1 day'`);
