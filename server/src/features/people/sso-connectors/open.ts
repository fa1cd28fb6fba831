import { randomBytes } from 'node:crypto';
import {
  defaultSsoAttributes,
  SamlSsoConfig,
  ssoProviderTypes,
  wellKnownSsoAttributes,
} from '@postern/contracts/people/sso-configs';
import type { SocialUserInfo } from '@postern/contracts/sign-in/sign-in';
import { type ConnectorSession, type TokenResponse, tidyUserInfo } from '#features/messages/connectors';
import type { App } from '#platform/app';
import { AppError } from '#platform/errors';
import { callbackOf, serviceProviderOf } from './describe.ts';
import { sealerOf } from './find.ts';
import { clientOf, oidcOf, trustsUnverifiedEmail } from './open-client.ts';
import { takeAssertion } from './saml/assertions.store.ts';
import type { SsoAssertion } from './saml/consume.ts';
import { identityProviderOf } from './saml/find-provider.ts';
import { requestUri } from './saml/request.ts';
import { listSsoConnectorRows, type SsoConnectorRow } from './store.ts';

/** Connectors that users can sign in with: configured, and with at least one domain. Cached. */
const usableConnectors = (app: App, tenantId: string): Promise<SsoConnectorRow[]> =>
  app.cache.get(tenantId, 'sso-connectors', async () => {
    const rows = await app.tenancy.read(tenantId, (db) => listSsoConnectorRows(db, sealerOf(app, tenantId)));
    return rows.filter(({ isConfigured, domains }) => isConfigured && domains.length > 0);
  });

const domainOf = (email: string) => email.split('@').at(-1)?.toLowerCase() ?? '';

/** The connectors of the domain of an address, oldest first. */
export async function connectorsForEmail(app: App, tenantId: string, email: string): Promise<SsoConnectorRow[]> {
  const domain = domainOf(email);
  return (await usableConnectors(app, tenantId)).filter(({ domains }) => domains.includes(domain)).reverse();
}

export async function getUsableConnector(app: App, tenantId: string, id: string): Promise<SsoConnectorRow> {
  const row = (await usableConnectors(app, tenantId)).find((one) => one.id === id);
  if (!row) {
    throw new AppError('connector.not_found', { status: 404, values: { type: id } });
  }
  return row;
}

/** What the identity provider says about a user. */
type SsoUser = {
  issuer: string;
  userInfo: SocialUserInfo;
  /** The provider has verified the address, and it is in a domain of the connector. Nobody else's word counts. */
  isEmailProven: boolean;
  tokens?: TokenResponse;
};

/** The columns of identities are not longer. */
const maxIdentityLength = 128;
const maxIssuerLength = 256;

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
const isYes = (value: unknown) => value === true || value === 'true';

function toUser(
  row: SsoConnectorRow,
  issuer: string,
  found: { id: unknown; email: unknown; name: unknown; avatar?: unknown; rawData: unknown },
  isVerified: boolean,
): SsoUser {
  const id = typeof found.id === 'number' ? String(found.id) : textOf(found.id);
  if (!id || id.length > maxIdentityLength || issuer.length > maxIssuerLength) {
    throw new AppError('connector.invalid_response');
  }
  const userInfo = tidyUserInfo({
    id,
    email: textOf(found.email),
    name: textOf(found.name),
    avatar: textOf(found.avatar),
    rawData: found.rawData,
  });
  if (userInfo.id !== id) {
    throw new AppError('connector.invalid_response');
  }
  const isOwnDomain = userInfo.email !== undefined && row.domains.includes(domainOf(userInfo.email));
  return { issuer, userInfo, isEmailProven: isVerified && isOwnDomain };
}

const refuse = (error: string) => new AppError('connector.authorization_failed', { data: { error } });

async function arriveByOidc(
  app: App,
  row: SsoConnectorRow,
  data: unknown,
  session: ConnectorSession,
): Promise<SsoUser> {
  const { issuer, claims, tokens } = await oidcOf(app).arrive(clientOf(row), data, session);
  if (row.providerName === 'GoogleWorkspace' && !textOf(claims.hd)) {
    // Anyone can create a private Google account, even with an address of a company.
    throw refuse('not_a_workspace_account');
  }
  // Entra ID sends xms_edov if the owner of the domain of the address is verified.
  const isVerified =
    isYes(claims.email_verified) ||
    (row.providerName === 'AzureAdOidc' && isYes(claims.xms_edov)) ||
    (claims.email_verified === undefined && trustsUnverifiedEmail(row.providerName, row.config));
  const { sub, email, name, preferred_username: username, picture } = claims;
  const found = { id: sub, email, name: name ?? username, avatar: picture, rawData: claims };
  return { ...toUser(row, issuer, found, isVerified), ...(row.enableTokenStorage ? { tokens } : {}) };
}

/** A user from a verified assertion, by the attribute mapping of the connector. */
function userFromAssertion(row: SsoConnectorRow, { issuer, nameId, attributes }: SsoAssertion): SsoUser {
  const mapping = { ...defaultSsoAttributes, ...SamlSsoConfig.parse(row.config).attributeMapping };
  const read = (...names: string[]) =>
    names.map((name) => (name === 'nameID' ? nameId : [attributes[name]].flat()[0])).find(Boolean);
  const found = {
    id: read(mapping.id),
    email: read(mapping.email, ...(mapping.email === defaultSsoAttributes.email ? wellKnownSsoAttributes.email : [])),
    name: read(mapping.name, ...(mapping.name === defaultSsoAttributes.name ? wellKnownSsoAttributes.name : [])),
    rawData: attributes,
  };
  // The identity provider is responsible for the addresses of its own domains. SAML has no flag for this.
  return toUser(row, issuer, found, true);
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
  // The assertion must answer the request of this sign-in, or belong to a sign-in that the user has confirmed here.
  if (assertion.inResponseTo !== session.requestId) {
    throw refuse('in_response_to_mismatch');
  }
  return userFromAssertion(row, assertion);
}

type Departure = { state: string; loginHint?: string | undefined };

/** Where the browser goes to sign in, and what must be kept until it returns. */
export async function leaveForProvider(
  app: App,
  row: SsoConnectorRow,
  { state, loginHint }: Departure,
): Promise<{ uri: string; session: ConnectorSession }> {
  if (ssoProviderTypes[row.providerName] === 'oidc') {
    const redirectUri = callbackOf(app, row.tenantId, row.id);
    return oidcOf(app).leave(clientOf(row), { state, redirectUri, loginHint });
  }
  const requestId = `_${randomBytes(20).toString('hex')}`;
  const provider = await identityProviderOf(SamlSsoConfig.parse(row.config), row.metadataXml);
  const uri = await requestUri(provider, serviceProviderOf(app, row.tenantId, row.id), {
    requestId,
    relayState: state,
  });
  return { uri, session: { requestId, state } };
}

/** The user whom the identity provider has sent back. */
export const arriveFromProvider = (app: App, row: SsoConnectorRow, data: unknown, session: ConnectorSession) =>
  (ssoProviderTypes[row.providerName] === 'oidc' ? arriveByOidc : arriveBySaml)(app, row, data, session);
