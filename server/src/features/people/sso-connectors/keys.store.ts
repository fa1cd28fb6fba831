import type { Db } from '#platform/db';

export type StoredKey = { privateKey: string; certificate: string; expiresAt: number };

/** The key pair of a connector, with the private key as it is stored. */
export async function findStoredKey(db: Db, connectorId: string): Promise<StoredKey | undefined> {
  return db
    .selectFrom('sso_connector_keys')
    .select(['private_key as privateKey', 'certificate', 'expires_at as expiresAt'])
    .where('connector_id', '=', connectorId)
    .executeTakeFirst();
}

/** The first key pair stays: identity providers know its certificate. */
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
