import { configSealer } from '#features/messages/connectors';
import type { App } from '#platform/app';
import { AppError } from '#platform/http/errors';
import { findSsoConnectorRow, type SsoConnectorRow } from './store.ts';

export const sealerOf = (app: App, tenantId: string) => configSealer(app, tenantId, 'sso-connector');

export const missing = (id: string) =>
  new AppError('entity.not_exists_with_id', { values: { name: 'sso_connectors', id } });

export async function getConnector(app: App, tenantId: string, id: string): Promise<SsoConnectorRow> {
  const row = await app.tenancy.read(tenantId, (db) => findSsoConnectorRow(db, id, sealerOf(app, tenantId)));
  if (!row) {
    throw missing(id);
  }
  return row;
}
