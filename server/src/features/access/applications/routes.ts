import {
  type Application,
  applicationSearchFields,
  applicationsApi,
  type OidcClientMetadata,
  thirdPartyTypes,
} from '@postern/contracts/access/applications';
import { rolesApi } from '@postern/contracts/access/roles';
import { maxCustomDataLength, type SearchQuery } from '@postern/contracts/fields';
import {
  accountCenterAppId,
  adminTenantId,
  demoAppId,
  internalAdminRole,
  internalSecretPrefix,
} from '@postern/contracts/wire';
import { hasApplicationDomains, listApplicationDomains } from '#features/access/domains';
import { assignApplicationRole, getRole, hasApplicationRole, removeApplicationRole } from '#features/access/roles';
import type { App } from '#platform/app';
import { readSort } from '#platform/db/paging';
import { readSearch } from '#platform/db/search';
import { AppError, invalidField, invalidInput } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import type { RuleSentence } from '#platform/i18n/known-sentences';
import { emit } from '#platform/jobs/events';
import { applicationAccessRoutes, checkAccessSwitch } from './access.routes.ts';
import { createApplication, creatorOf, getApplication, missing } from './application.ts';
import { applicationBrandingRoutes } from './branding.routes.ts';
import { checkCalledAddresses, checkFrontchannel, checkReturnAddresses } from './check-addresses.ts';
import { checkDevice, checkNewDevice } from './check-device-flow.ts';
import { checkKeys } from './check-keys.ts';
import { checkSector, checkSubjects, keepSubjects } from './check-subjects.ts';
import { consentScopeRoutes } from './consent-scopes.routes.ts';
import { creatorRoutes } from './creators.routes.ts';
import { customDomainRoutes } from './custom-domains.routes.ts';
import { loginAddressOf } from './initiate-login.ts';
import { applicationOrganizationRoutes } from './organizations.routes.ts';
import { checkProtectedSettings, mergeProtection, protectNew, requireDomain } from './protect.ts';
import { secretSealer, withLegacySecret } from './seal-secrets.ts';
import { secretRoutes } from './secrets.routes.ts';
import { countApplications, deleteApplication, listApplications, mergeCustomData, updateApplication } from './store.ts';

/** Lists of the holders of a role and of the members of an organization show no credentials. */
export function withoutLegacySecret<A extends { secret: string }>({ secret, ...application }: A) {
  return secret.startsWith(internalSecretPrefix) ? application : { ...application, secret: '******' };
}

/** The applications that hold a role: a filtered list of applications. */
function roleApplicationRoutes(scope: Scope): void {
  route(scope, rolesApi.listApplications, async ({ db, params, query, page, total }) => {
    const filter = { search: readSearch(query as SearchQuery, applicationSearchFields), roleId: params.id };
    await getRole(db, params.id);
    total(await countApplications(db, filter));
    return (await listApplications(db, filter, page)).map(withoutLegacySecret);
  });
}

/** A SAML application uses an internal OIDC client, whose redirect URIs are hidden. */
function withoutInnerAddresses<A extends Application>(application: A): A {
  return application.type === 'SAML'
    ? { ...application, oidcClientMetadata: { redirectUris: [], postLogoutRedirectUris: [] } }
    : application;
}

/** Domains are stored apart from the application; clients read them in its settings. */
async function withCustomDomains<A extends Application>(app: App, application: A): Promise<A> {
  const { id, tenantId, type, protectedAppMetadata } = application;
  return type === 'Protected' && protectedAppMetadata
    ? {
        ...application,
        protectedAppMetadata: {
          ...protectedAppMetadata,
          customDomains: await listApplicationDomains(app, tenantId, id),
        },
      }
    : application;
}

