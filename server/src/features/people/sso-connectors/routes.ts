import { ssoConnectorsApi } from '@postern/contracts/people/sso-connectors';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { newShortId } from '#platform/secrets/ids';
import { validateSettings } from './check-config.ts';
import { describeConnector, showConnector } from './describe.ts';
import { getConnector, missing, sealerOf } from './find.ts';
import { insertKey } from './keys.store.ts';
import { createKeyFor, sealKey } from './keys.ts';
import { maskSecret, restoreSecret } from './mask-secret.ts';
import { findProvider, providers } from './providers.ts';
import {
  countSsoConnectors,
  deleteSsoConnector,
  findSsoConnectorRows,
  insertSsoConnector,
  listSsoConnectorRows,
  updateSsoConnector,
} from './store.ts';

/** Connectors for lists of other slices, without their secrets. */
export const listMaskedConnectors = async (app: App, tenantId: string, db: Db, ids: string[]) =>
  (await findSsoConnectorRows(db, ids, sealerOf(app, tenantId))).map((row) =>
    showConnector({ ...row, config: maskSecret(row.config) }),
  );

export function ssoConnectorRoutes(scope: Scope): void {
  route(scope, ssoConnectorsApi.listProviders, async () => providers);

  route(scope, ssoConnectorsApi.create, {
    changesSettings: true,
    prepare: async ({ app, tenantId, body }) => {
      const provider = findProvider(body.providerName);
      if (!provider) {
        throw new AppError('connector.not_found', { status: 422, values: { type: body.providerName } });
      }
      const { providerName } = provider;
      const settings = await validateSettings(app, providerName, body);
      return { settings, key: await createKeyFor(app, tenantId, { providerName, config: settings.config }) };
    },
    handle: async ({ app, db, tenantId, body, prepared: { settings, key } }) => {
      const row = await insertSsoConnector(db, { ...body, ...settings, id: newShortId() }, sealerOf(app, tenantId));
      if (key) {
        await insertKey(db, row.id, sealKey(app, tenantId, row.id, key));
      }
      const { id, providerName, connectorName } = row;
      await emit(db, { name: 'SsoConnector.Created', subjectId: id, data: { providerName, connectorName } });
      return showConnector(row);
    },
  });

  route(scope, ssoConnectorsApi.list, {
    respond: async ({ app, tenantId, page, total, languages }) => {
      const rows = await app.tenancy.read(tenantId, async (db) => {
        if (page) {
          total(await countSsoConnectors(db));
        }
        return listSsoConnectorRows(db, sealerOf(app, tenantId), page);
      });
      const described = await Promise.all(rows.map((row) => describeConnector(app, row, languages)));
      return described.map((one) => ({ ...one, config: maskSecret(one.config) }));
    },
  });

  route(scope, ssoConnectorsApi.get, {
    respond: async ({ app, tenantId, params: { id }, languages }) =>
      describeConnector(app, await getConnector(app, tenantId, id), languages),
  });

  route(scope, ssoConnectorsApi.update, {
    respond: async ({ app, tenantId, params: { id }, body, languages }) => {
      const before = await getConnector(app, tenantId, id);
      const config = body.config && restoreSecret(body.config, before.config);
      const settings = await validateSettings(app, before.providerName, { ...body, ...(config ? { config } : {}) });
      const { providerName } = before;
      const key = before.certificate
        ? undefined
        : await createKeyFor(app, tenantId, { providerName, config: settings.config });
      const row = await app.tenancy.write(
        tenantId,
        async (db) => {
          if (key) {
            await insertKey(db, id, sealKey(app, tenantId, id, key));
          }
          const updated = await updateSsoConnector(db, id, { ...body, ...settings }, sealerOf(app, tenantId));
          if (!updated) {
            throw missing(id);
          }
          await emit(db, { name: 'SsoConnector.Data.Updated', subjectId: id, data: { fields: Object.keys(body) } });
          return updated;
        },
        { changesSettings: true },
      );
      return describeConnector(app, row, languages);
    },
  });

  route(scope, ssoConnectorsApi.remove, {
    changesSettings: true,
    handle: async ({ db, params: { id } }) => {
      const deleted = await deleteSsoConnector(db, id);
      if (!deleted) {
        throw missing(id);
      }
      await emit(db, { name: 'SsoConnector.Deleted', subjectId: id, data: deleted });
    },
  });
}
