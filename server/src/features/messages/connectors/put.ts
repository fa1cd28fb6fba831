import type { JsonObject } from '@postern/contracts/fields';
import { adminTenantId } from '@postern/contracts/wire';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { emit } from '#platform/jobs/events';
import { configSealer } from './seal-config.ts';
import { deleteConnector, insertConnector, listConnectorRows, lockConnectors, updateConnector } from './store.ts';

type OwnConnector = { id: string; factoryId: string; target: string; config: JsonObject };

const isSame = (one: JsonObject, other: JsonObject) =>
  Object.keys({ ...one, ...other }).every((name) => one[name] === other[name]);

/**
 * A social connector of the admin tenant that the installation configures itself. `taken`: the tenant already has one
 * for this target.
 */
export async function putConnector(
  app: App,
  db: Db,
  { id, factoryId, target, config }: OwnConnector,
): Promise<'changed' | 'same' | 'taken'> {
  const sealer = configSealer(app, adminTenantId);
  await lockConnectors(db);
  const rows = await listConnectorRows(db, sealer);
  const own = rows.find((row) => row.id === id);
  if (own) {
    if (isSame(own.config, config)) {
      return 'same';
    }
    await updateConnector(db, id, { config }, sealer);
    await emit(db, { name: 'Connector.Data.Updated', subjectId: id, data: { connectorId: factoryId, type: own.type } });
    return 'changed';
  }
  if (rows.some((row) => row.connectorId === factoryId || row.target === target)) {
    return 'taken';
  }
  const row = {
    id,
    connectorId: factoryId,
    type: 'Social',
    target,
    platform: 'Universal',
    syncProfile: false,
    enableTokenStorage: false,
    // Google and GitHub report which addresses they have verified.
    trustAddresses: true,
    config,
    metadata: {},
  } as const;
  await insertConnector(db, row, sealer);
  await emit(db, {
    name: 'Connector.Created',
    subjectId: id,
    data: { connectorId: factoryId, type: 'Social', target },
  });
  return 'changed';
}

/** Returns false if there is none. */
export async function removeConnector(db: Db, id: string): Promise<boolean> {
  const removed = await deleteConnector(db, id);
  if (removed) {
    await emit(db, { name: 'Connector.Deleted', subjectId: id, data: { type: removed.type } });
  }
  return removed !== undefined;
}
