import type { AnyConnector } from '@postern/connectors/kit/interface';
import type { JsonObject } from '@postern/contracts/fields';
import type { App } from '#platform/app';
import { createInstance, use } from './instance.ts';
import type { Factory } from './load.ts';
import { findFactoryFor, operatorService } from './operator-service.ts';
import type { ConnectorRow } from './store.ts';

/** An instance that sends with the operator's connector if it has none of its own. */
export const createConnector = async (
  app: App,
  tenantId: string,
  factory: Factory,
  config: JsonObject,
): Promise<AnyConnector> =>
  createInstance(app, tenantId, factory, config, factory.isHosted ? await operatorService(app, tenantId) : undefined);

/** Keyed by row and not by id: rows are read again after every change, so an instance never outlives its config. */
const instances = new WeakMap<ConnectorRow, Promise<AnyConnector>>();

function instanceOf(app: App, tenantId: string, factory: Factory, row: ConnectorRow): Promise<AnyConnector> {
  if (factory.isHosted) {
    // The operator's connector may change at any time, and rows of the tenant are not read again then.
    return createConnector(app, tenantId, factory, row.config);
  }
  const known = instances.get(row) ?? createConnector(app, tenantId, factory, row.config);
  instances.set(row, known);
  // If creating an instance fails, the next call tries again.
  known.catch(() => instances.delete(row));
  return known;
}

export type OpenConnector = { row: ConnectorRow; factory: Factory; connector: AnyConnector };

/** The connector of the tenant; undefined if the package of its factory is missing. */
export async function openConnector(app: App, tenantId: string, row: ConnectorRow): Promise<OpenConnector | undefined> {
  const factory = await findFactoryFor(app, tenantId, row.connectorId, row.config);
  if (!factory) {
    app.log.warn({ tenantId, connector: row.connectorId }, 'connector package missing');
    return undefined;
  }
  const connector = await use(app, factory, row.config, () => instanceOf(app, tenantId, factory, row));
  return { row, factory, connector };
}