/** Applications that every tenant has; they are not in the database. */
function builtInApplication(tenantId: string, endpoint: string, id: string): Application | undefined {
  const [demo, account] = [`${endpoint}/demo-app`, `${endpoint}/account`];
  const known: Record<string, Pick<Application, 'name' | 'oidcClientMetadata'>> = {
    [demoAppId]: {
      name: 'Demo app',
      oidcClientMetadata: { redirectUris: [demo], postLogoutRedirectUris: [demo] },
    },
    ...(tenantId === adminTenantId
      ? {}
      : {
          [accountCenterAppId]: {
            name: 'Account center',
            oidcClientMetadata: { redirectUris: [`${account}/callback`], postLogoutRedirectUris: [account] },
          },
        }),
  };
  const found = Object.hasOwn(known, id) ? known[id] : undefined;
  return (
    found && {
      tenantId,
      id,
      ...found,
      secret: 'N/A',
      description: null,
      type: 'SPA',
      customClientMetadata: {},
      protectedAppMetadata: null,
      customData: {},
      isThirdParty: false,
      appLevelAccessControlEnabled: false,
      createdAt: 0,
    }
  );
}

/** The list of the sector is fetched before the transaction, and only if these addresses change. */
async function checkChangedSubjects(app: App, tenantId: string, id: string, changed: OidcClientMetadata | undefined) {
  if (changed) {
    const { type, oidcClientMetadata: known } = await app.tenancy.read(tenantId, (db) => getApplication(db, id));
    const metadata = keepSubjects(known, changed);
    checkSubjects(type, metadata);
    await checkSector(app, metadata, known);
  }
}

