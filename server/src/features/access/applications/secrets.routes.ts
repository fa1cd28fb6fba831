import { type ApplicationSecret, applicationsApi, namedSecretTypes } from '@postern/contracts/access/applications';
import { internalSecretPrefix } from '@postern/contracts/wire';
import type { App } from '#platform/app';
import { AppError, invalidField } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { newSecret } from '#platform/secrets/ids';
import { getApplication } from './application.ts';
import { openSecret, secretSealer, withLegacySecret } from './seal-secrets.ts';
import { deleteSecret, insertSecret, listSecrets, renameSecret, updateApplication } from './store.ts';

const withValue = (app: App, secret: ApplicationSecret): ApplicationSecret => ({
  ...secret,
  value: openSecret(app, secret.tenantId, secret.applicationId, secret.value) ?? '',
});

export function secretRoutes(scope: Scope): void {
  route(scope, applicationsApi.listSecrets, async ({ app, db, params }) => {
    await getApplication(db, params.id);
    return (await listSecrets(db, params.id)).map((secret) => withValue(app, secret));
  });

  route(scope, applicationsApi.createSecret, {
    changesSettings: true,
    handle: async ({ app, tenantId, db, params, body: { name, expiresAt } }) => {
      if (typeof expiresAt === 'number' && expiresAt <= Date.now()) {
        throw invalidField(['expiresAt'], 'expiresAt must be in the future.');
      }
      const application = await getApplication(db, params.id);
      if (!namedSecretTypes.includes(application.type)) {
        throw new AppError('entity.db_constraint_violated');
      }
      const wanted = { application, name, value: newSecret(), expiresAt };
      const secret = await insertSecret(db, secretSealer(app, tenantId), wanted);
      await emit(db, { name: 'Application.Secrets.Updated', subjectId: params.id });
      return secret;
    },
  });

  route(scope, applicationsApi.renameSecret, {
    changesSettings: true,
    handle: async ({ app, db, params, body }) => {
      await getApplication(db, params.id);
      const secret = await renameSecret(db, params.id, params.name, body.name);
      if (!secret) {
        throw new AppError('entity.not_exists', { values: { name: 'Secret' } });
      }
      await emit(db, { name: 'Application.Secrets.Updated', subjectId: params.id });
      return withValue(app, secret);
    },
  });

  route(scope, applicationsApi.removeSecret, {
    changesSettings: true,
    handle: async ({ db, params }) => {
      await getApplication(db, params.id);
      if (!(await deleteSecret(db, params.id, params.name))) {
        throw new AppError('entity.not_found');
      }
      await emit(db, { name: 'Application.Secrets.Updated', subjectId: params.id });
    },
  });

  route(scope, applicationsApi.replaceLegacySecret, {
    changesSettings: true,
    handle: async ({ app, db, params }) => {
      const { secret } = await getApplication(db, params.id);
      if (secret.startsWith(internalSecretPrefix)) {
        throw new AppError('application.no_legacy_secret_found');
      }
      const application = await updateApplication(db, params.id, { secret: internalSecretPrefix + newSecret() });
      await emit(db, { name: 'Application.Secrets.Updated', subjectId: params.id });
      return withLegacySecret(app, application ?? (await getApplication(db, params.id)));
    },
  });
}
