import type { AnyConnector, EmailTemplateDetails, TemplateType } from '@postern/connectors/kit/interface';
import type { JsonObject } from '@postern/contracts/fields';
import { chooseEmailTemplate } from '#features/messages/email-templates';
import type { App } from '#platform/app';
import { requireCallable } from './check-config.ts';
import { type Factory, findFactory } from './load.ts';
import { mapError } from './map-error.ts';
import { configSealer } from './seal-config.ts';
import { type ConnectorRow, listConnectorRows } from './store.ts';

export const connectorRows = (app: App, tenantId: string): Promise<ConnectorRow[]> =>
  app.cache.get(tenantId, 'connectors', () =>
    app.tenancy.read(tenantId, (db) => listConnectorRows(db, configSealer(app, tenantId))),
  );

/** An instance for one tenant and one config. */
export function createConnector(
  app: App,
  tenantId: string,
  factory: Factory,
  config: JsonObject,
): Promise<AnyConnector> {
  return factory.create({
    getConfig: async () => config,
    getI18nEmailTemplate: (type: TemplateType, languageTag?: string): Promise<EmailTemplateDetails | undefined> =>
      chooseEmailTemplate(app, tenantId, type, languageTag),
    egress: { fetch: (url, init) => app.egress.fetch(url, init), resolve: (host) => app.egress.resolve(host) },
  });
}

/** Keyed by row and not by id: rows are read again after every change, so an instance never outlives its config. */
const instances = new WeakMap<ConnectorRow, Promise<AnyConnector>>();

function instanceOf(app: App, tenantId: string, factory: Factory, row: ConnectorRow): Promise<AnyConnector> {
  const known = instances.get(row) ?? createConnector(app, tenantId, factory, row.config);
  instances.set(row, known);
  // If creating an instance fails, the next call tries again.
  known.catch(() => instances.delete(row));
  return known;
}

export type OpenConnector = { row: ConnectorRow; factory: Factory; connector: AnyConnector };

/** The connector of the tenant; undefined if the package of its factory is missing. */
export async function openConnector(app: App, tenantId: string, row: ConnectorRow): Promise<OpenConnector | undefined> {
  const factory = await findFactory(app, row.connectorId);
  if (!factory) {
    app.log.warn({ tenantId, connector: row.connectorId }, 'connector package missing');
    return undefined;
  }
  const connector = await use(app, factory, row.config, () => instanceOf(app, tenantId, factory, row));
  return { row, factory, connector };
}

/** Runs a connector and maps its errors to API errors. */
export async function use<T>(app: App, factory: Factory, config: JsonObject, work: () => Promise<T>): Promise<T> {
  try {
    if (factory.isExternal) {
      // A package makes requests itself, so the addresses in its config are checked before every use.
      await requireCallable(app, factory, config);
    }
    return await work();
  } catch (error) {
    throw mapError(app, factory, config, error);
  }
}
