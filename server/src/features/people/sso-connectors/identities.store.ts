import type { EnterpriseTokenSecret, TokenSetMetadata } from '@postern/contracts/people/secrets';
import type { UserSsoIdentity } from '@postern/contracts/people/users';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { newId } from '#platform/secrets/ids';

const columns = [
  'tenant_id as tenantId',
  'id',
  'user_id as userId',
  'issuer',
  'identity_id as identityId',
  'detail',
  'created_at as createdAt',
  'updated_at as updatedAt',
  'sso_connector_id as ssoConnectorId',
] as const;

/** An account at the identity provider of a connector. */
export type SsoIdentity = { ssoConnectorId: string; issuer: string; identityId: string };

/** The accounts of a user at identity providers, oldest first. */
export async function listSsoIdentities(db: Db, userId: string): Promise<UserSsoIdentity[]> {
  const rows = await db
    .selectFrom('user_sso_identities')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  // putSsoIdentity writes the JSON column.
  return rows as UserSsoIdentity[];
}

type SsoPerson = { id: string; isSuspended: boolean; name: string | null; avatar: string | null; epoch: number };

/** The owner of an account at an identity provider. */
export async function hasSsoIdentity(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('user_sso_identities')
    .select('id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function findSsoPerson(db: Db, identity: SsoIdentity): Promise<SsoPerson | undefined> {
  return db
    .selectFrom('user_sso_identities as i')
    .innerJoin('users as u', 'u.id', 'i.user_id')
    .select(['u.id', 'u.is_suspended as isSuspended', 'u.name', 'u.avatar', 'u.security_epoch as epoch'])
    .where('i.sso_connector_id', '=', identity.ssoConnectorId)
    .where('i.issuer', '=', identity.issuer)
    .where('i.identity_id', '=', identity.identityId)
    .executeTakeFirst();
}

/** The account that a user already has at a connector. */
export async function findSsoIdentityOf(db: Db, userId: string, ssoConnectorId: string) {
  return db
    .selectFrom('user_sso_identities')
    .select(['issuer', 'identity_id as identityId'])
    .where('user_id', '=', userId)
    .where('sso_connector_id', '=', ssoConnectorId)
    .executeTakeFirst();
}

/**
 * Links an account, or updates its details. An account at an issuer that the connector used before is replaced.
 * Returns the id of the link, and whether it is new.
 */
export async function putSsoIdentity(
  db: Db,
  userId: string,
  { ssoConnectorId, issuer, identityId, detail }: SsoIdentity & { detail: object },
): Promise<{ id: string; isNew: boolean }> {
  await db
    .deleteFrom('user_sso_identities')
    .where('user_id', '=', userId)
    .where('sso_connector_id', '=', ssoConnectorId)
    .where('issuer', '<>', issuer)
    .execute();
  const row = await db
    .insertInto('user_sso_identities')
    .values({
      id: newId(),
      user_id: userId,
      sso_connector_id: ssoConnectorId,
      issuer,
      identity_id: identityId,
      detail: JSON.stringify(detail),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'sso_connector_id', 'issuer', 'identity_id'])
        .doUpdateSet({ detail: JSON.stringify(detail), updated_at: sql<Date>`now()` })
        .where('user_sso_identities.user_id', '=', userId),
    )
    // xmax is 0 unless the row was updated.
    .returning(['id', sql<boolean>`xmax = 0`.as('isNew')])
    .executeTakeFirst();
  if (!row) {
    throw new AppError('user.identity_already_in_use');
  }
  return row;
}

/** Unlinks all accounts of a user. */
export async function deleteSsoIdentities(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('user_sso_identities').where('user_id', '=', userId).execute();
}

/** Unlinks the accounts that were linked after a moment, in milliseconds. */
export async function deleteSsoIdentitiesSince(db: Db, userId: string, moment: number): Promise<void> {
  await db
    .deleteFrom('user_sso_identities')
    .where('user_id', '=', userId)
    .where('created_at', '>=', sql<number>`to_timestamp(${moment} / 1000.0)`)
    .execute();
}

type NewSsoTokenSet = SsoIdentity & { userId: string; sealed: string; metadata: TokenSetMetadata };
export type KeptSsoTokenSet = NewSsoTokenSet & { id: string };

/** One set per account; a newer one replaces it. */
export async function putSsoTokenSet(db: Db, tokenSet: NewSsoTokenSet): Promise<void> {
  const { userId, ssoConnectorId, issuer, identityId, sealed } = tokenSet;
  const metadata = JSON.stringify(tokenSet.metadata);
  const known = await findSsoTokenSet(db, userId, ssoConnectorId);
  if (known) {
    await db
      .updateTable('secrets')
      .set({ sealed, metadata, updated_at: sql<Date>`now()` })
      .where('id', '=', known.id)
      .execute();
    return;
  }
  const id = newId();
  await db
    .insertInto('secrets')
    .values({ id, user_id: userId, type: 'federated_token_set', sealed, metadata })
    .execute();
  await db
    .insertInto('secret_enterprise_sso_connector_relations')
    .values({ secret_id: id, sso_connector_id: ssoConnectorId, issuer, identity_id: identityId })
    .execute();
}

/** Includes the encrypted tokens: for their owner only. */
export async function findSsoTokenSet(
  db: Db,
  userId: string,
  ssoConnectorId: string,
): Promise<KeptSsoTokenSet | undefined> {
  const row = await db
    .selectFrom('secrets as s')
    .innerJoin('secret_enterprise_sso_connector_relations as r', 'r.secret_id', 's.id')
    .select([
      's.id',
      's.user_id as userId',
      's.sealed',
      's.metadata',
      'r.sso_connector_id as ssoConnectorId',
      'r.issuer',
      'r.identity_id as identityId',
    ])
    .where('s.user_id', '=', userId)
    .where('r.sso_connector_id', '=', ssoConnectorId)
    .executeTakeFirst();
  // putSsoTokenSet writes the columns.
  return row as KeptSsoTokenSet | undefined;
}

/** Metadata of the stored tokens of a user, by connector, without the tokens. */
export async function listSsoTokenSecrets(db: Db, userId: string): Promise<Map<string, EnterpriseTokenSecret>> {
  const rows = await db
    .selectFrom('secrets as s')
    .innerJoin('secret_enterprise_sso_connector_relations as r', 'r.secret_id', 's.id')
    .select([
      's.tenant_id as tenantId',
      's.id',
      's.user_id as userId',
      's.type',
      's.metadata',
      's.created_at as createdAt',
      's.updated_at as updatedAt',
      'r.sso_connector_id as ssoConnectorId',
      'r.issuer',
      'r.identity_id as identityId',
    ])
    .where('s.user_id', '=', userId)
    .execute();
  // putSsoTokenSet writes the columns.
  return new Map((rows as EnterpriseTokenSecret[]).map((row) => [row.ssoConnectorId, row]));
}
