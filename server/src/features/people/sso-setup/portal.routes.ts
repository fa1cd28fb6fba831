import { maxSsoSetupDomains, ssoSetupApi } from '@postern/contracts/people/sso-setup';
import { turnOnDirectorySync } from '#features/people/directory-sync';
import {
  changeConnectorForSetup,
  checkSettingsForSetup,
  createConnectorForSetup,
  findConnectorForSetup,
  isConnectorInUse,
  removeConnectorForSetup,
  type SsoConnector,
} from '#features/people/sso-connectors';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { type Call, changeWithLink, countRequest, describeNow, tellProgress } from './change.ts';
import { enableConnector, requireFreeDomains } from './enable.ts';
import { mergeSettings } from './keep-settings.ts';
import { newLinkSecret } from './link.ts';
import { openLink } from './open.ts';
import { getOwnConnector } from './own-connector.ts';
import { findProblem } from './prove-domain.ts';
import {
  deleteSetupDomain,
  findForeignDomains,
  findFreeName,
  forgetTest,
  insertSetupDomain,
  listSetupDomains,
  lockDomains,
  markSetupLink,
  type SetupLink,
  saveCheck,
  setConnector,
} from './store.ts';
import { testRoutes } from './test.routes.ts';

/** Without a review, nothing that a customer enters may reach people who sign in now. */
function requireChangeable(link: SetupLink, row: SsoConnector): void {
  if (isConnectorInUse(row) && !link.enableWithoutReview) {
    throw new AppError('sso_setup.connector_in_use');
  }
}

export function portalRoutes(scope: Scope): void {
  route(scope, ssoSetupApi.open, { respond: openLink });
  route(scope, ssoSetupApi.get, async ({ db, ...call }) => describeNow(db, call));
  connectionRoutes(scope);
  domainRoutes(scope);
  testRoutes(scope);
  directoryRoute(scope);

  route(scope, ssoSetupApi.finish, {
    changesSettings: true,
    handle: async ({ db, ...call }) => {
      const { app, tenantId } = call;
      await changeWithLink(db, call, undefined, async (link) => {
        const { name, purposes, provenDomains, organizationId } = link;
        const row = await getOwnConnector(app, db, tenantId, link);
        const missing = [
          ...(purposes.includes('connect') && !row.isConfigured ? ['connect'] : []),
          ...(purposes.includes('domain') && provenDomains.length === 0 ? ['domain'] : []),
        ];
        if (missing.length > 0) {
          throw new AppError('sso_setup.incomplete', { data: { missing } });
        }
        await requireFreeDomains(db, link, provenDomains);
        await markSetupLink(db, link.id, 'finished');
        if (link.enableWithoutReview) {
          await enableConnector(app, db, tenantId, link);
        }
        await emit(db, {
          name: 'SsoSetupLink.Finished',
          subjectId: link.id,
          data: {
            name,
            domains: provenDomains,
            isEnabled: link.enableWithoutReview,
            ...(organizationId === null ? {} : { organizationId }),
          },
        });
      });
      return describeNow(db, call);
    },
  });
}

function connectionRoutes(scope: Scope): void {
  route(scope, ssoSetupApi.chooseProvider, {
    changesSettings: true,
    handle: async ({ db, body: { providerName }, ...call }) => {
      const { app, tenantId } = call;
      await changeWithLink(db, call, 'connect', async (link) => {
        const before =
          link.connectorId === null ? undefined : await findConnectorForSetup(app, db, tenantId, link.connectorId);
        if (before?.providerName === providerName) {
          return;
        }
        if (link.isForConnector || !link.providers.includes(providerName)) {
          throw new AppError('sso_setup.not_allowed');
        }
        if (before) {
          // The administrator may have used the connector meanwhile; deleting it would unlink people.
          if (isConnectorInUse(before)) {
            throw new AppError('sso_setup.connector_in_use');
          }
          await removeConnectorForSetup(db, before.id);
        }
        const connectorName = await findFreeName(db, link.name);
        const row = await createConnectorForSetup(app, db, tenantId, { providerName, connectorName });
        await setConnector(db, link.id, row.id);
        await tellProgress(db, link, 'provider', { providerName, connectorId: row.id });
      });
      return describeNow(db, call);
    },
  });

  route(scope, ssoSetupApi.connect, {
    respond: async ({ app, tenantId, caller, body }) => {
      const call: Call = { app, tenantId, caller };
      const link = await countRequest(call, 'connect');
      const before = await app.tenancy.read(tenantId, (db) => getOwnConnector(app, db, tenantId, link));
      requireChangeable(link, before);
      const config = mergeSettings(before.providerName, body.config, before.config);
      if (Object.keys(config).length === 0) {
        throw new AppError('sso_setup.incomplete', { data: { missing: ['connect'] } });
      }
      const settings = await checkSettingsForSetup(app, before.providerName, { config });
      return app.tenancy.write(
        tenantId,
        async (db) => {
          await changeWithLink(db, call, 'connect', async (now) => {
            // The provider may have been changed in another tab during the check.
            const row = await getOwnConnector(app, db, tenantId, now);
            if (row.id !== before.id) {
              throw new AppError('sso_setup.provider_missing');
            }
            requireChangeable(now, row);
            await changeConnectorForSetup(app, db, tenantId, row.id, settings);
            await forgetTest(db, now.id);
            await tellProgress(db, now, 'connect', { connectorId: row.id });
          });
          return describeNow(db, call);
        },
        { changesSettings: true },
      );
    },
  });
}

