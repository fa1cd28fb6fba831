import type { Connector, ConnectorFactory } from '@postern/contracts/messages/connectors';
import { demoFactoryIds } from '@postern/contracts/wire';
import type { App } from '#platform/app';
import { type Factory, findFactory } from './load.ts';
import { connectorRows } from './open.ts';
import type { ConnectorRow } from './store.ts';

export const describeFactory = ({ type, metadata }: Factory): ConnectorFactory => ({
  ...metadata,
  type,
  ...(demoFactoryIds.includes(metadata.id) ? { isDemo: true } : {}),
});

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

/** Public data of the social connectors with these targets, without their config. */
export async function describeSocialConnectors(
  app: App,
  tenantId: string,
  targets: readonly string[],
): Promise<Connector[]> {
  const rows = (await connectorRows(app, tenantId)).filter(
    ({ type, target }) => type === 'Social' && targets.includes(target),
  );
  const described = await Promise.all(
    rows.map(async (row) => {
      const factory = await findFactory(app, row.connectorId);
      return factory && { ...describeConnector(row, factory), config: {} };
    }),
  );
  return described.filter((connector) => connector !== undefined);
}
