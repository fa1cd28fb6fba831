import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Basis } from '#features/messages/connectors';
import type { Db } from '#platform/db/db';
import { deleteSome } from '#platform/db/purge';
import type { SsoAssertion } from './consume.ts';

/** What the signature relies on is kept with the assertion. */
type KeptAssertion = SsoAssertion & { basis?: Basis };

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

const patienceMs = 10 * 60_000;

/** Marks an assertion, or another message that counts once, as used. Returns false if it was used before. */
export async function useAssertion(
  db: Db,
  connectorId: string,
  { id, expiresAt }: Pick<SsoAssertion, 'id' | 'expiresAt'>,
): Promise<boolean> {
  const row = await db
    .insertInto('sso_used_assertions')
    .values({ connector_id: connectorId, digest: digest(id), expires_at: new Date(expiresAt) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('digest')
    .executeTakeFirst();
  return row !== undefined;
}

/** Keeps a verified assertion for the sign-in of the browser that brought it. Returns the secret to fetch it. */
export async function saveAssertion(db: Db, connectorId: string, assertion: KeptAssertion): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  await db
    .insertInto('idp_initiated_saml_sso_sessions')
    .values({
      id: digest(secret),
      connector_id: connectorId,
      assertion_content: JSON.stringify(assertion),
      expires_at: new Date(Date.now() + patienceMs),
    })
    .execute();
  return secret;
}

/** Fetches and removes an assertion. */
export async function takeAssertion(db: Db, connectorId: string, secret: string): Promise<KeptAssertion | undefined> {
  const row = await db
    .deleteFrom('idp_initiated_saml_sso_sessions')
    .where('id', '=', digest(secret))
    .where('connector_id', '=', connectorId)
    .where(sql<boolean>`expires_at > now()`)
    .returning('assertion_content as content')
    .executeTakeFirst();
  // saveAssertion wrote it.
  return row?.content as KeptAssertion | undefined;
}

export const deleteOldAssertions = async (db: Db) => {
  await deleteSome(db, 'sso_used_assertions', sql`expires_at < now()`);
  return deleteSome(db, 'idp_initiated_saml_sso_sessions', sql`expires_at < now()`);
};
