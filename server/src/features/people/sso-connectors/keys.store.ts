import type { SsoKeyState } from '@postern/contracts/people/sso-keys';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';

export type StoredKey = { privateKey: string; certificate: string; expiresAt: number };
type KeyRow = StoredKey & { state: SsoKeyState; createdAt: number };

/** The key pairs of a connector with the private keys as they are stored, the current one first. */
export async function listStoredKeys(db: Db, connectorId: string): Promise<KeyRow[]> {
  const { rows } = await sql<KeyRow>`
    select 'current' as state, private_key as "privateKey", certificate, expires_at as "expiresAt",
      created_at as "createdAt" from sso_connector_keys where connector_id = ${connectorId}
    union all select state, private_key, certificate, expires_at, created_at from sso_connector_spare_keys
      where connector_id = ${connectorId}
    order by state`.execute(db);
  return rows;
}

/** The first key pair stays until it is replaced by `activateNextKey`: identity providers know its certificate. */
export async function insertKey(db: Db, connectorId: string, { privateKey, certificate, expiresAt }: StoredKey) {
  await db
    .insertInto('sso_connector_keys')
    .values({
      connector_id: connectorId,
      private_key: privateKey,
      certificate,
      expires_at: new Date(expiresAt),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns false if there is a next key already. */
export async function insertNextKey(
  db: Db,
  connectorId: string,
  { privateKey, certificate, expiresAt }: StoredKey,
): Promise<boolean> {
  const inserted = await db
    .insertInto('sso_connector_spare_keys')
    .values({
      connector_id: connectorId,
      state: 'next',
      private_key: privateKey,
      certificate,
      expires_at: new Date(expiresAt),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('state')
    .executeTakeFirst();
  return inserted !== undefined;
}

/**
 * The next key becomes the current one and the current one the previous one; an older previous one is deleted. Returns
 * false if there is no next key. Call it with the connector locked.
 */
export async function activateNextKey(db: Db, connectorId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (select from sso_connector_spare_keys
    where connector_id = ${connectorId} and state = 'next') as found`.execute(db);
  if (!rows[0]?.found) {
    return false;
  }
  await sql`delete from sso_connector_spare_keys where connector_id = ${connectorId} and state = 'previous'`.execute(
    db,
  );
  await sql`insert into sso_connector_spare_keys (connector_id, state, private_key, certificate, expires_at, created_at)
    select connector_id, 'previous', private_key, certificate, expires_at, created_at from sso_connector_keys
    where connector_id = ${connectorId}`.execute(db);
  await sql`delete from sso_connector_keys where connector_id = ${connectorId}`.execute(db);
  await sql`with taken as (
      delete from sso_connector_spare_keys where connector_id = ${connectorId} and state = 'next' returning *
    ) insert into sso_connector_keys (connector_id, private_key, certificate, expires_at, created_at)
      select connector_id, private_key, certificate, expires_at, created_at from taken`.execute(db);
  return true;
}

export async function deleteSpareKey(db: Db, connectorId: string, state: SsoKeyState): Promise<boolean> {
  const deleted = await db
    .deleteFrom('sso_connector_spare_keys')
    .where('connector_id', '=', connectorId)
    .where('state', '=', state)
    .returning('state')
    .executeTakeFirst();
  return deleted !== undefined;
}
