import {
  type CreateSamlApplication,
  nameIdFormats,
  type SamlSecret as SamlSecretBody,
  type SamlSettings,
  samlApplicationsApi,
  samlBindings,
} from '@postern/contracts/access/saml-applications';
import {
  createApplication,
  creatorOf,
  deleteApplication,
  missing,
  secretSealer,
  updateApplication,
} from '#features/access/applications';
import type { App } from '#platform/app';
import type { Db } from '#platform/db';
import { AppError } from '#platform/errors';
import { emit } from '#platform/events';
import { newId } from '#platform/ids';
import { route, type Scope } from '#platform/route';
import { getSamlApplication, keySealer, toSamlApplication } from './application.ts';
import { createCertificate, fingerprintsOf, readCertificate } from './create-certificate.ts';
import {
  deleteSigningSecret,
  insertSigningSecret,
  listSigningSecrets,
  type SigningSecret,
  saveSettings,
  setActiveSecret,
} from './store.ts';

const firstCertificateYears = 3;

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

function checkSettings({ acsUrl, encryption, requestSigning }: Partial<SamlSettings>): void {
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
function splitBody({ name, description, customData, ...settings }: Partial<CreateSamlApplication>) {
  const given = Object.entries(settings).filter(([, value]) => value !== undefined);
  return { general: { name, description, customData }, settings: Object.fromEntries(given) as Partial<SamlSettings> };
}

const hostOf = (app: App, tenantId: string) => new URL(app.endpointOf(tenantId)).hostname;

const toSecret = (secret: SigningSecret): SamlSecretBody => ({
  ...secret,
  fingerprints: fingerprintsOf(secret.certificate),
});

type NewCertificate = Awaited<ReturnType<typeof createCertificate>>;

function addSecret(app: App, tenantId: string, db: Db, id: string, certificate: NewCertificate, active: boolean) {
  const secretId = newId();
  const secret = { id: secretId, ...certificate, active };
  return insertSigningSecret(db, id, secret, keySealer(app, tenantId, secretId));
}

function applicationRoutes(scope: Scope): void {
  route(scope, samlApplicationsApi.create, {
    changesSettings: true,
    prepare: async ({ app, tenantId, body }) => {
      checkSettings(body);
      return createCertificate(hostOf(app, tenantId), firstCertificateYears);
    },
    handle: async ({ app, tenantId, db, body, caller, prepared }) => {
      const { general, settings: given } = splitBody(body);
      const { application } = await createApplication(
        db,
        secretSealer(app, tenantId),
        { ...general, name: body.name, type: 'SAML' },
        creatorOf(caller),
      );
      const settings = { ...defaults, ...given };
      await saveSettings(db, application.id, settings);
      await addSecret(app, tenantId, db, application.id, prepared, true);
      return toSamlApplication(application, settings);
    },
  });

  route(scope, samlApplicationsApi.readService, async ({ body }) => {
    // Loaded with the first document: the XML libraries are large.
    const { readService } = await import('./read-service.ts');
    return readService(body.metadata);
  });

  route(scope, samlApplicationsApi.get, async ({ db, params }) => {
    const { application, settings } = await getSamlApplication(db, params.id);
    return toSamlApplication(application, settings);
  });

  route(scope, samlApplicationsApi.update, {
    changesSettings: true,
    handle: async ({ db, params, body }) => {
      checkSettings(body);
      const { general, settings: given } = splitBody(body);
      const { application, settings: before } = await getSamlApplication(db, params.id);
      const settings = { ...before, ...given };
      const updated = await updateApplication(db, params.id, general);
      await saveSettings(db, params.id, settings);
      await emit(db, { name: 'Application.Data.Updated', subjectId: params.id });
      return toSamlApplication(updated ?? application, settings);
    },
  });

  route(scope, samlApplicationsApi.remove, {
    changesSettings: true,
    handle: async ({ db, params }) => {
      await getSamlApplication(db, params.id);
      await deleteApplication(db, params.id);
      await emit(db, { name: 'Application.Deleted', subjectId: params.id });
    },
  });
}

async function getSecret(db: Db, id: string, secretId: string): Promise<SigningSecret> {
  await getSamlApplication(db, id);
  const secret = (await listSigningSecrets(db, id)).find((one) => one.id === secretId);
  if (!secret) {
    throw missing(secretId, 'Certificate');
  }
  return secret;
}

function secretRoutes(scope: Scope): void {
  route(scope, samlApplicationsApi.listSecrets, async ({ db, params }) => {
    await getSamlApplication(db, params.id);
    return (await listSigningSecrets(db, params.id)).map(toSecret);
  });

  route(scope, samlApplicationsApi.createSecret, {
    prepare: ({ app, tenantId, body }) => createCertificate(hostOf(app, tenantId), body.lifeSpanInYears),
    handle: async ({ app, tenantId, db, params, prepared }) => {
      await getSamlApplication(db, params.id);
      const secret = await addSecret(app, tenantId, db, params.id, prepared, false);
      await emit(db, { name: 'Application.Secrets.Updated', subjectId: params.id });
      return toSecret(secret);
    },
  });

  route(scope, samlApplicationsApi.updateSecret, async ({ db, params, body }) => {
    const secret = await getSecret(db, params.id, params.secretId);
    const updated = await setActiveSecret(db, params.id, params.secretId, body.active);
    await emit(db, { name: 'Application.Secrets.Updated', subjectId: params.id });
    return toSecret(updated ?? secret);
  });

  route(scope, samlApplicationsApi.removeSecret, async ({ db, params }) => {
    const { active } = await getSecret(db, params.id, params.secretId);
    if (active) {
      throw new AppError('application.saml.can_not_delete_active_secret');
    }
    await deleteSigningSecret(db, params.id, params.secretId);
    await emit(db, { name: 'Application.Secrets.Updated', subjectId: params.id });
  });
}

export function samlApplicationRoutes(scope: Scope): void {
  applicationRoutes(scope);
  secretRoutes(scope);
}
