import { type Connector, connectorFactoriesApi, connectorsApi } from '@postern/contracts/messages/connectors';
import type { App } from '#platform/app';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { validateSettings } from './check-config.ts';
import { createConnector } from './create.ts';
import { describeConnector, describeFactory, isDemo } from './describe.ts';
import { type Factory, listFactories } from './load.ts';
import { describeOperator, findFactoryFor } from './operator-service.ts';
import { maskSecrets, restoreSecrets } from './redact.ts';
import { requirePasswordReset } from './require-password-reset.ts';
import { configSealer } from './seal-config.ts';
import { type ConnectorRow, deleteConnector, findConnectorRow, listConnectorRows, updateConnector } from './store.ts';

const missing = () => new AppError('entity.not_found');

/** The connector with its factory. A connector whose package is missing can only be deleted. */
async function getConnector(
  app: App,
  tenantId: string,
  row: ConnectorRow | undefined,
): Promise<{ row: ConnectorRow; factory: Factory }> {
  const factory = row && (await findFactoryFor(app, tenantId, row.connectorId, row.config));
  if (!factory) {
    throw missing();
  }
  return { row, factory };
}

async function describe(
  app: App,
  tenantId: string,
  row: ConnectorRow,
  factory: Factory,
  languages: readonly string[],
): Promise<Connector> {
  const connector = describeConnector(row, factory, languages);
  return factory.isHosted ? { ...connector, extraInfo: await describeOperator(app, tenantId) } : connector;
}

export function connectorRoutes(scope: Scope): void {
  route(scope, connectorsApi.list, async ({ app, db, tenantId, languages, query: { target } }) => {
    const rows = (await listConnectorRows(db, configSealer(app, tenantId))).filter(
      (row) => target === undefined || row.target === target,
    );
    const found = await Promise.all(
      rows.map(async (row) => {
        const factory = await findFactoryFor(app, tenantId, row.connectorId, row.config);
        const shown = { ...row, config: factory ? maskSecrets(row.config, factory) : {} };
        return factory && describe(app, tenantId, shown, factory, languages);
      }),
    );
    return found.filter((connector) => connector !== undefined);
  });

  route(scope, connectorsApi.create, {
    changesSettings: true,
    prepare: async ({ app, tenantId, body }) => {
      const factory = await findFactoryFor(app, tenantId, body.connectorId, body.config);
      if (!factory || isDemo(factory)) {
        throw new AppError('connector.not_found_with_connector_id');
      }
      if (factory.metadata.isStandard && !body.metadata?.target) {
        throw new AppError('connector.should_specify_target');
      }
      return { factory, settings: await validateSettings(app, factory, body) };
    },
    handle: async ({ app, db, tenantId, languages, body, prepared: { factory, settings } }) => {
      const row = await createConnector(db, factory, body, settings, configSealer(app, tenantId));
      return describe(app, tenantId, row, factory, languages);
    },
  });

  route(scope, connectorsApi.get, async ({ app, db, tenantId, languages, params: { id } }) => {
    const { row, factory } = await getConnector(
      app,
      tenantId,
      await findConnectorRow(db, id, configSealer(app, tenantId)),
    );
    return describe(app, tenantId, row, factory, languages);
  });

  route(scope, connectorsApi.update, {
    changesSettings: true,
    prepare: async ({ app, tenantId, params: { id }, body }) => {
      const before = await app.tenancy.read(tenantId, (db) => findConnectorRow(db, id, configSealer(app, tenantId)));
      const { row, factory } = await getConnector(app, tenantId, before);
      const given = body.config && restoreSecrets(body.config, row.config);
      const { config, metadata } = await validateSettings(app, factory, {
        ...body,
        ...(given ? { config: given } : {}),
      });
      if (metadata?.target !== undefined && metadata.target !== row.target) {
        throw new AppError('connector.can_not_modify_target');
      }
      const { target } = row.metadata;
      return { factory, config, metadata: metadata && { ...metadata, ...(target ? { target } : {}) } };
    },
    handle: async ({ app, db, tenantId, languages, params: { id }, body, prepared }) => {
      const { factory, config, metadata } = prepared;
      const { syncProfile, enableTokenStorage, trustAddresses } = body;
      const changes = { config, metadata, syncProfile, enableTokenStorage, trustAddresses };
      const row = await updateConnector(db, id, changes, configSealer(app, tenantId));
      if (!row) {
        throw missing();
      }
      await emit(db, {
        name: 'Connector.Data.Updated',
        subjectId: id,
        data: { connectorId: row.connectorId, type: row.type, fields: Object.keys(body) },
      });
      return describe(app, tenantId, row, factory, languages);
    },
  });

  route(scope, connectorsApi.remove, {
    changesSettings: true,
    handle: async ({ app, db, params: { id } }) => {
      const row = await deleteConnector(db, id);
      if (!row) {
        throw missing();
      }
      if (row.type !== 'Social') {
        await requirePasswordReset(app, db);
      }
      await emit(db, {
        name: 'Connector.Deleted',
        subjectId: id,
        data: { connectorId: row.connectorId, type: row.type },
      });
    },
  });

  route(scope, connectorFactoriesApi.list, async ({ app, tenantId, languages }) => {
    const known = await listFactories(app);
    const found = await Promise.all(known.map(({ metadata: { id } }) => findFactoryFor(app, tenantId, id)));
    return found.filter((factory) => factory !== undefined).map((factory) => describeFactory(factory, languages));
  });

  route(scope, connectorFactoriesApi.get, async ({ app, tenantId, languages, params: { id } }) => {
    const factory = await findFactoryFor(app, tenantId, id);
    if (!factory) {
      throw missing();
    }
    return describeFactory(factory, languages);
  });
}
