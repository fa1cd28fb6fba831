import {
  type CreateSamlApplication,
  nameIdFormats,
  type SamlSettings,
  samlBindings,
  type UpdateSamlApplication,
} from '@postern/contracts/access/saml-applications';
import { internalSecretPrefix } from '@postern/contracts/wire';
import { insertApplication } from '#features/access/applications';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { emit } from '#platform/jobs/events';
import { newId, newSecret } from '#platform/secrets/ids';
import { keySealer } from './application.ts';
import { createCertificate, readCertificate } from './create-certificate.ts';
import { insertSigningSecret, saveSettings } from './store.ts';

export const firstCertificateYears = 3;

const defaults: SamlSettings = {
  attributeMapping: {},
  entityId: null,
  acsUrl: null,
  additionalAcsUrls: [],
  additionalAttributes: [],
  encryption: null,
  nameIdFormat: nameIdFormats.persistent,
  requestSigning: null,
  singleLogoutUrl: null,
  idpInitiated: null,
};

export function checkSettings({ acsUrl, encryption, requestSigning }: Partial<SamlSettings>): void {
  if (acsUrl && acsUrl.binding !== samlBindings.post) {
    throw new AppError('application.saml.acs_url_binding_not_supported');
  }
  for (const certificate of [encryption?.certificate, requestSigning?.certificate]) {
    if (certificate) {
      readCertificate(certificate);
    }
  }
}

/** The general fields of an application, and the SAML settings that were given. */
export function splitBody(body: Partial<UpdateSamlApplication>) {
  const { name, description, customData, appLevelAccessControlEnabled, ...settings } = body;
  const given = Object.entries(settings).filter(([, value]) => value !== undefined);
  return {
    general: { name, description, customData, appLevelAccessControlEnabled },
    settings: Object.fromEntries(given) as Partial<SamlSettings>,
  };
}

type NewCertificate = Awaited<ReturnType<typeof createCertificate>>;

export function addSecret(
  app: Pick<App, 'vault'>,
  tenantId: string,
  db: Db,
  id: string,
  certificate: NewCertificate,
  active: boolean,
) {
  const secretId = newId();
  const secret = { id: secretId, ...certificate, active };
  return insertSigningSecret(db, id, secret, keySealer(app, tenantId, secretId));
}

/** Stores the settings, with the defaults, and the first certificate of a new application. */
export async function storeSaml(
  app: Pick<App, 'vault'>,
  tenantId: string,
  db: Db,
  id: string,
  given: Partial<SamlSettings>,
  certificate: NewCertificate,
): Promise<SamlSettings> {
  const settings = { ...defaults, ...given };
  await saveSettings(db, id, settings);
  await addSecret(app, tenantId, db, id, certificate, true);
  return settings;
}

type Means = { app: Pick<App, 'vault'>; tenantId: string; host: string };

/** An application of another product, with its ID. */
export async function importSamlApplication(
  db: Db,
  { app, tenantId, host }: Means,
  id: string,
  body: CreateSamlApplication,
): Promise<void> {
  const { general, settings } = splitBody(body);
  const application = { ...general, name: body.name, type: 'SAML' as const };
  await insertApplication(db, id, internalSecretPrefix + newSecret(), application, { type: 'command' });
  await storeSaml(app, tenantId, db, id, settings, await createCertificate(host, firstCertificateYears));
  await emit(db, { name: 'Application.Created', subjectId: id, data: { type: 'SAML' } });
}
