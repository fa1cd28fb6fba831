import type { SocialTokenSecret, TokenSetMetadata } from '@postern/contracts/people/secrets';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { newId } from '#platform/secrets/ids';

export type NewTokenSet = {
  userId: string;
  connectorId: string;
  target: string;
  identityId: string;
  sealed: string;
  metadata: TokenSetMetadata;
};

/** One set per identity; a newer one replaces it. Callers must lock the row of the user. */
export async function putTokenSet(db: Db, tokenSet: NewTokenSet): Promise<void> {
  const { userId, connectorId, target, identityId, sealed } = tokenSet;
  const metadata = JSON.stringify(tokenSet.metadata);
  const known = await db
    .updateTable('secret_social_connector_relations')
    .set({ connector_id: connectorId })
    .where('target', '=', target)
    .where('identity_id', '=', identityId)
    .returning('secret_id')
    .executeTakeFirst();
  if (known) {
    await db
      .updateTable('secrets')
      .set({ user_id: userId, sealed, metadata, updated_at: sql<Date>`now()` })
      .where('id', '=', known.secret_id)
      .execute();
    return;
  }
  const id = newId();
  await db
    .insertInto('secrets')
    .values({ id, user_id: userId, type: 'federated_token_set', sealed, metadata })
    .execute();
  await db
    .insertInto('secret_social_connector_relations')
    .values({ secret_id: id, connector_id: connectorId, target, identity_id: identityId })
    .execute();
}

/** Metadata of the stored tokens of a user, by target of the provider, without the tokens. */
export async function listTokenSecrets(db: Db, userId: string): Promise<Map<string, SocialTokenSecret>> {
  const rows = await db
    .selectFrom('secrets as s')
    .innerJoin('secret_social_connector_relations as r', 'r.secret_id', 's.id')
    .select([
      's.tenant_id as tenantId',
      's.id',
      's.user_id as userId',
      's.type',
      's.metadata',
      's.created_at as createdAt',
      's.updated_at as updatedAt',
      'r.connector_id as connectorId',
      'r.identity_id as identityId',
      'r.target',
    ])
    .where('s.user_id', '=', userId)
    .execute();
  // putTokenSet writes the columns.
  return new Map((rows as SocialTokenSecret[]).map((row) => [row.target, row]));
}

export type KeptTokenSet = NewTokenSet & { id: string };

/** Includes the encrypted tokens: for their owner only. */
export async function findTokenSet(db: Db, userId: string, target: string): Promise<KeptTokenSet | undefined> {
  const row = await db
    .selectFrom('secrets as s')
    .innerJoin('secret_social_connector_relations as r', 'r.secret_id', 's.id')
    .select([
      's.id',
      's.user_id as userId',
      's.sealed',
      's.metadata',
      'r.connector_id as connectorId',
      'r.identity_id as identityId',
      'r.target',
    ])
    .where('s.user_id', '=', userId)
    .where('r.target', '=', target)
    .executeTakeFirst();
  // putTokenSet writes the columns.
  return row as KeptTokenSet | undefined;
}

/** Returns the owner; undefined if there is no such secret. */
export async function deleteSecret(db: Db, id: string): Promise<{ userId: string } | undefined> {
  return db.deleteFrom('secrets').where('id', '=', id).returning('user_id as userId').executeTakeFirst();
}