export function applicationRoutes(scope: Scope): void {
  route(scope, applicationsApi.list, async ({ app, db, query, page, total }) => {
    const { types, excludeRoleId, excludeOrganizationId, isThirdParty } = query;
    if (excludeRoleId && excludeOrganizationId) {
      throw invalidField(['excludeOrganizationId'], 'Use either excludeRoleId or excludeOrganizationId, not both.');
    }
    const filter = {
      search: readSearch(query as SearchQuery, applicationSearchFields),
      types: types === undefined ? undefined : [types].flat(),
      isThirdParty: isThirdParty === undefined ? undefined : isThirdParty === 'true',
      excludeRoleId,
      excludeOrganizationId,
    };
    if (page) {
      total(await countApplications(db, filter));
    }
    return (await listApplications(db, filter, page, readSort(query.sort))).map((application) =>
      withLegacySecret(app, withoutInnerAddresses(application)),
    );
  });

  route(scope, applicationsApi.create, {
    changesSettings: true,
    prepare: async ({ app, body }) => {
      await checkCalledAddresses(app, body);
      checkSubjects(body.type, body.oidcClientMetadata);
      await checkSector(app, body.oidcClientMetadata);
      await (body.type === 'Protected' && checkProtectedSettings(app, body.protectedAppMetadata));
    },
    handle: async ({ app, db, tenantId, body, caller }) => {
      if (body.type === 'SAML') {
        throw new AppError('application.saml.use_saml_app_api');
      }
      if (body.isThirdParty && !thirdPartyTypes.includes(body.type)) {
        throw new AppError('application.invalid_third_party_application_type');
      }
      checkReturnAddresses(body.type, body.oidcClientMetadata);
      checkFrontchannel(body.oidcClientMetadata);
      checkNewDevice(body.type, body.customClientMetadata);
      checkKeys(app, body, body.customClientMetadata);
      const wanted = body.type === 'Protected' ? protectNew(app, tenantId, body) : body;
      const { application } = await createApplication(db, secretSealer(app, tenantId), wanted, creatorOf(caller));
      return withLegacySecret(app, application);
    },
  });

  route(scope, applicationsApi.get, {
    respond: async ({ app, tenantId, params }) => {
      const builtIn = builtInApplication(tenantId, app.endpointOf(tenantId), params.id);
      if (builtIn) {
        return { ...builtIn, isAdmin: false };
      }
      const application = await app.tenancy.read(tenantId, async (db) => ({
        ...withLegacySecret(app, await getApplication(db, params.id)),
        isAdmin: await hasApplicationRole(db, params.id, internalAdminRole),
      }));
      return withCustomDomains(app, application);
    },
  });

  route(scope, applicationsApi.update, {
    changesSettings: true,
    prepare: async ({ app, tenantId, params, body }) => {
      await checkCalledAddresses(app, body);
      await checkChangedSubjects(app, tenantId, params.id, body.oidcClientMetadata);
      await checkProtectedSettings(app, body.protectedAppMetadata);
    },
    handle: async ({ app, db, tenantId, params, body: { isAdmin, protectedAppMetadata, ...given } }) => {
      const known = await getApplication(db, params.id);
      const { type } = known;
      const { oidcClientMetadata: metadata } = given;
      const changes = metadata
        ? { ...given, oidcClientMetadata: keepSubjects(known.oidcClientMetadata, metadata) }
        : given;
      if (type === 'SAML') {
        throw new AppError('application.saml.use_saml_app_api');
      }
      const protection = protectedAppMetadata && mergeProtection(app, tenantId, known, protectedAppMetadata);
      checkReturnAddresses(type, changes.oidcClientMetadata);
      checkFrontchannel(changes.oidcClientMetadata);
      checkSubjects(type, changes.oidcClientMetadata);
      checkDevice(known.customClientMetadata, changes.customClientMetadata);
      checkKeys(app, known, changes.customClientMetadata);
      await checkAccessSwitch(db, params.id, changes);
      const setRole = isAdmin ? assignApplicationRole : removeApplicationRole;
      // The admin tenant has no such role: its applications manage nothing by it.
      const setsRole = isAdmin !== undefined && tenantId !== adminTenantId;
      if (setsRole && !(await setRole(db, params.id, internalAdminRole))) {
        throw new AppError('entity.not_exists', { status: 500, values: { name: 'Role' } });
      }
      const application = await updateApplication(db, params.id, { ...changes, ...(protection ? { protection } : {}) });
      await emit(db, { name: 'Application.Data.Updated', subjectId: params.id });
      return withLegacySecret(app, application ?? (await getApplication(db, params.id)));
    },
  });

  route(scope, applicationsApi.remove, {
    changesSettings: true,
    prepare: async ({ app, tenantId, params }) => hasApplicationDomains(app, tenantId, params.id),
    handle: async ({ db, params, prepared: hasDomains }) => {
      const { type } = await getApplication(db, params.id);
      if (type === 'SAML') {
        throw new AppError('application.saml.use_saml_app_api');
      }
      if (hasDomains) {
        throw new AppError('application.should_delete_custom_domains_first');
      }
      // Its tokens end with it: the engine rejects tokens of deleted applications.
      await deleteApplication(db, params.id);
      await emit(db, { name: 'Application.Deleted', subjectId: params.id });
    },
  });

  route(scope, applicationsApi.patchCustomData, async ({ db, params, body }) => {
    const merged = await mergeCustomData(db, params.applicationId, body);
    if (!merged) {
      throw missing(params.applicationId);
    }
    if (JSON.stringify(merged).length > maxCustomDataLength) {
      const message: RuleSentence = 'Together with the existing data, this has more than {{max}} characters.';
      throw invalidInput('body', [{ path: [], message, fill: { max: maxCustomDataLength } }]);
    }
    return merged;
  });

  route(scope, applicationsApi.initiateLogin, {
    respond: async ({ app, tenantId, params: { id }, query, reply }) => {
      const application = await app.tenancy.read(tenantId, (db) => getApplication(db, id));
      const location = loginAddressOf(application, `${app.endpointOf(tenantId)}/oidc`, query);
      if (location === undefined) {
        throw missing(id);
      }
      reply.headers({ location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    },
  });

  route(scope, applicationsApi.getSystem, async ({ app, tenantId }) => ({
    protectedApps: { defaultDomain: requireDomain(app, tenantId) },
  }));

  creatorRoutes(scope);
  secretRoutes(scope);
  customDomainRoutes(scope);
  consentScopeRoutes(scope);
  applicationOrganizationRoutes(scope);
  applicationBrandingRoutes(scope);
  applicationAccessRoutes(scope);
  roleApplicationRoutes(scope);
}
