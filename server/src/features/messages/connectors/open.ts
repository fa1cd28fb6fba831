import type { AnyConnector, EmailTemplateDetails, TemplateType } from '@postern/connectors/kit/interface';
import type { JsonObject } from '@postern/contracts/fields';
import { chooseEmailTemplate } from '#features/messages/email-templates';
import type { App } from '#platform/app';
import { requireCallable } from './check-config.ts';
import { type Factory, findFactory } from './load.ts';
import { mapError } from './map-error.ts';
import { type ConnectorRow, listConnectorRows } from './store.ts';

export const connectorRows = (app: App, tenantId: string): Promise<ConnectorRow[]> =>
  app.cache.get(tenantId, 'connectors', () => app.tenancy.read(tenantId, listConnectorRows));

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

/** By row and not by id: rows are read anew after every change, so that an instance never outlives its config. */
const instances = new WeakMap<ConnectorRow, Promise<AnyConnector>>();

function instanceOf(app: App, tenantId: string, factory: Factory, row: ConnectorRow): Promise<AnyConnector> {
  const known = instances.get(row) ?? createConnector(app, tenantId, factory, row.config);
  instances.set(row, known);
  // One that could not be made may be made the next time.
  known.catch(() => instances.delete(row));
  return known;
}

export type OpenConnector = { row: ConnectorRow; factory: Factory; connector: AnyConnector };

/** The connector as it works for the tenant; undefined when the package of its factory is gone. */
export async function openConnector(app: App, tenantId: string, row: ConnectorRow): Promise<OpenConnector | undefined> {
  const factory = await findFactory(app, row.connectorId);
  if (!factory) {
    app.log.warn({ tenantId, connector: row.connectorId }, 'connector package missing');
    return undefined;
  }
  const connector = await use(app, factory, row.config, () => instanceOf(app, tenantId, factory, row));
  return { row, factory, connector };
}

/** Runs what a connector does; whatever goes wrong is told in the words of the API. */
export async function use<T>(app: App, factory: Factory, config: JsonObject, work: () => Promise<T>): Promise<T> {
  try {
    if (factory.isExternal) {
      // Its own code makes the calls, so the addresses in its config are looked at before every one.
      await requireCallable(app, factory, config);
    }
    return await work();
  } catch (error) {
    throw mapError(app, factory, config, error);
  }
}
