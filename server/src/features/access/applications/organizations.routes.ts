import { applicationConsentApi } from '@postern/contracts/access/application-consent';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { getApplication, getThirdPartyApplication, missing } from './application.ts';
import {
  countApplicationOrganizations,
  countConsentOrganizations,
  countMemberships,
  deleteConsentOrganizations,
  hasUser,
  insertConsentOrganizations,
  listApplicationOrganizations,
  listConsentOrganizations,
} from './organizations.store.ts';

async function getConsent(db: Db, { id, userId }: { id: string; userId: string }) {
  await getThirdPartyApplication(db, id);
  if (!(await hasUser(db, userId))) {
    throw missing(userId, 'User');
  }
  return { applicationId: id, userId };
}

/** Removes duplicates and checks that all are organizations of the user. */
async function requireMembership(db: Db, userId: string, organizationIds: string[]): Promise<string[]> {
  const ids = [...new Set(organizationIds)];
  if ((await countMemberships(db, userId, ids)) !== ids.length) {
    throw new AppError('organization.require_membership');
  }
  return ids;
}

export function applicationOrganizationRoutes(scope: Scope): void {
  route(scope, applicationConsentApi.listOrganizations, async ({ db, params, page, total }) => {
    await getApplication(db, params.id);
    if (page) {
      total(await countApplicationOrganizations(db, params.id));
    }
    return listApplicationOrganizations(db, params.id, page);
  });

  route(scope, applicationConsentApi.listConsentOrganizations, async ({ db, params, page, total }) => {
    const consent = await getConsent(db, params);
    if (!page) {
      // `paged: always` gives every call a page.
      return { organizations: [] };
    }
    total(await countConsentOrganizations(db, consent));
    return { organizations: await listConsentOrganizations(db, consent, page) };
  });

  route(scope, applicationConsentApi.replaceConsentOrganizations, async ({ db, params, body }) => {
    const consent = await getConsent(db, params);
    const ids = await requireMembership(db, params.userId, body.organizationIds);
    await deleteConsentOrganizations(db, consent, { except: ids });
    await insertConsentOrganizations(db, consent, ids);
  });

  route(scope, applicationConsentApi.addConsentOrganizations, async ({ db, params, body }) => {
    const consent = await getConsent(db, params);
    await insertConsentOrganizations(db, consent, await requireMembership(db, params.userId, body.organizationIds));
  });

  route(scope, applicationConsentApi.removeConsentOrganization, async ({ db, params }) => {
    const consent = await getConsent(db, params);
    if ((await deleteConsentOrganizations(db, consent, { only: params.organizationId })) === 0) {
      throw new AppError('entity.not_found');
    }
  });
}
