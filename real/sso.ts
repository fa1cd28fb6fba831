import { randomBytes } from 'node:crypto';
import { applicationsApi } from '@postern/contracts/access/applications';
import { ssoConnectorsApi } from '@postern/contracts/people/sso-connectors';
import type { ListeningApp } from '../server/src/testing/flows.ts';
import { changeSettings } from '../server/src/testing/sign-in.ts';
import { createVisitor, type Page, type Visitor } from './visitor.ts';

const redirectUri = 'http://localhost:9/callback';
/** Where the application sends people after a sign-out. */
export const afterwards = 'http://localhost:9/bye';

/** Turns enterprise SSO on and adds an application to sign in to. */
export async function prepareSso(app: ListeningApp) {
  const token = await app.managementToken();
  await changeSettings(app, { singleSignOnEnabled: true, signInMode: 'SignInAndRegister' });
  const { body } = await app.call(applicationsApi.create, {
    token,
    body: {
      name: 'Shop',
      type: 'SPA',
      oidcClientMetadata: { redirectUris: [redirectUri], postLogoutRedirectUris: [afterwards] },
    },
  });
  return { token, clientId: body.id };
}

export async function createConnector(app: ListeningApp, token: string, body: object): Promise<string> {
  const { status, body: created } = await app.call(ssoConnectorsApi.create, {
    token,
    body: { connectorName: 'Company', domains: ['company.example'], ...body } as never,
  });
  if (status !== 200) {
    throw new Error(JSON.stringify(created));
  }
  return created.id;
}

type Step = (method: string, path: string, body?: unknown) => Promise<{ status: number; body: Record<string, string> }>;

/** A browser on the sign-in page of the product, and its API. */
async function arrive(app: ListeningApp, clientId: string, visitor: Visitor): Promise<Step> {
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    scope: 'openid profile email',
    redirect_uri: redirectUri,
    prompt: 'login consent',
    code_challenge: randomBytes(32).toString('base64url'),
    code_challenge_method: 'S256',
  });
  await visitor.browser.follow(`${app.endpoint}/oidc/auth?${query}`, [`${app.endpoint}/sign-in`]);
  return async (method, path, body) => {
    const response = await visitor.browser.request(`${app.endpoint}/api/experience${path}`, {
      method,
      headers: { origin: app.endpoint, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text ? JSON.parse(text) : {} };
  };
}

type Prepared = { token: string; clientId: string };
type AtProvider = (visitor: Visitor, first: Page) => Promise<Page>;

/** Signs a person in at the identity provider and here. Returns the user. */
export const signInByProvider = async (
  app: ListeningApp,
  prepared: Prepared,
  connectorId: string,
  atProvider: AtProvider,
) => (await visitByProvider(app, prepared, connectorId, atProvider)).user;

/** The same, up to the application. Returns the browser, which now has a session here and at the provider. */
export async function visitByProvider(
  app: ListeningApp,
  { token, clientId }: Prepared,
  connectorId: string,
  atProvider: AtProvider,
) {
  const visitor = createVisitor(app.endpoint, { username: '', password: '' });
  const step = await arrive(app, clientId, visitor);
  await step('PUT', '', { interactionEvent: 'SignIn' });
  const callback = `${app.endpoint}/callback/${connectorId}`;
  const left = await step('POST', `/verification/sso/${connectorId}/authorization-uri`, {
    state: 'st',
    redirectUri: callback,
  });
  if (left.status !== 200) {
    throw new Error(JSON.stringify(left.body));
  }
  visitor.stopAt(callback);
  const first = await visitor.open(left.body.authorizationUri ?? '');
  const { url, status, text } = await atProvider(visitor, first);
  if (!url.startsWith(callback)) {
    throw new Error(`${url} did not lead back: ${status} ${text.slice(0, 1000)}`);
  }
  const { verificationId = '' } = left.body;
  const connectorData = Object.fromEntries(new URL(url).searchParams);
  const verified = await step('POST', `/verification/sso/${connectorId}/verify`, { verificationId, connectorData });
  if (verified.status !== 200) {
    throw new Error(JSON.stringify(verified.body));
  }
  let identified = await step('POST', '/identification', { verificationId });
  if (identified.status !== 204) {
    await step('PUT', '/interaction-event', { interactionEvent: 'Register' });
    identified = await step('POST', '/identification', { verificationId });
  }
  const { body } = await step('GET', '/interaction');
  const submitted = await step('POST', '/submit');
  if (submitted.status !== 200) {
    throw new Error(JSON.stringify([identified, submitted]));
  }
  const userResponse = await fetch(`${app.endpoint}/api/users/${body.userId}?includeSsoIdentities=true`, {
    headers: { authorization: `Bearer ${token}` },
  });
  visitor.stopAt(redirectUri);
  await visitor.open(submitted.body.redirectTo ?? '');
  return { user: (await userResponse.json()) as Record<string, unknown>, visitor };
}

/** Signs out here, as the application does. The page of the product submits itself. */
export async function signOut(app: ListeningApp, clientId: string, visitor: Visitor): Promise<Page> {
  const query = new URLSearchParams({ client_id: clientId, post_logout_redirect_uri: afterwards, state: 'bye' });
  visitor.stopAt(afterwards);
  return visitor.submit(await visitor.open(`${app.endpoint}/oidc/session/end?${query}`), { logout: 'yes' });
}

/** Whether the browser has a session here. */
export async function isSignedIn(app: ListeningApp, clientId: string, visitor: Visitor): Promise<boolean> {
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    scope: 'openid',
    redirect_uri: redirectUri,
    prompt: 'none',
    code_challenge: randomBytes(32).toString('base64url'),
    code_challenge_method: 'S256',
  });
  visitor.stopAt(redirectUri);
  return new URL((await visitor.open(`${app.endpoint}/oidc/auth?${query}`)).url).searchParams.has('code');
}
