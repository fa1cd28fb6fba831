import type { Application } from '@postern/contracts/access/applications';
import type { SamlApplication, SamlSettings } from '@postern/contracts/access/saml-applications';
import { getApplication } from '#features/access/applications';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { isSealed, sealerFor } from '#platform/secrets/seal-column';
import type { SealedColumn } from '#platform/secrets/sealed-columns';
import type { SigningKey } from './sign-xml.ts';
import { findPrivateKey, findSettings, listSigningSecrets } from './store.ts';

const purposeOf = (tenantId: string, secretId: string) => `saml-application/${tenantId}/${secretId}`;

export const keySealer = ({ vault }: Pick<App, 'vault'>, tenantId: string, secretId: string) =>
  sealerFor(vault, purposeOf(tenantId, secretId));

export const sealedKeys: SealedColumn = {
  table: 'saml_application_secrets',
  column: 'private_key',
  purpose: ({ tenantId, id }) => purposeOf(tenantId, id),
  sealPlain: (value, { seal }) => (typeof value === 'string' && !isSealed(value) ? seal(value) : value),
};

/** For the management API. */
export async function getSamlApplication(
  db: Db,
  id: string,
): Promise<{ application: Application; settings: SamlSettings }> {
  const application = await getApplication(db, id);
  const settings = await findSettings(db, id);
  if (application.type !== 'SAML' || !settings) {
    throw new AppError('application.saml.saml_application_only');
  }
  return { application, settings };
}

export const toSamlApplication = (application: Application, settings: SamlSettings): SamlApplication => ({
  tenantId: application.tenantId,
  id: application.id,
  name: application.name,
  description: application.description,
  type: application.type,
  customData: application.customData,
  isThirdParty: application.isThirdParty,
  appLevelAccessControlEnabled: application.appLevelAccessControlEnabled,
  createdAt: application.createdAt,
  ...settings,
});

/** For browsers, which learn only that there is no such application. */
export async function getSettings(db: Db, id: string): Promise<SamlSettings> {
  const settings = id.length > 21 ? undefined : await findSettings(db, id);
  if (!settings) {
    throw new AppError('entity.not_found');
  }
  return settings;
}

/** Certificates that are valid now: the active one first, then those that can become active. */
export async function listValidCertificates(db: Db, id: string) {
  const secrets = (await listSigningSecrets(db, id)).filter(({ expiresAt }) => expiresAt > Date.now());
  const active = secrets.find((secret) => secret.active);
  if (!active) {
    throw new AppError('application.saml.no_active_secret');
  }
  return [active, ...secrets.filter((secret) => secret !== active)];
}

export async function getSigningKey(app: App, tenantId: string, db: Db, id: string): Promise<SigningKey> {
  const [active] = await listValidCertificates(db, id);
  const privateKey = active && (await findPrivateKey(db, id, active.id, keySealer(app, tenantId, active.id)));
  if (!active || !privateKey) {
    throw new AppError('application.saml.no_active_secret');
  }
  return { privateKey, certificate: active.certificate };
}
