import type { Connector, ConnectorFactory } from '@postern/contracts/messages/connectors';
import type { Factory } from './load.ts';
import type { ConnectorRow } from './store.ts';

export const describeFactory = ({ type, metadata }: Factory): ConnectorFactory => ({ ...metadata, type });

/** A connector as the API returns it: the metadata of its factory, overridden by the tenant's own. */
export function describeConnector(row: ConnectorRow, { type, metadata }: Factory): Connector {
  const { id, connectorId, syncProfile, enableTokenStorage, trustAddresses, config, metadata: own, target } = row;
  return {
    ...metadata,
    ...(own.name ? { name: own.name } : {}),
    // Light and dark logos are used together: a dark one of the factory would not match a light one of the tenant.
    ...(own.logo ? { logo: own.logo, logoDark: own.logoDark ?? null } : {}),
    target,
    id,
    connectorId,
    syncProfile,
    enableTokenStorage,
    trustAddresses,
    config,
    metadata: own,
    type,
  };
}
