import { findConnectorForSetup, type SsoConnector } from '#features/people/sso-connectors';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import type { SetupLink } from './store.ts';

/** The connector of the link. Links never name another one. */
export async function getOwnConnector(app: App, db: Db, tenantId: string, link: SetupLink): Promise<SsoConnector> {
  const row = link.connectorId === null ? undefined : await findConnectorForSetup(app, db, tenantId, link.connectorId);
  if (!row) {
    throw new AppError('sso_setup.provider_missing');
  }
  return row;
}
