import { demoAppId, scopes } from '@postern/contracts/wire';
import * as oauth from 'oauth4webapi';
import { forget, recall, remember } from './storage.ts';

export const issuer = new URL('/oidc', window.location.origin);
export const redirectUri = new URL('/demo-app', window.location.origin).href;
export const client: oauth.Client = { client_id: demoAppId };
export const requestedScopes = [
  'openid',
  'profile',
  'email',
  'phone',
  'address',
  scopes.roles,
  scopes.customData,
  scopes.identities,
  'offline_access',
  scopes.organizations,
  scopes.organizationRoles,
];

export type Session = {
  idToken: string;
  claims: Record<string, unknown> & { sub: string };
  accessToken: string;
  refreshToken?: string;
  /** Milliseconds since 1970. */
  expiresAt?: number;
  scope?: string;
};

type Request = { state: string; nonce: string; verifier: string };

/** A development server on this machine speaks plain HTTP. */
const insecure = { [oauth.allowInsecureRequests]: window.location.protocol === 'http:' };

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

export async function beginSignIn({ prompt, register }: { prompt: string; register: boolean }) {
  const server = await discover();
  const request: Request = {
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    verifier: oauth.generateRandomCodeVerifier(),
  };
  remember('request', request);
  const url = new URL(server.authorization_endpoint ?? '');
  url.search = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: requestedScopes.join(' '),
    state: request.state,
    nonce: request.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(request.verifier),
    code_challenge_method: 'S256',
    ui_locales: document.documentElement.lang,
    ...(prompt ? { prompt } : {}),
    ...(register ? { first_screen: 'register' } : {}),
  }).toString();
  window.location.assign(url);
}

/** The session of this tab: the one that has just been granted, or the one kept from before. */
export async function openSession(): Promise<Session | undefined> {
  const here = new URL(window.location.href);
  if (!here.searchParams.has('code') && !here.searchParams.has('error')) {
    return recall<Session>('session');
  }
  const request = recall<Request>('request');
  forget('request');
  window.history.replaceState(null, '', redirectUri);
  if (!request) {
    // The code was used already, or this is another tab: the address alone is worth nothing.
    return recall<Session>('session');
  }
  const server = await discover();
  const parameters = oauth.validateAuthResponse(server, client, here, request.state);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.None(),
    parameters,
    redirectUri,
    request.verifier,
    insecure,
  );
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
    expectedNonce: request.nonce,
    requireIdToken: true,
  });
  return keep(tokens);
}

export async function refreshSession(session: Session): Promise<Session> {
  const server = await discover();
  const { refreshToken = '' } = session;
  const response = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), refreshToken, insecure);
  return keep(await oauth.processRefreshTokenResponse(server, client, response), session);
}

export async function readUserInfo({ accessToken, claims }: Session): Promise<Record<string, unknown>> {
  const server = await discover();
  const response = await oauth.userInfoRequest(server, client, accessToken, insecure);
  return oauth.processUserInfoResponse(server, client, claims.sub, response);
}

/** Ends the session here and at the issuer (OpenID Connect RP-Initiated Logout 1.0 §2). */
export async function signOut({ idToken }: Session) {
  const server = await discover();
  forget('session');
  const url = new URL(server.end_session_endpoint ?? redirectUri);
  url.search = new URLSearchParams({
    client_id: client.client_id,
    id_token_hint: idToken,
    post_logout_redirect_uri: redirectUri,
  }).toString();
  window.location.assign(url);
}

function keep(tokens: oauth.TokenEndpointResponse, before?: Session): Session {
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
  remember('session', session);
  return session;
}
