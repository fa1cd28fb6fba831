import { deflateRawSync } from 'node:zlib';
import { SamlSsoConfig, ssoProviderTypes } from '@postern/contracts/people/sso-configs';
import type { FastifyReply } from 'fastify';
import { logoutMessages, type Received, type Sender } from '#features/access/saml-applications';
import { type IdentityProvider, identityProviderOf, MetadataError, useAssertion } from '#features/people/sso-saml';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { serviceProviderOf } from '../describe.ts';
import { getConnector } from '../find.ts';
import { keysInUse } from '../keys.ts';
import type { SsoConnectorRow } from '../store.ts';
import { acceptLogout, type originOf } from './end-sessions.ts';

export type Page = { type: string; content: AsyncIterable<string> };

async function* nothing(): AsyncGenerator<string> {}

/** Sends the browser to another address. */
export function goTo(reply: FastifyReply, location: string): Page {
  reply.code(302).header('location', location);
  return { type: 'text/html', content: nothing() };
}

/** The page of a finished sign-out, for browsers that nobody waits for. */
export const signedOutPage = (app: App, tenantId: string) => `${app.endpointOf(tenantId)}/oidc/session/end/success`;

export async function getSamlConnector(app: App, tenantId: string, connectorId: string) {
  const row = await getConnector(app, tenantId, connectorId);
  if (ssoProviderTypes[row.providerName] !== 'saml' || !row.isConfigured) {
    throw new AppError('connector.unexpected_type');
  }
  try {
    return { row, provider: await identityProviderOf(SamlSsoConfig.parse(row.config), row.metadataXml) };
  } catch (error) {
    if (error instanceof MetadataError) {
      throw new AppError('connector.invalid_config', { values: { errorDescription: error.sentence } });
    }
    throw error;
  }
}

/** The provider with each of its certificates: while it changes its key, it has two. */
const sendersOf = ({ entityId, certificates }: IdentityProvider): Sender[] =>
  certificates.map((certificate) => ({ entityId, requestSigning: { certificate, isRequired: true } }));

/** The result for the first certificate that fits. */
function withAnySender<T>(provider: IdentityProvider, read: (sender: Sender) => T): T {
  let failure: unknown = new AppError('application.saml.request_signature_required');
  for (const sender of sendersOf(provider)) {
    try {
      return read(sender);
    } catch (error) {
      if (!(error instanceof AppError)) {
        throw error;
      }
      failure = error;
    }
  }
  throw failure;
}

type Outgoing = {
  field: 'SAMLRequest' | 'SAMLResponse';
  message: string;
  relayState: string | null;
  languages: string[];
};

/** Sends the browser to the provider with a message, signed if the connector signs its requests. */
export async function sendToProvider(
  app: App,
  reply: FastifyReply,
  { row, provider }: { row: SsoConnectorRow; provider: IdentityProvider },
  { field, message, relayState, languages }: Outgoing,
): Promise<Page | undefined> {
  const { logout } = provider;
  if (!logout) {
    return undefined;
  }
  const { signing } = await keysInUse(app, row);
  const { sendPostForm, signQuery, signRoot } = await logoutMessages();
  const url = field === 'SAMLRequest' ? logout.url : logout.responseUrl;
  if (logout.binding === 'post') {
    const signed = signing ? signRoot(message, signing) : message;
    return sendPostForm(reply, { url, field, isSignOut: true, message: signed, relayState, languages });
  }
  const fields: [string, string][] = [[field, deflateRawSync(message).toString('base64')]];
  if (relayState !== null) {
    fields.push(['RelayState', relayState]);
  }
  const query = signing ? signQuery(fields, signing) : new URLSearchParams(fields).toString();
  return goTo(reply, `${url}${url.includes('?') ? '&' : '?'}${query}`);
}

type Visit = {
  app: App;
  tenantId: string;
  connectorId: string;
  reply: FastifyReply;
  languages: string[];
  origin: ReturnType<typeof originOf>;
};

/** Logout that the provider starts (saml-profiles-2.0 §4.4): ends the sessions here and answers the provider. */
export async function acceptSamlRequest(visit: Visit, incoming: Received, relayState: string | undefined) {
  const { app, tenantId, connectorId, reply, languages, origin } = visit;
  const { readProviderLogout, buildLogoutResponse, replayMs } = await logoutMessages();
  const service = serviceProviderOf(app, tenantId, connectorId);
  const { row, message } = await acceptLogout(app, { tenantId, connectorId, origin }, async () => {
    const found = await getSamlConnector(app, tenantId, connectorId);
    const request = withAnySender(found.provider, (sender) =>
      readProviderLogout(incoming, sender, service.singleLogoutServiceUrl),
    );
    const isFirst = (db: Db) =>
      useAssertion(db, connectorId, { id: `logout:${request.id}`, expiresAt: Date.now() + replayMs });
    const { id, nameId: subject, sessionIndexes: sids } = request;
    return { row: found.row, message: { id, subject, sids, isFirst, provider: found.provider } };
  });
  const destination = message.provider.logout?.responseUrl ?? '';
  const text = buildLogoutResponse({ issuer: service.entityId, destination, inResponseTo: message.id }, ['Success']);
  const page = await sendToProvider(
    app,
    reply,
    { row, provider: message.provider },
    { field: 'SAMLResponse', message: text, relayState: relayState ?? null, languages },
  );
  return page ?? goTo(reply, signedOutPage(app, tenantId));
}

/** Whether the provider says, with its signature, that it has signed the user out. */
export async function isConfirmed(
  { app, tenantId, connectorId }: Visit,
  incoming: Received,
  requestId: string,
): Promise<boolean> {
  const { isLogoutConfirmed } = await logoutMessages();
  const { singleLogoutServiceUrl } = serviceProviderOf(app, tenantId, connectorId);
  try {
    const { provider } = await getSamlConnector(app, tenantId, connectorId);
    return sendersOf(provider).some((sender) => isLogoutConfirmed(incoming, sender, singleLogoutServiceUrl, requestId));
  } catch (error) {
    // The settings of the connector have changed meanwhile.
    if (error instanceof AppError) {
      return false;
    }
    throw error;
  }
}
