import { ssoProviderTypes } from '@postern/contracts/people/sso-configs';
import { type SetIdpInitiatedAuthConfig, ssoConnectorsApi } from '@postern/contracts/people/sso-connectors';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { matchesUri } from '#platform/http/redirect-uris';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { missing, sealerOf } from './find.ts';
import {
  deleteIdpInitiatedConfig,
  findIdpInitiatedConfig,
  findLandingApplication,
  putIdpInitiatedConfig,
} from './idp-initiated.store.ts';
import { findSsoConnectorRow } from './store.ts';

/** Applications with a browser. The server starts the sign-in for the first type, a page of the application for both. */
const landingTypes = ['Traditional', 'SPA', 'SAML'];

/** Users are sent there without having asked for it, so only registered addresses of the application are allowed. */
async function requireLanding(db: Db, given: SetIdpInitiatedAuthConfig): Promise<void> {
  const application = await findLandingApplication(db, given.defaultApplicationId);
  if (!application) {
    throw new AppError('entity.not_exists_with_id', {
      values: { name: 'applications', id: given.defaultApplicationId },
    });
  }
  const { type, redirectUris, isThirdParty } = application;
  const isAllowed = given.autoSendAuthorizationRequest
    ? type !== 'SPA' && landingTypes.includes(type)
    : landingTypes.includes(type);
  if (!isAllowed || isThirdParty) {
    throw new AppError('single_sign_on.idp_initiated_authentication_invalid_application_type', { values: { type } });
  }
  const address = given.autoSendAuthorizationRequest ? given.redirectUri : undefined;
  if (address && !matchesUri(redirectUris, address)) {
    throw new AppError('single_sign_on.idp_initiated_authentication_redirect_uri_not_registered');
  }
}

export function idpInitiatedRoutes(scope: Scope): void {
  route(scope, ssoConnectorsApi.setIdpInitiated, {
    changesSettings: true,
    handle: async ({ app, db, tenantId, params: { id }, body }) => {
      const connector = await findSsoConnectorRow(db, id, sealerOf(app, tenantId));
      if (!connector) {
        throw missing(id);
      }
      if (ssoProviderTypes[connector.providerName] !== 'saml') {
        throw new AppError('single_sign_on.idp_initiated_authentication_not_supported');
      }
      await requireLanding(db, body);
      const config = await putIdpInitiatedConfig(db, id, body);
      await emit(db, {
        name: 'SsoConnector.Data.Updated',
        subjectId: id,
        data: { fields: ['idpInitiatedAuthConfig'] },
      });
      return config;
    },
  });

  route(scope, ssoConnectorsApi.getIdpInitiated, async ({ app, db, tenantId, params: { id } }) => {
    if (!(await findSsoConnectorRow(db, id, sealerOf(app, tenantId)))) {
      throw missing(id);
    }
    const config = await findIdpInitiatedConfig(db, id);
    if (!config) {
      throw new AppError('entity.not_found');
    }
    return config;
  });

  route(scope, ssoConnectorsApi.removeIdpInitiated, {
    changesSettings: true,
    handle: async ({ db, params: { id } }) => {
      if (!(await deleteIdpInitiatedConfig(db, id))) {
        throw missing(id);
      }
      await emit(db, {
        name: 'SsoConnector.Data.Updated',
        subjectId: id,
        data: { fields: ['idpInitiatedAuthConfig'] },
      });
    },
  });
}
