import type { Connector, ConnectorFactory, ConnectorMetadata } from '@postern/contracts/messages/connectors';
import { demoFactoryIds } from '@postern/contracts/wire';
import type { App } from '#platform/app';
import { serverLanguage, textIn } from '#platform/i18n/languages';
import { connectorRows } from './instance.ts';
import { type Factory, findFactory } from './load.ts';
import { localizeMetadata } from './localize.ts';
import type { ConnectorRow } from './store.ts';

/** A demo is listed, but tenants cannot create connectors from it. */
export const isDemo = ({ metadata: { id } }: Factory): boolean => demoFactoryIds.includes(id);

/** The metadata with texts in the caller's language. */
function metadataFor({ metadata }: Factory, preferred: readonly string[]): ConnectorMetadata {
  const language = serverLanguage(preferred);
  return language === 'en'
    ? metadata
    : localizeMetadata(metadata, language, (english) => textIn(language, 'messages.connectors', english));
}

export const describeFactory = (factory: Factory, preferred: readonly string[]): ConnectorFactory => ({
  ...metadataFor(factory, preferred),
  type: factory.type,
  ...(isDemo(factory) ? { isDemo: true } : {}),
});

/** A connector as the API returns it: the metadata of its factory, overridden by the tenant's own. */
export function describeConnector(row: ConnectorRow, factory: Factory, preferred: readonly string[]): Connector {
  const { id, connectorId, syncProfile, enableTokenStorage, trustAddresses, config, metadata: own, target } = row;
  return {
    ...metadataFor(factory, preferred),
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
    type: factory.type,
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
      return factory && { ...describeConnector(row, factory, []), config: {} };
    }),
  );
  return described.filter((connector) => connector !== undefined);
}
