import { randomBytes } from 'node:crypto';
import { normalizeDomain } from '@postern/contracts/normalize';
import { SamlSsoConfig, ssoProviderTypes } from '@postern/contracts/people/sso-configs';
import type { ConnectorSession, EnterpriseOidc } from '#features/messages/connectors';
import { identityProviderOf, requestUri, takeAssertion } from '#features/people/sso-saml';
import type { App } from '#platform/app';
import { AppError } from '#platform/http/errors';
import { requireSsoBasis } from './basis.ts';
import { callbackOf, serviceProviderOf } from './describe.ts';
import { sealerOf } from './find.ts';
import { keysInUse } from './keys.ts';
import { sessionOfAssertion, sessionOfClaims } from './logout/describe-session.ts';
import {
  domainOf,
  fieldsOfClaims,
  isPrivateGoogleAccount,
  type SsoUser,
  toUser,
  userFromAssertion,
} from './map-user.ts';
import { clientOf, oidcOf } from './open-client.ts';
import { listSsoConnectorRows, type SsoConnectorRow } from './store.ts';

/** Connectors that users can sign in with: configured, and with at least one domain. Cached. */
const usableConnectors = (app: App, tenantId: string): Promise<SsoConnectorRow[]> =>
  app.cache.get(tenantId, 'sso-connectors', async () => {
    const rows = await app.tenancy.read(tenantId, (db) => listSsoConnectorRows(db, sealerOf(app, tenantId)));
    // Earlier releases stored domains as they were written: münchen.example.
    const connectors = rows.map((row) => ({ ...row, domains: row.domains.map(normalizeDomain) }));
    return connectors.filter(({ isConfigured, domains }) => isConfigured && domains.length > 0);
  });

/** Whether single sign-on is set up at all. Costs no query. */
export const hasUsableConnectors = async (app: App, tenantId: string): Promise<boolean> =>
  (await usableConnectors(app, tenantId)).length > 0;

/** The connectors of the domain of an address, oldest first. */
export async function connectorsForEmail(app: App, tenantId: string, email: string): Promise<SsoConnectorRow[]> {
  const domain = domainOf(email);
  return (await usableConnectors(app, tenantId)).filter(({ domains }) => domains.includes(domain)).reverse();
}

export async function findUsableConnector(
  app: App,
  tenantId: string,
  id: string,
): Promise<SsoConnectorRow | undefined> {
  return (await usableConnectors(app, tenantId)).find((one) => one.id === id);
}

export async function getUsableConnector(app: App, tenantId: string, id: string): Promise<SsoConnectorRow> {
  const row = await findUsableConnector(app, tenantId, id);
  if (!row) {
    throw new AppError('connector.not_found', { status: 404, values: { type: id } });
  }
  return row;
}

const refuse = (error: string) => new AppError('connector.authorization_failed', { data: { error } });

/** Clocks of identity providers may differ from ours by this much. */
const skewMs = 60_000;

/** The request of the application has `max_age`: a sign-in at the provider that was older when the browser left is refused. */
const recencyOf = (maxAge: number | undefined): ConnectorSession =>
  maxAge === undefined ? {} : { notBefore: Date.now() - maxAge * 1000 - skewMs };

function requireRecent({ notBefore }: ConnectorSession, authenticatedAt: number | undefined): void {
  // Providers that do not say it have been asked, and are trusted.
  if (typeof notBefore === 'number' && authenticatedAt !== undefined && authenticatedAt < notBefore) {
    throw refuse('sign_in_too_old');
  }
}

async function arriveByOidc(
  app: App,
  row: SsoConnectorRow,
  data: unknown,
  session: ConnectorSession,
): Promise<SsoUser> {
  const { issuer, claims, tokens } = await oidcOf(app).arrive(clientOf(row), data, session);
  if (isPrivateGoogleAccount(row, claims)) {
    throw refuse('not_a_workspace_account');
  }
  requireRecent(session, typeof claims.auth_time === 'number' ? claims.auth_time * 1000 : undefined);
  return {
    ...toUser(row, issuer, fieldsOfClaims(row, claims)),
    ...(row.enableTokenStorage ? { tokens } : {}),
    ...sessionOfClaims(app, row, claims, tokens.id_token),
  };
}

async function arriveBySaml(
  app: App,
  row: SsoConnectorRow,
  data: unknown,
  session: ConnectorSession,
): Promise<SsoUser> {
  const { saml } = (data ?? {}) as { saml?: unknown };
  const assertion =
    typeof saml === 'string'
      ? await app.tenancy.write(row.tenantId, (db) => takeAssertion(db, row.id, saml))
      : undefined;
  if (!assertion) {
    throw new AppError('session.connector_session_not_found');
  }
  await requireSsoBasis(app, row, assertion.basis);
  // The assertion must answer the request of this sign-in, or belong to a sign-in that the user has confirmed here.
  if (assertion.inResponseTo !== session.requestId) {
    throw refuse('in_response_to_mismatch');
  }
  requireRecent(session, assertion.authenticatedAt);
  return { ...userFromAssertion(row, assertion), ...sessionOfAssertion(row, assertion) };
}

type Departure = { state: string; loginHint?: string | undefined; maxAge?: number | undefined };

/** Where the browser goes to sign in, and what must be kept until it returns. */
export async function leaveForProvider(
  app: App,
  row: SsoConnectorRow,
  { state, loginHint, maxAge }: Departure,
  oidc: EnterpriseOidc = oidcOf(app),
): Promise<{ uri: string; session: ConnectorSession }> {
  if (ssoProviderTypes[row.providerName] === 'oidc') {
    const redirectUri = callbackOf(app, row.tenantId, row.id);
    const { uri, session } = await oidc.leave(clientOf(row), { state, redirectUri, loginHint, maxAge });
    return { uri, session: { ...session, ...recencyOf(maxAge) } };
  }
  const requestId = `_${randomBytes(20).toString('hex')}`;
  const provider = await identityProviderOf(SamlSsoConfig.parse(row.config), row.metadataXml);
  const { signing } = await keysInUse(app, row);
  const uri = await requestUri(provider, serviceProviderOf(app, row.tenantId, row.id), {
    requestId,
    relayState: state,
    // SAML knows no age.
    isForced: maxAge !== undefined,
    keys: signing ? { signing } : {},
  });
  return { uri, session: { requestId, state, ...recencyOf(maxAge) } };
}

/** The user whom the identity provider has sent back. */
export const arriveFromProvider = (app: App, row: SsoConnectorRow, data: unknown, session: ConnectorSession) =>
  (ssoProviderTypes[row.providerName] === 'oidc' ? arriveByOidc : arriveBySaml)(app, row, data, session);
