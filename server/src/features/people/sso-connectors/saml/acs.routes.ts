import { SamlSsoConfig, ssoProviderTypes } from '@postern/contracts/people/sso-configs';
import { samlAcsApi } from '@postern/contracts/people/sso-connectors';
import {
  consumeResponse,
  identityProviderOf,
  isInvalidAssertion,
  saveAssertion,
  useAssertion,
} from '#features/people/sso-saml';
import type { App } from '#platform/app';
import { AppError } from '#platform/http/errors';
import { matchesUri } from '#platform/http/redirect-uris';
import { route, type Scope } from '#platform/http/route';
import { basisOfSso } from '../basis.ts';
import { isTestState, saveSamlResponse } from '../connection-test.ts';
import { callbackOf, serviceProviderOf } from '../describe.ts';
import { getConnector } from '../find.ts';
import { findIdpInitiatedConfig, findLandingApplication } from '../idp-initiated.store.ts';
import { keysInUse } from '../keys.ts';
import { getUsableConnector } from '../open.ts';
import { buildMetadata } from './build-metadata.ts';
import { enqueueEarlyRefresh } from './refresh.store.ts';

const maxForm = 512 * 1024;

const notStarted = () => new AppError('session.connector_validation_session_not_found');

const withQuery = (address: string, parameters: Record<string, string>) => {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) {
    url.searchParams.set(name, value);
  }
  return url.href;
};

/**
 * Where a sign-in continues that started at the identity provider. The unsolicited assertion is not used: anybody could
 * have brought it into this browser, to sign its user in to a foreign account. Instead a sign-in of our own starts, which
 * the identity provider answers at once, because the user has a session there.
 */
async function landingOf(app: App, tenantId: string, connectorId: string): Promise<string> {
  if ((await app.quota?.has(tenantId, 'idpInitiatedSsoEnabled')) === false) {
    throw notStarted();
  }
  const { config, application } = await app.tenancy.read(tenantId, async (db) => {
    const found = await findIdpInitiatedConfig(db, connectorId);
    return { config: found, application: found && (await findLandingApplication(db, found.defaultApplicationId)) };
  });
  if (!config || !application) {
    throw notStarted();
  }
  if (!config.autoSendAuthorizationRequest) {
    if (!config.clientIdpInitiatedAuthCallbackUri) {
      throw new AppError('single_sign_on.idp_initiated_authentication_client_callback_uri_not_found');
    }
    return withQuery(config.clientIdpInitiatedAuthCallbackUri, { ssoConnectorId: connectorId });
  }
  const redirectUri = config.redirectUri ?? application.redirectUris.find((uri) => !uri.includes('*'));
  if (!redirectUri || !matchesUri(application.redirectUris, redirectUri)) {
    throw new AppError('oidc.invalid_redirect_uri');
  }
  return withQuery(`${app.endpointOf(tenantId)}/oidc/auth`, {
    scope: 'openid profile email',
    ...config.authParameters,
    client_id: config.defaultApplicationId,
    redirect_uri: redirectUri,
    response_type: 'code',
    direct_sign_in: `sso:${connectorId}`,
  });
}

/** Verifies a response. Each assertion is accepted once. */
async function accept(app: App, tenantId: string, connectorId: string, response: string) {
  const row = await getUsableConnector(app, tenantId, connectorId);
  if (ssoProviderTypes[row.providerName] !== 'saml') {
    throw new AppError('connector.unexpected_type');
  }
  const provider = await identityProviderOf(SamlSsoConfig.parse(row.config), row.metadataXml);
  const service = serviceProviderOf(app, tenantId, connectorId);
  const { decryption } = await keysInUse(app, row);
  const assertion = await consumeResponse(app, provider, service, response, decryption).catch(
    async (error: unknown) => {
      // The provider may have changed its certificate since its metadata was read by URL.
      if (row.metadataXml !== null && isInvalidAssertion(error)) {
        await app.tenancy.write(tenantId, (db) => enqueueEarlyRefresh(db, connectorId));
      }
      throw error;
    },
  );
  if (!(await app.tenancy.write(tenantId, (db) => useAssertion(db, connectorId, assertion)))) {
    throw new AppError('connector.authorization_failed', { data: { error: 'replayed' } });
  }
  return { ...assertion, basis: await basisOfSso(app, row) };
}

type Form = { SAMLResponse: string; RelayState?: string | undefined };

async function receive(app: App, tenantId: string, connectorId: string, form: Form): Promise<string> {
  if (isTestState(form.RelayState)) {
    // The response of a test is evaluated when the browser of the test comes for it, and never signs in.
    const { SAMLResponse: response, RelayState: state } = form;
    if (!(await saveSamlResponse(app, tenantId, { connectorId, state, response }))) {
      throw notStarted();
    }
    return withQuery(callbackOf(app, tenantId, connectorId), { state });
  }
  const assertion = await accept(app, tenantId, connectorId, form.SAMLResponse);
  if (!assertion.inResponseTo) {
    return landingOf(app, tenantId, connectorId);
  }
  const state = form.RelayState;
  if (!state) {
    throw notStarted();
  }
  // The page of the callback and the server compare the state and the request with those of the sign-in.
  const saml = await app.tenancy.write(tenantId, (db) => saveAssertion(db, connectorId, assertion));
  return withQuery(callbackOf(app, tenantId, connectorId), { state, saml });
}

/** The endpoints for SAML identity providers. Their forms come from other sites, so there are no cookies of ours. */
export function samlRoutes(scope: Scope): void {
  const { server, app, tenantOf } = scope;
  server.register(async (forms) => {
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: maxForm },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    route({ ...scope, server: forms }, samlAcsApi.accept, {
      respond: async ({ tenantId, params, body, reply }) => {
        const address = await receive(app, tenantId, params.connectorId, body);
        reply.headers({ location: address, 'cache-control': 'no-store' });
      },
    });
  });
  const path = `${samlAcsApi.accept.path}/metadata`;
  server.get<{ Params: { connectorId: string } }>(path, async (request, reply) => {
    const tenantId = tenantOf(request);
    const row = await getConnector(app, tenantId, request.params.connectorId);
    if (ssoProviderTypes[row.providerName] !== 'saml') {
      throw new AppError('connector.unexpected_type');
    }
    return reply.type('application/samlmetadata+xml').send(buildMetadata(app, row));
  });
}
