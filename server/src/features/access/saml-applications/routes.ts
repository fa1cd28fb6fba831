import { type SamlSecret as SamlSecretBody, samlApplicationsApi } from '@postern/contracts/access/saml-applications';
import {
  checkAccessSwitch,
  createApplication,
  creatorOf,
  deleteApplication,
  missing,
  secretSealer,
  updateApplication,
} from '#features/access/applications';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { getSamlApplication, toSamlApplication } from './application.ts';
import { addSecret, checkSettings, firstCertificateYears, splitBody, storeSaml } from './create.ts';
import { createCertificate, fingerprintsOf } from './create-certificate.ts';
import { deleteSigningSecret, listSigningSecrets, type SigningSecret, saveSettings, setActiveSecret } from './store.ts';

const hostOf = (app: App, tenantId: string) => new URL(app.endpointOf(tenantId)).hostname;

const toSecret = (secret: SigningSecret): SamlSecretBody => ({
  ...secret,
  fingerprints: fingerprintsOf(secret.certificate),
});

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
      return toSamlApplication(application, await storeSaml(app, tenantId, db, application.id, given, prepared));
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
      await checkAccessSwitch(db, params.id, body);
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
