import {
  type Application,
  applicationSearchFields,
  applicationsApi,
  namedSecretTypes,
} from '@postern/contracts/applications';
import type { SearchQuery } from '@postern/contracts/fields';
import { demoAppId, internalAdminRole, internalSecretPrefix } from '@postern/contracts/wire';
import { assignApplicationRole, hasApplicationRole, removeApplicationRole } from '#features/roles';
import type { Db } from '#platform/db';
import { AppError } from '#platform/errors';
import { emit } from '#platform/events';
import { newSecret } from '#platform/ids';
import { route, type Scope } from '#platform/route';
import { readSearch } from '#platform/search';
import { createApplication } from './create.ts';
import { roleApplicationRoutes } from './role-applications.routes.ts';
import {
  countApplications,
  deleteApplication,
  deleteSecret,
  findApplication,
  insertSecret,
  listApplications,
  listSecrets,
  mergeCustomData,
  renameSecret,
  updateApplication,
} from './store.ts';

const missing = (id: string) => new AppError('entity.not_exists_with_id', { values: { name: 'Application', id } });

async function getApplication(db: Db, id: string): Promise<Application> {
  const application = await findApplication(db, id);
  if (!application) {
    throw missing(id);
  }
  return application;
}

/** Behind a SAML application stands an OIDC client of our own; its addresses are nobody's business. */
function withoutInnerAddresses(application: Application): Application {
  return application.type === 'SAML'
    ? { ...application, oidcClientMetadata: { redirectUris: [], postLogoutRedirectUris: [] } }
    : application;
}

function demoApplication(tenantId: string, endpoint: string): Application {
  const address = `${endpoint}/demo-app`;
  return {
    tenantId,
    id: demoAppId,
    name: 'Demo app',
    secret: 'N/A',
    description: null,
    type: 'SPA',
    oidcClientMetadata: { redirectUris: [address], postLogoutRedirectUris: [address] },
    customClientMetadata: {},
    protectedAppMetadata: null,
    customData: {},
    isThirdParty: false,
    createdAt: 0,
  };
}

export function applicationRoutes(scope: Scope): void {
  route(scope, applicationsApi.list, async ({ db, query, page, total }) => {
    const { types, excludeRoleId, excludeOrganizationId, isThirdParty } = query;
    if (excludeRoleId && excludeOrganizationId) {
      const details = 'excludeRoleId and excludeOrganizationId exclude each other.';
      throw new AppError('request.invalid_input', { values: { details }, details });
    }
    const filter = {
      search: readSearch(query as SearchQuery, applicationSearchFields),
      types: types === undefined ? undefined : [types].flat(),
      isThirdParty: isThirdParty === undefined ? undefined : isThirdParty === 'true',
      excludeRoleId,
    };
    if (page) {
      total(await countApplications(db, filter));
    }
    return (await listApplications(db, filter, page)).map(withoutInnerAddresses);
  });

  route(scope, applicationsApi.create, {
    changesSettings: true,
    handle: async ({ db, body }) => {
      if (body.type === 'SAML') {
        throw new AppError('application.saml.use_saml_app_api');
      }
      if (body.type === 'Protected') {
        throw new AppError('application.protected_app_not_configured');
      }
      if (body.isThirdParty && body.type !== 'Traditional') {
        throw new AppError('application.invalid_third_party_application_type');
      }
      return (await createApplication(db, body)).application;
    },
  });

  route(scope, applicationsApi.get, async ({ app, db, tenantId, params }) => {
    if (params.id === demoAppId) {
      return { ...demoApplication(tenantId, app.endpointOf(tenantId)), isAdmin: false };
    }
    return {
      ...(await getApplication(db, params.id)),
      isAdmin: await hasApplicationRole(db, params.id, internalAdminRole),
    };
  });

  route(scope, applicationsApi.update, {
    changesSettings: true,
    handle: async ({ db, params, body: { isAdmin, ...changes } }) => {
      if ((await getApplication(db, params.id)).type === 'SAML') {
        throw new AppError('application.saml.use_saml_app_api');
      }
      const setRole = isAdmin ? assignApplicationRole : removeApplicationRole;
      if (isAdmin !== undefined && !(await setRole(db, params.id, internalAdminRole))) {
        throw new AppError('entity.not_exists', { status: 500, values: { name: 'Role' } });
      }
      const application = await updateApplication(db, params.id, changes);
      await emit(db, { name: 'Application.Data.Updated', subjectId: params.id });
      return application ?? getApplication(db, params.id);
    },
  });

  route(scope, applicationsApi.remove, {
    changesSettings: true,
    handle: async ({ db, params }) => {
      if ((await getApplication(db, params.id)).type === 'SAML') {
        throw new AppError('application.saml.use_saml_app_api');
      }
      // Its tokens die with it: the engine refuses every token whose application is gone.
      await deleteApplication(db, params.id);
      await emit(db, { name: 'Application.Deleted', subjectId: params.id });
    },
  });

  route(scope, applicationsApi.patchCustomData, async ({ db, params, body }) => {
    const merged = await mergeCustomData(db, params.applicationId, body);
    if (!merged) {
      throw missing(params.applicationId);
    }
    return merged;
  });

  secretRoutes(scope);
  roleApplicationRoutes(scope);
}

function secretRoutes(scope: Scope): void {
  route(scope, applicationsApi.listSecrets, async ({ db, params }) => {
    await getApplication(db, params.id);
    return listSecrets(db, params.id);
  });

  route(scope, applicationsApi.createSecret, {
    changesSettings: true,
    handle: async ({ db, params, body: { name, expiresAt } }) => {
      if (typeof expiresAt === 'number' && expiresAt <= Date.now()) {
        const details = 'expiresAt must be in the future.';
        throw new AppError('request.invalid_input', { values: { details }, details });
      }
      const application = await getApplication(db, params.id);
      if (!namedSecretTypes.includes(application.type)) {
        throw new AppError('entity.db_constraint_violated');
      }
      const secret = await insertSecret(db, { application, name, value: newSecret(), expiresAt });
      await emit(db, { name: 'Application.Secrets.Updated', subjectId: params.id });
      return secret;
    },
  });

  route(scope, applicationsApi.renameSecret, {
    changesSettings: true,
    handle: async ({ db, params, body }) => {
      await getApplication(db, params.id);
      const secret = await renameSecret(db, params.id, params.name, body.name);
      if (!secret) {
        throw new AppError('entity.not_exists', { values: { name: 'Secret' } });
      }
      await emit(db, { name: 'Application.Secrets.Updated', subjectId: params.id });
      return secret;
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
    handle: async ({ db, params }) => {
      const { secret } = await getApplication(db, params.id);
      if (secret.startsWith(internalSecretPrefix)) {
        throw new AppError('application.no_legacy_secret_found');
      }
      const application = await updateApplication(db, params.id, { secret: internalSecretPrefix + newSecret() });
      await emit(db, { name: 'Application.Secrets.Updated', subjectId: params.id });
      return application ?? getApplication(db, params.id);
    },
  });
}
