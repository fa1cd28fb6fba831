import { randomUUID, timingSafeEqual } from 'node:crypto';
import { SignJWT } from 'jose';
import { basic, callProvider, formType, type ProviderAnswer, readJson } from './call-provider.ts';
import { checkIssuer, type Expected } from './check-issuer.ts';
import { ConnectorError } from './fail.ts';
import type { Callback, Fetch, GetSession, TokenResponse } from './interface.ts';

/** An authorization endpoint with the parameters of a request; skips parameters without a value. */
export function addressWith(endpoint: string, parameters: Record<string, string | undefined>): string {
  const url = new URL(endpoint);
  for (const [name, value] of Object.entries(parameters)) {
    if (value) {
      url.searchParams.set(name, value);
    }
  }
  return url.href;
}

const short = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 500) : undefined;

/** The error of a provider for the caller: a word or number, and a sentence. */
export const errorData = (error: unknown, errorDescription: unknown) => ({
  error: short(error),
  errorDescription: short(errorDescription),
});

/** The error of a token response. Some providers send an object instead of a word. */
function tokenError(values: Record<string, unknown> | undefined) {
  const { error, error_description: sentence } = values ?? {};
  if (typeof error === 'object' && error !== null) {
    const { type, code, message } = error as Record<string, unknown>;
    return errorData(type ?? code, message);
  }
  return errorData(error, sentence);
}

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** A value inside of a response as an object; empty if it is none. */
export const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

