import type { ForgotPasswordMethod, SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import type { JsonObject } from '@postern/contracts/fields';
import type { ConnectorPlatform, ConnectorType, OwnMetadata } from '@postern/contracts/messages/connectors';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import type { ConfigSealer } from './seal-config.ts';

export type ConnectorRow = {
  id: string;
  connectorId: string;
  type: ConnectorType;
  target: string;
  platform: ConnectorPlatform | null;
  syncProfile: boolean;
  enableTokenStorage: boolean;
  trustAddresses: boolean;
  config: JsonObject;
  metadata: OwnMetadata;
};

const columns = [
  'id',
  'connector_id as connectorId',
  'type',
  'target',
  'platform',
  'sync_profile as syncProfile',
  'enable_token_storage as enableTokenStorage',
  'trust_addresses as trustAddresses',
  'config',
  'metadata',
] as const;

/** A tenant has only a few of them, so they are always read together. */
export async function listConnectorRows(db: Db, sealer: ConfigSealer): Promise<ConnectorRow[]> {
  const rows = await db.selectFrom('connectors').select(columns).orderBy('created_at').orderBy('id').execute();
  return rows.map((row) => openRow(row, sealer));
}

/** The table and the contract allow no other types, platforms and shapes. */
function openRow(stored: unknown, sealer: ConfigSealer): ConnectorRow {
  const row = stored as ConnectorRow;
  return { ...row, config: sealer.open(row.id, row.config) };
}

/** Without its settings, for callers that have no key of the vault. */
export async function hasConnectorOfType(db: Db, type: ConnectorType): Promise<boolean> {
  return (
    (await db.selectFrom('connectors').select('id').where('type', '=', type).limit(1).executeTakeFirst()) !== undefined
  );
}

export async function findConnectorRow(db: Db, id: string, sealer: ConfigSealer): Promise<ConnectorRow | undefined> {
  const row = await db.selectFrom('connectors').select(columns).where('id', '=', id).executeTakeFirst();
  return row && openRow(row, sealer);
}

/** Prevents other changes of the tenant's connectors until the transaction ends. */
export async function lockConnectors(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(current_setting('app.tenant_id') || ':connectors', 0))`.execute(
    db,
  );
}

export async function deleteConnectorsOfType(db: Db, type: ConnectorType): Promise<string[]> {
  const rows = await db.deleteFrom('connectors').where('type', '=', type).returning('id').execute();
  return rows.map(({ id }) => id);
}

export async function insertConnector(db: Db, row: ConnectorRow, sealer: ConfigSealer): Promise<void> {
  await db
    .insertInto('connectors')
    .values({
      id: row.id,
      connector_id: row.connectorId,
      type: row.type,
      target: row.target,
      platform: row.platform,
      sync_profile: row.syncProfile,
      enable_token_storage: row.enableTokenStorage,
      trust_addresses: row.trustAddresses,
      config: JSON.stringify(sealer.seal(row.id, row.config)),
      metadata: JSON.stringify(row.metadata),
    })
    .execute();
}

type ConnectorChanges = Partial<
  Pick<ConnectorRow, 'config' | 'metadata' | 'syncProfile' | 'enableTokenStorage' | 'trustAddresses'>
>;

export async function updateConnector(
  db: Db,
  id: string,
  { config, metadata, syncProfile, enableTokenStorage, trustAddresses }: ConnectorChanges,
  sealer: ConfigSealer,
): Promise<ConnectorRow | undefined> {
  const row = await db
    .updateTable('connectors')
    .set((eb) => ({
      // Keeps an update without changes valid SQL.
      id: eb.ref('id'),
      ...(config === undefined ? {} : { config: JSON.stringify(sealer.seal(id, config)) }),
      ...(metadata === undefined ? {} : { metadata: JSON.stringify(metadata) }),
      ...(syncProfile === undefined ? {} : { sync_profile: syncProfile }),
      ...(enableTokenStorage === undefined ? {} : { enable_token_storage: enableTokenStorage }),
      ...(trustAddresses === undefined ? {} : { trust_addresses: trustAddresses }),
    }))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
  return row && openRow(row, sealer);
}

/** Returns what was deleted, or undefined if there was none. */
export async function deleteConnector(
  db: Db,
  id: string,
): Promise<Pick<ConnectorRow, 'connectorId' | 'type'> | undefined> {
  const row = await db
    .deleteFrom('connectors')
    .where('id', '=', id)
    .returning(['connector_id as connectorId', 'type'])
    .executeTakeFirst();
  // The table allows no other types.
  return row as Pick<ConnectorRow, 'connectorId' | 'type'> | undefined;
}

/** Whether passwords expire, and how people reset them then. */
export async function findPasswordExpiration(
  db: Db,
): Promise<{ isEnabled: boolean; methods: readonly ForgotPasswordMethod[] | null }> {
  const row = await db
    .selectFrom('sign_in_experiences')
    .select([
      sql<boolean>`password_expiration @> '{"enabled": true}'`.as('isEnabled'),
      'forgot_password_methods as methods',
    ])
    .executeTakeFirst();
  // The contract validated the JSON column on write.
  return {
    isEnabled: row?.isEnabled ?? false,
    methods: (row?.methods ?? null) as readonly ForgotPasswordMethod[] | null,
  };
}

export async function listMessageTypes(db: Db): Promise<ConnectorType[]> {
  const rows = await db.selectFrom('connectors').select('type').where('type', 'in', ['Email', 'Sms']).execute();
  // The table allows no other types.
  return rows.map(({ type }) => type as ConnectorType);
}

type Looks = Pick<SignInExperience, 'color' | 'branding'>;
type MessageLooks = Looks & { own: { [Part in keyof Looks]: Partial<Looks[Part]> | null } };

/** Colors and logos of the tenant and of the application. */
export async function findMessageLooks(db: Db, applicationId: string): Promise<MessageLooks | undefined> {
  const row = await db
    .selectFrom('sign_in_experiences as e')
    .leftJoin('application_sign_in_experiences as a', (join) => join.on('a.application_id', '=', applicationId))
    .select(['e.color', 'e.branding', 'a.color as ownColor', 'a.branding as ownBranding'])
    .executeTakeFirst();
  if (!row) {
    return undefined;
  }
  const { color, branding, ownColor, ownBranding } = row;
  // The contract validated the JSON columns on write.
  return { color, branding, own: { color: ownColor, branding: ownBranding } } as MessageLooks;
}
