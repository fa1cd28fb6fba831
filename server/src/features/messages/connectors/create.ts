import type { CreateConnector } from '@postern/contracts/messages/connectors';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { emit } from '#platform/jobs/events';
import { newShortId } from '#platform/secrets/ids';
import type { Settings } from './check-config.ts';
import type { Factory } from './load.ts';
import type { ConfigSealer } from './seal-config.ts';
import {
  type ConnectorRow,
  deleteConnectorsOfType,
  insertConnector,
  listConnectorRows,
  lockConnectors,
} from './store.ts';

/**
 * Allows one instance per provider, and one connector per target and platform, so that users can tell the buttons
 * apart.
 */
async function requireNoDuplicate(db: Db, factory: Factory, target: string, sealer: ConfigSealer): Promise<void> {
  const { id, platform, isStandard } = factory.metadata;
  const rows = (await listConnectorRows(db, sealer)).filter(({ type }) => type === 'Social');
  if (!isStandard && rows.some(({ connectorId }) => connectorId === id)) {
    throw new AppError('connector.multiple_instances_not_supported');
  }
  const same = rows.find((row) => row.target === target && row.platform === platform);
  if (same) {
    const data = { connectorId: same.connectorId, connectorName: same.metadata.name ?? { en: same.target } };
    throw new AppError('connector.multiple_target_with_same_platform', { data });
  }
}

/** A tenant has one email and one SMS connector: the new one replaces the old one. */
async function removeOtherSenders(db: Db, { type }: Factory): Promise<void> {
  const removed = await deleteConnectorsOfType(db, type);
  await emit(db, ...removed.map((subjectId) => ({ name: 'Connector.Deleted' as const, subjectId, data: { type } })));
}

export async function createConnector(
  db: Db,
  factory: Factory,
  body: CreateConnector,
  { config = {}, metadata = {} }: Settings,
  sealer: ConfigSealer,
): Promise<ConnectorRow> {
  const { type, metadata: known } = factory;
  const target = metadata.target ?? known.target;
  await lockConnectors(db);
  if (type === 'Social') {
    await requireNoDuplicate(db, factory, target, sealer);
  } else {
    await removeOtherSenders(db, factory);
  }
  const row: ConnectorRow = {
    id: body.id ?? newShortId(),
    connectorId: known.id,
    type,
    target,
    platform: known.platform,
    syncProfile: body.syncProfile ?? false,
    enableTokenStorage: body.enableTokenStorage ?? false,
    trustAddresses: body.trustAddresses ?? known.trustAddressesByDefault ?? false,
    config,
    metadata,
  };
  await insertConnector(db, row, sealer);
  await emit(db, { name: 'Connector.Created', subjectId: row.id, data: { connectorId: known.id, type, target } });
  return row;
}