function isSame(one: unknown, two: string): boolean {
  const [left, right] = [Buffer.from(typeof one === 'string' ? one : ''), Buffer.from(two)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** The response of the provider with the stored session. */
export async function readCallback(
  callbackData: unknown,
  getSession: GetSession,
  expected: Expected,
): Promise<Callback> {
  if (typeof callbackData !== 'object' || callbackData === null) {
    throw new ConnectorError('invalid_request_parameters', 'The data of the callback is missing.');
  }
  const data = callbackData as Record<string, unknown>;
  const session = (await getSession()) ?? {};
  checkIssuer({ data, session }, expected);
  if (data.error !== undefined) {
    throw new ConnectorError('authorization_failed', errorData(data.error, data.error_description));
  }
  // Rejects responses to requests of other users, and those without a state (RFC 6749 §10.12).
  if (session.state !== undefined && !isSame(data.state, session.state)) {
    throw new ConnectorError('authorization_failed', { error: 'state_mismatch' });
  }
  return { data, session };
}

/** The code and its redirect URI. The stored value overrides the one of the browser. */
export function codeOf({ data, session }: Callback): { code: string; redirectUri: string } {
  const code = textOf(data.code);
  const redirectUri = textOf(session.redirectUri) ?? textOf(data.redirectUri);
  if (!code) {
    throw new ConnectorError('social_auth_code_invalid', { error: 'code_missing' });
  }
  if (!redirectUri) {
    throw new ConnectorError('insufficient_request_parameters', 'The redirect URI is missing.');
  }
  return { code, redirectUri };
}

export type TokenClient = {
  tokenEndpoint: string;
  clientId: string;
  /** Empty for a client without a secret. */
  clientSecret: string;
  authMethod?: 'client_secret_post' | 'client_secret_basic' | 'client_secret_jwt';
  /** For client_secret_jwt. */
  algorithm?: 'HS256' | 'HS384' | 'HS512';
  /** The format of the token response; JSON by default. */
  answers?: 'json' | 'query-string';
};

const form = (value: string) => new URLSearchParams({ value }).toString().slice('value='.length);

/** The client authentication methods (RFC 6749 §2.3.1, OpenID Connect Core §9). */
async function authentication(client: TokenClient): Promise<{ header?: string; fields: Record<string, string> }> {
  const { clientId, clientSecret, authMethod = 'client_secret_post', algorithm = 'HS256', tokenEndpoint } = client;
  switch (authMethod) {
    case 'client_secret_basic':
      return { header: basic(form(clientId), form(clientSecret)), fields: {} };
    case 'client_secret_jwt':
      return {
        fields: {
          client_id: clientId,
          client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
          client_assertion: await new SignJWT()
            .setProtectedHeader({ alg: algorithm })
            .setIssuer(clientId)
            .setSubject(clientId)
            .setAudience(tokenEndpoint)
            .setJti(randomUUID())
            .setIssuedAt()
            .setExpirationTime('1m')
            .sign(new TextEncoder().encode(clientSecret)),
        },
      };
    case 'client_secret_post':
      return { fields: { client_id: clientId, ...(clientSecret ? { client_secret: clientSecret } : {}) } };
  }
}

function readTokens({ text, ok, status }: ProviderAnswer, answers: TokenClient['answers']): TokenResponse {
  // Some providers send JSON although they announce a query string.
  const values =
    readJson(text) ?? (answers === 'query-string' ? Object.fromEntries(new URLSearchParams(text)) : undefined);
  if (values?.error !== undefined || (status >= 400 && status < 500)) {
    throw new ConnectorError('social_auth_code_invalid', tokenError(values));
  }
  if (!ok) {
    throw new ConnectorError('general', `The provider gave no token (status ${status}).`);
  }
  if (!values || (!textOf(values.access_token) && !textOf(values.id_token))) {
    throw new ConnectorError('invalid_response', 'The provider gave an answer without a token.');
  }
  const expiresIn = values.expires_in;
  return {
    id_token: textOf(values.id_token),
    access_token: textOf(values.access_token),
    refresh_token: textOf(values.refresh_token),
    expires_in: typeof expiresIn === 'number' ? expiresIn : textOf(expiresIn),
    scope: textOf(values.scope),
    token_type: textOf(values.token_type),
  };
}

async function fetchTokens(fetch: Fetch, client: TokenClient, grant: Record<string, string>): Promise<TokenResponse> {
  const { header, fields } = await authentication(client);
  const answer = await callProvider(fetch, client.tokenEndpoint, {
    method: 'POST',
    headers: { ...formType, accept: 'application/json', ...(header ? { authorization: header } : {}) },
    body: new URLSearchParams({ ...grant, ...fields }).toString(),
  });
  return readTokens(answer, client.answers);
}

export const redeemCode = (
  fetch: Fetch,
  client: TokenClient,
  callback: Callback,
  more: Record<string, string> = {},
) => {
  const { code, redirectUri } = codeOf(callback);
  const codeVerifier = textOf(callback.session.codeVerifier);
  return fetchTokens(fetch, client, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    ...(codeVerifier ? { code_verifier: codeVerifier } : {}),
    ...more,
  });
};

export const refreshTokens = (fetch: Fetch, client: TokenClient, refreshToken: string) =>
  fetchTokens(fetch, client, { grant_type: 'refresh_token', refresh_token: refreshToken });

/** A call with the access token of the user. */
export async function callWithToken(
  fetch: Fetch,
  url: string,
  accessToken: string | undefined,
  headers: Record<string, string> = {},
): Promise<ProviderAnswer> {
  if (!accessToken) {
    throw new ConnectorError('invalid_response', 'The provider gave no access token.');
  }
  const answer = await callProvider(fetch, url, {
    headers: { accept: 'application/json', authorization: `Bearer ${accessToken}`, ...headers },
  });
  if (answer.status === 401) {
    throw new ConnectorError('social_invalid_access_token');
  }
  return answer;
}

export async function fetchProfile(
  fetch: Fetch,
  url: string,
  accessToken: string | undefined,
  headers?: Record<string, string>,
): Promise<Record<string, unknown>> {
  const answer = await callWithToken(fetch, url, accessToken, headers);
  if (!answer.ok) {
    throw new ConnectorError('general', `The provider did not say who this is (status ${answer.status}).`);
  }
  const profile = readJson(answer.text);
  if (!profile) {
    throw new ConnectorError('invalid_response', 'The provider did not say who this is.');
  }
  return profile;
}
