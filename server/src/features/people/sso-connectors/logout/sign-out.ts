import { randomBytes } from 'node:crypto';
import { ssoProviderTypes } from '@postern/contracts/people/sso-configs';
import type { FastifyReply } from 'fastify';
import { openIdToken, type ProviderLogout, startProviderLogout, takeProviderLogout } from '#features/access/oidc';
import { logoutMessages, type Received } from '#features/access/saml-applications';
import { recordLog } from '#features/records/audit';
import type { App } from '#platform/app';
import { AppError } from '#platform/http/errors';
import { digestSecret, newSecret } from '#platform/secrets/ids';
import { isUnreadable } from '#platform/secrets/seal-column';
import { oidcLogoutAddressesOf, serviceProviderOf } from '../describe.ts';
import { getConnector } from '../find.ts';
import { clientOf, oidcOf } from '../open-client.ts';
import type { SsoConnectorRow } from '../store.ts';
import { signsOutOfProvider } from './describe-session.ts';
import type { originOf } from './end-sessions.ts';
import { getSamlConnector, goTo, isConfirmed, type Page, sendToProvider, signedOutPage } from './saml.ts';

type Visit = {
  app: App;
  tenantId: string;
  reply: FastifyReply;
  languages: string[];
  origin: ReturnType<typeof originOf>;
};

const isSecret = (text: string | undefined): text is string => text !== undefined && /^[\dA-Za-z]{32}$/.test(text);

function record({ app, tenantId, origin }: Visit, logout: { connectorId: string; userId: string }, error?: object) {
  const { connectorId: ssoConnectorId, userId } = logout;
  const payload = { ...origin, userId, ssoConnectorId, actor: { type: 'user', id: userId } };
  const result = error ? { result: 'Error', error } : {};
  recordLog(app, tenantId, { key: 'SsoConnector.SignOut.Sent', payload: { ...payload, ...result } });
}

/** Undefined if the vault has lost its key: then the provider asks the user. */
function idTokenOf({ app, tenantId }: Visit, { connectorId, subject, idToken }: ProviderLogout): string | undefined {
  try {
    return idToken === null ? undefined : openIdToken(app, { tenantId, connectorId, subject }, idToken);
  } catch (error) {
    if (isUnreadable(error)) {
      app.log.error({ err: error, tenantId, connectorId }, 'stored ID token cannot be decrypted');
      return undefined;
    }
    throw error;
  }
}

type Departure = { logout: ProviderLogout; state: string; requestId: string };

async function leaveByOidc(visit: Visit, row: SsoConnectorRow, { logout, state }: Departure) {
  const { app, tenantId, reply } = visit;
  const { postLogoutRedirectUri: returnUri } = oidcLogoutAddressesOf(app, tenantId, row.id);
  const idToken = idTokenOf(visit, logout);
  const uri = await oidcOf(app).logoutUri(clientOf(row), { state, returnUri, idToken });
  return uri === undefined ? undefined : goTo(reply, uri);
}

async function leaveBySaml(visit: Visit, row: SsoConnectorRow, { logout, state, requestId }: Departure) {
  const { app, tenantId, reply, languages } = visit;
  const { provider } = await getSamlConnector(app, tenantId, row.id);
  if (!provider.logout) {
    return undefined;
  }
  const { buildLogoutRequest } = await logoutMessages();
  const message = buildLogoutRequest({
    id: requestId,
    issuer: serviceProviderOf(app, tenantId, row.id).entityId,
    destination: provider.logout.url,
    name: { ...logout.nameId, value: logout.subject },
    sessionIndex: logout.sid ?? undefined,
  });
  return sendToProvider(app, reply, { row, provider }, { field: 'SAMLRequest', message, relayState: state, languages });
}

/** The page that leads to the provider; undefined if the provider has no logout, or it is turned off by now. */
async function leave(visit: Visit, departure: Departure): Promise<Page | undefined> {
  const { app, tenantId } = visit;
  const row = await getConnector(app, tenantId, departure.logout.connectorId);
  if (!signsOutOfProvider(row)) {
    return undefined;
  }
  return (ssoProviderTypes[row.providerName] === 'oidc' ? leaveByOidc : leaveBySaml)(visit, row, departure);
}

/**
 * After a sign-out here: sends the browser to the identity provider. The session here has ended before, so whatever
 * happens there, the user is signed out of this tenant. A provider that fails is left out.
 */
export async function startSignOut(visit: Visit, secret: string): Promise<Page> {
  const { app, tenantId, reply } = visit;
  const state = newSecret();
  const requestId = `_${randomBytes(20).toString('hex')}`;
  const departure = { digest: digestSecret(secret), nextDigest: digestSecret(state), requestId };
  const logout = isSecret(secret)
    ? await app.tenancy.write(tenantId, (db) => startProviderLogout(db, departure))
    : undefined;
  if (!logout) {
    return goTo(reply, signedOutPage(app, tenantId));
  }
  try {
    const page = await leave(visit, { logout, state, requestId });
    if (page) {
      record(visit, logout);
      return page;
    }
  } catch (error) {
    if (!(error instanceof AppError)) {
      throw error;
    }
    app.log.warn({ err: error, tenantId, connectorId: logout.connectorId }, 'sign-out at the identity provider failed');
    record(visit, logout, { code: error.code });
  }
  await app.tenancy.write(tenantId, (db) => takeProviderLogout(db, digestSecret(state)));
  return goTo(reply, logout.returnUri);
}

const takeWith = ({ app, tenantId }: Visit, state: string | undefined) =>
  isSecret(state) ? app.tenancy.write(tenantId, (db) => takeProviderLogout(db, digestSecret(state))) : undefined;

/** The browser returns from an OpenID Connect provider, and goes on to the application. Each state counts once. */
export async function finishByOidc(visit: Visit, state: string | undefined): Promise<Page> {
  const logout = await takeWith(visit, state);
  return goTo(visit.reply, logout?.returnUri ?? signedOutPage(visit.app, visit.tenantId));
}

/** The same for a SAML provider. Whatever it answers, the browser goes on. */
export async function finishBySaml(
  visit: Visit & { connectorId: string },
  incoming: Received,
  relayState: string | undefined,
): Promise<Page> {
  const { app, tenantId, reply, connectorId } = visit;
  const logout = await takeWith(visit, relayState);
  if (!logout || logout.connectorId !== connectorId) {
    return goTo(reply, signedOutPage(app, tenantId));
  }
  if (!(await isConfirmed(visit, incoming, logout.requestId))) {
    app.log.info({ tenantId, connectorId }, 'the identity provider did not confirm the sign-out');
    record(visit, logout, { code: 'not_confirmed' });
  }
  return goTo(reply, logout.returnUri);
}
