import * as oauth from 'oauth4webapi';
import { urlOf } from './prefix.ts';
import { dropFromTab, readFromTab, saveInTab } from './tab-storage.ts';

export const issuer = new URL(urlOf('/oidc'));

/** A public client of the tenant that runs in this browser (code flow with PKCE); its tokens are kept per tab. */
export type Party = {
  clientId: string;
  redirectUri: string;
  /** Where the browser is redirected after sign-out. */
  home: string;
  scopes: readonly string[];
};

export type Session = {
  idToken: string;
  claims: Record<string, unknown> & { sub: string };
  accessToken: string;
  refreshToken?: string | undefined;
  /** Milliseconds since 1970. */
  expiresAt?: number | undefined;
  scope?: string | undefined;
};

type Request = { state: string; nonce: string; verifier: string; returnTo: string };

/** A local development server uses plain HTTP. */
const insecure = { [oauth.allowInsecureRequests]: window.location.protocol === 'http:' };

const keyFor = ({ clientId }: Party, name: 'request' | 'session') => `postern:${clientId}:${name}`;
const clientOf = ({ clientId }: Party): oauth.Client => ({ client_id: clientId });

let discovered: Promise<oauth.AuthorizationServer> | undefined;

function discover() {
  discovered ??= oauth
    .discoveryRequest(issuer, insecure)
    .then((response) => oauth.processDiscoveryResponse(issuer, response));
  discovered.catch(() => {
    discovered = undefined;
  });
  return discovered;
}

/** Redirects to the sign-in pages; `returnTo` is the path to show afterwards. */
export async function beginSignIn(party: Party, more: Record<string, string>, returnTo: string): Promise<void> {
  const server = await discover();
  const request: Request = {
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    verifier: oauth.generateRandomCodeVerifier(),
    returnTo,
  };
  saveInTab(keyFor(party, 'request'), request);
  const url = new URL(server.authorization_endpoint ?? '');
  url.search = new URLSearchParams({
    client_id: party.clientId,
    redirect_uri: party.redirectUri,
    response_type: 'code',
    scope: party.scopes.join(' '),
    state: request.state,
    nonce: request.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(request.verifier),
    code_challenge_method: 'S256',
    ...more,
  }).toString();
  window.location.assign(url);
}

const keptSession = (party: Party) => readFromTab<Session>(keyFor(party, 'session'));

export const forgetSession = (party: Party) => dropFromTab(keyFor(party, 'session'));

/** The session of this tab: a new one from the callback, or the stored one. */
export async function openSession(party: Party): Promise<Session | undefined> {
  const here = new URL(window.location.href);
  if (!here.searchParams.has('code') && !here.searchParams.has('error')) {
    return keptSession(party);
  }
  const request = readFromTab<Request>(keyFor(party, 'request'));
  dropFromTab(keyFor(party, 'request'));
  window.history.replaceState(null, '', request?.returnTo ?? party.home);
  if (!request) {
    // The code was already used, or belongs to another tab; the URL alone is worth nothing.
    return keptSession(party);
  }
  const server = await discover();
  const client = clientOf(party);
  const parameters = oauth.validateAuthResponse(server, client, here, request.state);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.None(),
    parameters,
    party.redirectUri,
    request.verifier,
    insecure,
  );
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
    expectedNonce: request.nonce,
    requireIdToken: true,
  });
  return keep(party, tokens);
}

export async function refreshSession(party: Party, session: Session): Promise<Session> {
  const server = await discover();
  const client = clientOf(party);
  const { refreshToken = '' } = session;
  const response = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), refreshToken, insecure);
  return keep(party, await oauth.processRefreshTokenResponse(server, client, response), session);
}

export async function readUserInfo(party: Party, { accessToken, claims }: Session): Promise<Record<string, unknown>> {
  const server = await discover();
  const client = clientOf(party);
  const response = await oauth.userInfoRequest(server, client, accessToken, insecure);
  return oauth.processUserInfoResponse(server, client, claims.sub, response);
}

/** Ends the session in this tab and at the issuer (OpenID Connect RP-Initiated Logout 1.0 §2). */
export async function signOut(party: Party, { idToken }: Session): Promise<void> {
  const server = await discover();
  forgetSession(party);
  const url = new URL(server.end_session_endpoint ?? party.home);
  url.search = new URLSearchParams({
    client_id: party.clientId,
    id_token_hint: idToken,
    post_logout_redirect_uri: party.home,
  }).toString();
  window.location.assign(url);
}

function keep(party: Party, tokens: oauth.TokenEndpointResponse, before?: Session): Session {
  const claims = oauth.getValidatedIdTokenClaims(tokens) ?? before?.claims;
  const idToken = tokens.id_token ?? before?.idToken;
  if (!claims || !idToken) {
    throw new Error('The answer holds no ID token.');
  }
  const session: Session = {
    idToken,
    claims: { ...claims },
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token ?? before?.refreshToken,
    expiresAt: tokens.expires_in === undefined ? undefined : Date.now() + tokens.expires_in * 1000,
    scope: tokens.scope ?? before?.scope,
  };
  saveInTab(keyFor(party, 'session'), session);
  return session;
}
