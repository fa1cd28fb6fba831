import type { PersonalAccessToken } from '@postern/contracts/access/personal-access-tokens';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { digestSecret } from '#platform/secrets/ids';
import type { Sealer } from '#platform/secrets/seal-column';

/** `value` may be sealed. */
const columns = [
  'tenant_id as tenantId',
  'user_id as userId',
  'name',
  'value',
  'created_at as createdAt',
  'expires_at as expiresAt',
] as const;

export async function hasUser(db: Db, userId: string): Promise<boolean> {
  return (await db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()) !== undefined;
}

export async function listTokens(db: Db, userId: string): Promise<PersonalAccessToken[]> {
  return db
    .selectFrom('personal_access_tokens')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('name')
    .execute();
}

type NewToken = { userId: string; name: string; value: string; expiresAt: number | null | undefined };

export async function insertToken(
  db: Db,
  { seal }: Sealer,
  { userId, name, value, expiresAt }: NewToken,
): Promise<PersonalAccessToken> {
  const row = await db
    .insertInto('personal_access_tokens')
    .values({
      user_id: userId,
      name,
      value: seal(value),
      value_digest: digestSecret(value),
      expires_at: typeof expiresAt === 'number' ? new Date(expiresAt) : null,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
  return { ...row, value };
}

export async function renameToken(
  db: Db,
  userId: string,
  name: string,
  next: string,
): Promise<PersonalAccessToken | undefined> {
  return db
    .updateTable('personal_access_tokens')
    .set({ name: next })
    .where('user_id', '=', userId)
    .where('name', '=', name)
    .returning(columns)
    .executeTakeFirst();
}

export async function deleteToken(db: Db, userId: string, name: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('personal_access_tokens')
    .where('user_id', '=', userId)
    .where('name', '=', name)
    .executeTakeFirst();
  return numDeletedRows > 0;
}

/** Enough of the digest to find a token among those of its owner. It reveals nothing about the value. */
export const markOfToken = (digest: string): string => digest.slice(0, 16);

/** A token of the user by its mark. No row if it was deleted or has expired. */
export async function findTokenByMark(
  db: Db,
  userId: string,
  mark: string,
): Promise<{ digest: string; expiresAt: number | null } | undefined> {
  return db
    .selectFrom('personal_access_tokens')
    .select(['value_digest as digest', 'expires_at as expiresAt'])
    .where('user_id', '=', userId)
    .where(sql<boolean>`starts_with(value_digest, ${mark}) and (expires_at is null or expires_at > now())`)
    .executeTakeFirst();
}

/** The owner of a token; the caller checks the expiration. */
export async function findPersonalAccessToken(
  db: Db,
  value: string,
): Promise<{ userId: string; name: string; expiresAt: number | null } | undefined> {
  // No stored value has another format, and text that PostgreSQL rejects must not cause an error.
  if (!/^pat_\w{1,60}$/.test(value)) {
    return undefined;
  }
  return db
    .selectFrom('personal_access_tokens')
    .select(['user_id as userId', 'name', 'expires_at as expiresAt'])
    .where('value_digest', '=', digestSecret(value))
    .executeTakeFirst();
}