function domainRoutes(scope: Scope): void {
  route(scope, ssoSetupApi.addDomain, {
    // Rejects domains of public email services.
    prepare: ({ app, body: { domain } }) => checkSettingsForSetup(app, 'OIDC', { domains: [domain] }),
    handle: async ({ db, body: { domain }, ...call }) => {
      await changeWithLink(db, call, 'domain', async (link) => {
        const domains = await listSetupDomains(db, link.id);
        if (domains.length >= maxSsoSetupDomains && !domains.some((one) => one.domain === domain)) {
          throw new AppError('sso_setup.too_many_domains', { values: { max: maxSsoSetupDomains } });
        }
        await requireFreeDomains(db, link, [domain]);
        await insertSetupDomain(db, link.id, domain, newLinkSecret());
        await tellProgress(db, link, 'domain', { domain, isProven: false });
      });
      return describeNow(db, call);
    },
  });

  route(scope, ssoSetupApi.checkDomain, {
    respond: async ({ app, tenantId, caller, params: { domain } }) => {
      const call: Call = { app, tenantId, caller };
      const link = await countRequest(call, 'domain');
      const domains = await app.tenancy.read(tenantId, (db) => listSetupDomains(db, link.id));
      const found = domains.find((one) => one.domain === domain);
      if (!found) {
        throw new AppError('entity.not_found');
      }
      const problem = found.isProven ? null : await findProblem(app.config, domain, found.challenge);
      return app.tenancy.write(tenantId, async (db) => {
        await changeWithLink(db, call, 'domain', async (now) => {
          await lockDomains(db);
          const { id: linkId, connectorId } = now;
          const isTaken = (await findForeignDomains(db, [domain], { linkId, connectorId })).length > 0;
          await saveCheck(db, now.id, domain, problem ?? (isTaken ? 'inUse' : null));
          if (problem === null && !isTaken && !found.isProven) {
            await tellProgress(db, now, 'domain', { domain, isProven: true });
          }
        });
        return describeNow(db, call);
      });
    },
  });

  route(scope, ssoSetupApi.removeDomain, async ({ db, params: { domain }, ...call }) => {
    await changeWithLink(db, call, 'domain', async (link) => {
      if (!(await deleteSetupDomain(db, link.id, domain))) {
        throw new AppError('entity.not_found');
      }
      await tellProgress(db, link, 'domain', { domain, isRemoved: true });
    });
    return describeNow(db, call);
  });
}

function directoryRoute(scope: Scope): void {
  route(scope, ssoSetupApi.turnOnDirectory, {
    prepare: async ({ app, tenantId, caller }) => countRequest({ app, tenantId, caller }, 'directory'),
    handle: async ({ db, ...call }) => {
      const { app, tenantId } = call;
      return changeWithLink(db, call, 'directory', async (link) => {
        const { id: connectorId } = await getOwnConnector(app, db, tenantId, link);
        const directory = await turnOnDirectorySync(app, db, { tenantId, connectorId, name: link.name });
        await markSetupLink(db, link.id, 'directory');
        await tellProgress(db, link, 'directory', { connectorId });
        return directory;
      });
    },
  });
}
