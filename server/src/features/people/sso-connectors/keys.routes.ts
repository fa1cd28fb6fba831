import { X509Certificate } from 'node:crypto';
import { ssoKeysApi } from '@postern/contracts/people/sso-keys';
import type { Db } from '#platform/db/db';
import { lockRow } from '#platform/db/relations';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { getConnector, missing } from './find.ts';
import { activateNextKey, deleteSpareKey, insertNextKey, listStoredKeys } from './keys.store.ts';
import { createKey, sealKey } from './keys.ts';

async function listKeys(db: Db, connectorId: string) {
  const rows = await listStoredKeys(db, connectorId);
  return rows.map(({ privateKey: _privateKey, ...key }) => ({
    ...key,
    fingerprint: new X509Certificate(key.certificate).fingerprint256.replaceAll(':', '').toLowerCase(),
  }));
}

const tellChange = (db: Db, connectorId: string, data: Record<string, string>) =>
  emit(db, { name: 'SsoConnector.Keys.Updated', subjectId: connectorId, data });

/** The key pairs with which a SAML connector signs requests and opens assertions. They never leave the server. */
export function ssoKeyRoutes(scope: Scope): void {
  route(scope, ssoKeysApi.list, {
    respond: async ({ app, tenantId, params: { id } }) => {
      await getConnector(app, tenantId, id);
      return app.tenancy.read(tenantId, (db) => listKeys(db, id));
    },
  });

  route(scope, ssoKeysApi.create, {
    respond: async ({ app, tenantId, params: { id } }) => {
      const connector = await getConnector(app, tenantId, id);
      if (connector.certificate === null) {
        throw new AppError('single_sign_on.key_not_found');
      }
      if (connector.nextCertificate !== null) {
        throw new AppError('single_sign_on.next_key_exists');
      }
      const key = sealKey(app, tenantId, id, await createKey(app, tenantId));
      const write = async (db: Db) => {
        if (!(await lockRow(db, 'sso_connectors', id))) {
          throw missing(id);
        }
        if (!(await insertNextKey(db, id, key))) {
          throw new AppError('single_sign_on.next_key_exists');
        }
        await tellChange(db, id, { added: 'next' });
        return listKeys(db, id);
      };
      return app.tenancy.write(tenantId, write, { changesSettings: true });
    },
  });

  route(scope, ssoKeysApi.activate, {
    changesSettings: true,
    handle: async ({ db, params: { id } }) => {
      if (!(await lockRow(db, 'sso_connectors', id))) {
        throw missing(id);
      }
      if (!(await activateNextKey(db, id))) {
        throw new AppError('single_sign_on.next_key_not_found');
      }
      await tellChange(db, id, { activated: 'next' });
      return listKeys(db, id);
    },
  });

  route(scope, ssoKeysApi.remove, {
    changesSettings: true,
    handle: async ({ db, params: { id, state } }) => {
      if (!(await lockRow(db, 'sso_connectors', id))) {
        throw missing(id);
      }
      if (!(await deleteSpareKey(db, id, state))) {
        throw new AppError(`single_sign_on.${state}_key_not_found`);
      }
      await tellChange(db, id, { removed: state });
    },
  });
}
