import { createHash, randomBytes } from 'node:crypto';
import { normalizeDomain } from '@postern/contracts/normalize';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { newId } from '#platform/secrets/ids';

const hashToken = (token: string) => createHash('sha256').update(token).digest('hex');

/** 256 random bits with a prefix, so that scanners of leaked secrets can recognize it. */
export const newToken = () => `pscim_${randomBytes(32).toString('base64url')}`;

const columns = [
  'id',
  'name',
  'created_at as createdAt',
  'expires_at as expiresAt',
  'last_used_at as lastUsedAt',
] as const;

type DirectoryTokenRow = {
  id: string;
  name: string;
  createdAt: number;
  expiresAt: number | null;
  lastUsedAt: number | null;
};

export async function listTokens(db: Db, connectorId: string): Promise<DirectoryTokenRow[]> {
  return db
    .selectFrom('directory_tokens')
    .select(columns)
    .where('connector_id', '=', connectorId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function insertToken(
  db: Db,
  connectorId: string,
  { name, token, expiresAt }: { name: string; token: string; expiresAt: number | undefined },
): Promise<DirectoryTokenRow> {
  return db
    .insertInto('directory_tokens')
    .values({
      id: newId(),
      connector_id: connectorId,
      name,
      token_hash: hashToken(token),
      expires_at: expiresAt === undefined ? null : new Date(expiresAt),
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export async function deleteToken(db: Db, connectorId: string, id: string): Promise<string | undefined> {
  const row = await db
    .deleteFrom('directory_tokens')
    .where('connector_id', '=', connectorId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  return row?.name;
}

type TokenOwner = { tokenId: string; domains: string[]; isStale: boolean };

/** The owner of a valid token of this connector. `isStale`: its last use should be recorded. */
export async function findTokenOwner(db: Db, connectorId: string, token: string): Promise<TokenOwner | undefined> {
  const row = await db
    .selectFrom('directory_tokens as t')
    .innerJoin('sso_connectors as c', 'c.id', 't.connector_id')
    .select([
      't.id as tokenId',
      'c.domains',
      sql<boolean>`coalesce(t.last_used_at < now() - interval '1 minute', true)`.as('isStale'),
    ])
    .where('t.connector_id', '=', connectorId)
    .where('t.token_hash', '=', hashToken(token))
    .where((eb) => eb.or([eb('t.expires_at', 'is', null), eb('t.expires_at', '>', sql<number>`now()`)]))
    .executeTakeFirst();
  // The contract of connectors allows only a list of domains.
  return row && { ...row, domains: (row.domains as string[]).map(normalizeDomain) };
}

/** The domains of the connector; undefined if the token was deleted or has expired. */
export async function findDomainsOfToken(db: Db, connectorId: string, id: string): Promise<string[] | undefined> {
  const row = await db
    .selectFrom('directory_tokens as t')
    .innerJoin('sso_connectors as c', 'c.id', 't.connector_id')
    .select('c.domains')
    .where('t.connector_id', '=', connectorId)
    .where('t.id', '=', id)
    .where((eb) => eb.or([eb('t.expires_at', 'is', null), eb('t.expires_at', '>', sql<number>`now()`)]))
    .executeTakeFirst();
  // The contract of connectors allows only a list of domains.
  return (row?.domains as string[] | undefined)?.map(normalizeDomain);
}

export async function touchToken(db: Db, id: string): Promise<void> {
  await db.updateTable('directory_tokens').set({ last_used_at: sql<Date>`now()` }).where('id', '=', id).execute();
}
