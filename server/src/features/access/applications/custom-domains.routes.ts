import { applicationsApi, ProtectedAppMetadata } from '@postern/contracts/access/applications';
import { addApplicationDomain, listApplicationDomains, removeApplicationDomain } from '#features/access/domains';
import type { App } from '#platform/app';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { getApplication } from './application.ts';
import { requireDomain } from './protect.ts';

async function hostOf(app: App, tenantId: string, id: string): Promise<string> {
  const { type, protectedAppMetadata } = await app.tenancy.read(tenantId, (db) => getApplication(db, id));
  requireDomain(app, tenantId);
  const { data } = ProtectedAppMetadata.safeParse(protectedAppMetadata);
  if (type !== 'Protected' || !data) {
    throw new AppError('application.protected_application_only');
  }
  return data.host;
}

/** The domains are in the home database, so these routes open their own units of work. */
export function customDomainRoutes(scope: Scope): void {
  route(scope, applicationsApi.listCustomDomains, {
    respond: async ({ app, tenantId, params: { id } }) => {
      await hostOf(app, tenantId, id);
      return listApplicationDomains(app, tenantId, id);
    },
  });

  route(scope, applicationsApi.addCustomDomain, {
    respond: async ({ app, tenantId, params: { id }, body }) => {
      const host = await hostOf(app, tenantId, id);
      await addApplicationDomain(app, tenantId, { id, host }, body.domain);
    },
  });

  route(scope, applicationsApi.removeCustomDomain, {
    respond: async ({ app, tenantId, params: { id, domain } }) => {
      await hostOf(app, tenantId, id);
      await removeApplicationDomain(app, tenantId, id, domain);
    },
  });
}
