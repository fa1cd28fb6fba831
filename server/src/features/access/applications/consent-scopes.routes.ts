import { type AddConsentScopes, applicationConsentApi } from '@postern/contracts/access/application-consent';
import { cloudApiIndicator, isManagementApi, meApiIndicator } from '@postern/contracts/wire';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { getApplication, getThirdPartyApplication } from './application.ts';
import {
  deleteConsentScope,
  findOrganizationScopeIds,
  findScopeIndicators,
  insertConsentScopes,
  isRegistered,
  listConsentScopes,
} from './consent-scopes.store.ts';

/** APIs of the product itself: a third-party application must never use them on behalf of a user. */
const isOurs = (indicator: string) =>
  isManagementApi(indicator) || indicator === meApiIndicator || indicator === cloudApiIndicator;

/** Checks that all scopes exist and none belongs to an API of the product. */
export async function checkConsentScopes(db: Db, added: AddConsentScopes): Promise<void> {
  const { organizationScopes = [], resourceScopes = [], organizationResourceScopes = [] } = added;
  const organizationIds = await findOrganizationScopeIds(db, organizationScopes);
  const indicators = await findScopeIndicators(db, [...new Set([...resourceScopes, ...organizationResourceScopes])]);
  const data = {
    invalidOrganizationScopes: organizationScopes.filter((id) => !organizationIds.has(id)),
    invalidResourceScopes: resourceScopes.filter((id) => !indicators.has(id)),
    invalidOrganizationResourceScopes: organizationResourceScopes.filter((id) => !indicators.has(id)),
  };
  if (Object.values(data).some((ids) => ids.length > 0)) {
    throw new AppError('application.user_consent_scopes_not_found', { data });
  }
  if ([...indicators.values()].some(isOurs)) {
    throw new AppError('application.consent_management_api_scopes_not_allowed');
  }
}

const emitChange = (db: Db, applicationId: string) =>
  emit(db, { name: 'Application.Data.Updated', subjectId: applicationId, data: { part: 'consent scopes' } });

export function consentScopeRoutes(scope: Scope): void {
  route(scope, applicationConsentApi.addScopes, {
    changesSettings: true,
    handle: async ({ db, params, body }) => {
      await getThirdPartyApplication(db, params.applicationId);
      if (await isRegistered(db, params.applicationId)) {
        throw new AppError('dynamic_clients.permissions_are_shared');
      }
      await checkConsentScopes(db, body);
      await insertConsentScopes(db, params.applicationId, body);
      await emitChange(db, params.applicationId);
    },
  });

  route(scope, applicationConsentApi.listScopes, async ({ db, params }) => {
    await getApplication(db, params.applicationId);
    return listConsentScopes(db, params.applicationId);
  });

  route(scope, applicationConsentApi.removeScope, {
    changesSettings: true,
    handle: async ({ db, params: { applicationId, scopeType, scopeId } }) => {
      await getApplication(db, applicationId);
      if (!(await deleteConsentScope(db, applicationId, scopeType, scopeId))) {
        throw new AppError('entity.not_found');
      }
      await emitChange(db, applicationId);
    },
  });
}
