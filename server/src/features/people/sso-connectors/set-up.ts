import type { JsonObject } from '@postern/contracts/fields';
import { type SsoProviderName, ssoProviderTypes } from '@postern/contracts/people/sso-configs';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { emit } from '#platform/jobs/events';
import { newShortId } from '#platform/secrets/ids';
import { validateSettings } from './check-config.ts';
import { callbackOf, oidcLogoutAddressesOf, serviceProviderOf } from './describe.ts';
import { missing, sealerOf } from './find.ts';
import {
  deleteSsoConnector,
  findSsoConnectorRow,
  insertSsoConnector,
  type SsoConnectorChanges,
  type SsoConnectorRow,
  updateSsoConnector,
} from './store.ts';

/** Connectors as set-up links change them: the same rules and events as in the management API. */
export const findConnectorForSetup = (app: App, db: Db, tenantId: string, id: string) =>
  findSsoConnectorRow(db, id, sealerOf(app, tenantId));

/** Whether people can sign in with it. */
export const isConnectorInUse = ({ isConfigured, domains }: SsoConnectorRow) => isConfigured && domains.length > 0;

/** What the identity provider must know about us. */
export const ssoAddressesOf = (app: App, tenantId: string, { id, providerName }: SsoConnectorRow) =>
  ssoProviderTypes[providerName] === 'oidc'
    ? { redirectUri: callbackOf(app, tenantId, id), ...oidcLogoutAddressesOf(app, tenantId, id) }
    : serviceProviderOf(app, tenantId, id);

export async function createConnectorForSetup(
  app: App,
  db: Db,
  tenantId: string,
  given: { providerName: SsoProviderName; connectorName: string },
): Promise<SsoConnectorRow> {
  const row = await insertSsoConnector(db, { ...given, id: newShortId() }, sealerOf(app, tenantId));
  await emit(db, { name: 'SsoConnector.Created', subjectId: row.id, data: given });
  return row;
}

/** Validates with the identity provider. Must run outside a transaction. */
export const checkSettingsForSetup = (
  app: App,
  providerName: SsoProviderName,
  settings: { config?: JsonObject; domains?: string[] },
) => validateSettings(app, providerName, settings);

export async function changeConnectorForSetup(
  app: App,
  db: Db,
  tenantId: string,
  id: string,
  changes: Pick<SsoConnectorChanges, 'config' | 'domains' | 'metadataXml' | 'certificateExpiresAt'>,
): Promise<void> {
  if (!(await updateSsoConnector(db, id, changes, sealerOf(app, tenantId)))) {
    throw missing(id);
  }
  const fields = (['config', 'domains'] as const).filter((field) => changes[field] !== undefined);
  await emit(db, { name: 'SsoConnector.Data.Updated', subjectId: id, data: { fields } });
}

export async function removeConnectorForSetup(db: Db, id: string): Promise<void> {
  const deleted = await deleteSsoConnector(db, id);
  if (deleted) {
    await emit(db, { name: 'SsoConnector.Deleted', subjectId: id, data: deleted });
  }
}
