import { adminConsoleAppId } from '@postern/contracts/wire';
import {
  type AuthorizationServer,
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  type Client,
  calculatePKCECodeChallenge,
  discoveryRequest,
  generateRandomCodeVerifier,
  generateRandomNonce,
  generateRandomState,
  None,
  processAuthorizationCodeResponse,
  processDiscoveryResponse,
  processRefreshTokenResponse,
  refreshTokenGrantRequest,
  type TokenEndpointResponse,
  validateAuthResponse,
} from 'oauth4webapi';
import { ownEndpoint } from '../config.ts';
import { edition } from '../edition.ts';

const client: Client = { client_id: adminConsoleAppId };
const issuer = new URL(`${ownEndpoint()}/oidc`);

// Only a console that was itself opened over http, such as on localhost, may use http.
const options = () => ({
  [allowInsecureRequests]: location.protocol === 'http:',
  signal: AbortSignal.timeout(20_000),
});

let discovered: Promise<AuthorizationServer> | undefined;

function discover(): Promise<AuthorizationServer> {
  discovered ??= discoveryRequest(issuer, options())
    .then((response) => processDiscoveryResponse(issuer, response))
    .catch((error: unknown) => {
      discovered = undefined;
      throw error;
    });
  return discovered;
}

export type PendingSignIn = { state: string; nonce: string; codeVerifier: string; redirectUri: string };

export type AuthorizationRequest = { url: string; pending: PendingSignIn };

/** Authorization code with PKCE (RFC 7636), state and nonce; one `resource` per API (RFC 8707). */
export async function authorizationRequest(
  redirectUri: string,
  extra: Record<string, string>,
): Promise<AuthorizationRequest> {
  const server = await discover();
  const pending = {
    state: generateRandomState(),
    nonce: generateRandomNonce(),
    codeVerifier: generateRandomCodeVerifier(),
    redirectUri,
  };
  const url = new URL(requireEndpoint(server.authorization_endpoint));
  const parameters = {
    client_id: client.client_id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: edition.scopes.join(' '),
    prompt: 'login consent',
    state: pending.state,
    nonce: pending.nonce,
    code_challenge: await calculatePKCECodeChallenge(pending.codeVerifier),
    code_challenge_method: 'S256',
    ...extra,
  };
  for (const [name, value] of Object.entries(parameters)) {
    url.searchParams.set(name, value);
  }
  for (const resource of Object.keys(edition.resources)) {
    url.searchParams.append('resource', resource);
  }
  return { url: url.href, pending };
}

export async function exchangeCode(callback: URL, pending: PendingSignIn): Promise<TokenEndpointResponse> {
  const server = await discover();
  const parameters = validateAuthResponse(server, client, callback, pending.state);
  const response = await authorizationCodeGrantRequest(
    server,
    client,
    None(),
    parameters,
    pending.redirectUri,
    pending.codeVerifier,
    options(),
  );
  return processAuthorizationCodeResponse(server, client, response, {
    expectedNonce: pending.nonce,
    requireIdToken: true,
  });
}

export async function refresh(
  refreshToken: string,
  parameters: Record<string, string>,
): Promise<TokenEndpointResponse> {
  const server = await discover();
  const response = await refreshTokenGrantRequest(server, client, None(), refreshToken, {
    ...options(),
    additionalParameters: parameters,
  });
  return processRefreshTokenResponse(server, client, response);
}

/** RP-initiated logout. */
export async function signOutUrl(idToken: string | undefined, postSignOutUri: string): Promise<string> {
  const server = await discover();
  const url = new URL(requireEndpoint(server.end_session_endpoint));
  url.searchParams.set('client_id', client.client_id);
  url.searchParams.set('post_logout_redirect_uri', postSignOutUri);
  if (idToken) {
    url.searchParams.set('id_token_hint', idToken);
  }
  return url.href;
}

function requireEndpoint(endpoint: string | undefined): string {
  if (!endpoint) {
    throw new Error('The discovery document lacks an endpoint the console needs.');
  }
  return endpoint;
}
