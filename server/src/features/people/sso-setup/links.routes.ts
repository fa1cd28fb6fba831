import { type NewSsoSetupLink, ssoSetupLinksApi, ssoSetupPagePath } from '@postern/contracts/people/sso-setup-links';
import { adminTenantId } from '@postern/contracts/wire';
import { requireOrganization } from '#features/people/organizations';
import { findConnectorForSetup, isConnectorInUse, missingConnector } from '#features/people/sso-connectors';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { termsOf } from '#platform/http/caller';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { newId } from '#platform/secrets/ids';
import { showLink } from './describe.ts';
import { enableConnector } from './enable.ts';
import { hashSecret, newLinkSecret, statusOfLink } from './link.ts';
import {
  countSetupLinks,
  insertSetupLink,
  listSetupLinks,
  lockSetupLink,
  markSetupLink,
  replaceSecret,
  type SetupLink,
} from './store.ts';

const missing = (id: string) => new AppError('entity.not_exists_with_id', { values: { name: 'SsoSetupLink', id } });

async function lockLink(db: Db, id: string): Promise<SetupLink> {
  const link = await lockSetupLink(db, id);
  if (!link) {
    throw missing(id);
  }
  return link;
}

const withAddress = (app: App, tenantId: string, link: SetupLink, secret: string): NewSsoSetupLink => ({
  ...showLink(link),
  url: `${app.endpointOf(tenantId)}${ssoSetupPagePath}/${link.id}#${secret}`,
});

const dataOf = ({ name, connectorId, organizationId }: SetupLink) => ({
  name,
  ...(connectorId === null ? {} : { connectorId }),
  ...(organizationId === null ? {} : { organizationId }),
});

export function setupLinkRoutes(scope: Scope): void {
  route(scope, ssoSetupLinksApi.list, async ({ db, query, page, total }) => {
    if (!page) {
      // `paged: always` gives every call a page.
      return [];
    }
    total(await countSetupLinks(db, query));
    return (await listSetupLinks(db, query, page)).map(showLink);
  });

  route(scope, ssoSetupLinksApi.create, {
    prepare: async ({ app, tenantId, body, caller, request }) => {
      if (body.connectorId === undefined) {
        // The administrator hears about the plan and its costs, not the customer in the middle of the set-up.
        await app.quota?.requireRoom(tenantId, 'enterpriseSsoLimit', termsOf(caller, request.headers));
      }
    },
    handle: async ({ app, db, tenantId, body }) => {
      if (tenantId === adminTenantId) {
        throw new AppError('guard.not_allowed_for_admin_tenant');
      }
      if (body.organizationId !== undefined) {
        await requireOrganization(db, body.organizationId);
      }
      if (body.connectorId === undefined) {
        if (!body.purposes.includes('connect')) {
          throw new AppError('sso_setup.connect_required');
        }
      } else {
        const row = await findConnectorForSetup(app, db, tenantId, body.connectorId);
        if (!row) {
          throw missingConnector(body.connectorId);
        }
        if (body.purposes.includes('connect') && !body.enableWithoutReview && isConnectorInUse(row)) {
          throw new AppError('sso_setup.connector_in_use');
        }
      }
      const [id, secret] = [newId(), newLinkSecret()];
      await insertSetupLink(db, id, hashSecret(secret), {
        ...body,
        providers: [...new Set(body.providers)],
        purposes: [...new Set(body.purposes)],
      });
      const link = await lockLink(db, id);
      const { purposes, enableWithoutReview, expiresAt } = link;
      await emit(db, {
        name: 'SsoSetupLink.Created',
        subjectId: id,
        data: { ...dataOf(link), purposes, enableWithoutReview, expiresAt },
      });
      return withAddress(app, tenantId, link, secret);
    },
  });

  route(scope, ssoSetupLinksApi.renew, async ({ app, db, tenantId, params: { id } }) => {
    const link = await lockLink(db, id);
    if (!['created', 'opened'].includes(statusOfLink(link))) {
      throw new AppError('sso_setup.link_ended');
    }
    const secret = newLinkSecret();
    await replaceSecret(db, id, hashSecret(secret));
    await emit(db, { name: 'SsoSetupLink.Renewed', subjectId: id, data: dataOf(link) });
    return withAddress(app, tenantId, await lockLink(db, id), secret);
  });

  route(scope, ssoSetupLinksApi.approve, {
    changesSettings: true,
    handle: async ({ app, db, tenantId, params: { id } }) => {
      const link = await lockLink(db, id);
      if (statusOfLink(link) !== 'waiting') {
        throw new AppError('sso_setup.not_waiting');
      }
      await enableConnector(app, db, tenantId, link);
      const domains = link.provenDomains;
      await emit(db, { name: 'SsoSetupLink.Approved', subjectId: id, data: { ...dataOf(link), domains } });
      return showLink(await lockLink(db, id));
    },
  });

  route(scope, ssoSetupLinksApi.revoke, async ({ db, params: { id } }) => {
    const link = await lockLink(db, id);
    if (['revoked', 'enabled'].includes(statusOfLink(link))) {
      throw new AppError('sso_setup.link_ended');
    }
    await markSetupLink(db, id, 'revoked');
    await emit(db, { name: 'SsoSetupLink.Revoked', subjectId: id, data: dataOf(link) });
    return showLink(await lockLink(db, id));
  });
}
