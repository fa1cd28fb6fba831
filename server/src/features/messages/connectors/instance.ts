import type {
  AnyConnector,
  EmailTemplateDetails,
  FactoryOptions,
  TemplateType,
} from '@postern/connectors/kit/interface';
import type { JsonObject } from '@postern/contracts/fields';
import { chooseEmailTemplate } from '#features/messages/email-templates';
import type { App } from '#platform/app';
import { requireCallable } from './check-config.ts';
import type { Factory } from './load.ts';
import { mapError } from './map-error.ts';
import { configSealer } from './seal-config.ts';
import { type ConnectorRow, listConnectorRows } from './store.ts';

export const connectorRows = (app: App, tenantId: string): Promise<ConnectorRow[]> =>
  app.cache.get(tenantId, 'connectors', () =>
    app.tenancy.read(tenantId, (db) => listConnectorRows(db, configSealer(app, tenantId))),
  );

/** An instance for one tenant and one config. */
export const createInstance = (
  app: App,
  tenantId: string,
  factory: Factory,
  config: JsonObject,
  sendForTenant?: FactoryOptions['sendForTenant'],
): Promise<AnyConnector> =>
  factory.create({
    getConfig: async () => config,
    getI18nEmailTemplate: (type: TemplateType, languageTag?: string): Promise<EmailTemplateDetails | undefined> =>
      chooseEmailTemplate(app, tenantId, type, languageTag),
    egress: { fetch: (url, init) => app.egress.fetch(url, init), resolve: (host) => app.egress.resolve(host) },
    ...(sendForTenant ? { sendForTenant } : {}),
  });

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
