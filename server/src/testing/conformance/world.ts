import { applicationsApi, type CreateApplication } from '@postern/contracts/access/applications';
import { usersApi } from '@postern/contracts/people/users';
import {
  type CryptoKey,
  createRemoteJWKSet,
  exportJWK,
  generateKeyPair,
  type JWK,
  type JWTPayload,
  jwtVerify,
} from 'jose';
import { expect } from 'vitest';
import { type ListeningApp, listeningApp, signInByPassword } from '#testing/flows';
import { type Browser, createBrowser } from '../../platform/testing/browser.ts';
import { defaultSecretOf } from '../clients.ts';

export const redirectUri = 'https://rp.example.com/callback';
export const postLogoutRedirectUri = 'https://rp.example.com/signed-out';
const loginUrl = '/sign-in';

export const person = {
  username: 'conformance',
  password: 'a phrase for conformance',
  primaryEmail: 'person@example.com',
  primaryPhone: '12025550123',
  name: 'Ada Lovelace',
  avatar: 'https://rp.example.com/ada.png',
  profile: {
    familyName: 'Lovelace',
    givenName: 'Ada',
    middleName: 'King',
    nickname: 'Ada',
    preferredUsername: 'ada',
    profile: 'https://example.com/ada',
    website: 'https://example.com',
    gender: 'female',
    birthdate: '1815-12-10',
    zoneinfo: 'Europe/London',
    locale: 'en-GB',
    address: { formatted: '12 St James Square, London', locality: 'London', country: 'UK' },
  },
};

type Address =
  | 'issuer'
  | 'jwks_uri'
  | 'authorization_endpoint'
  | 'token_endpoint'
  | 'userinfo_endpoint'
  | 'end_session_endpoint'
  | 'pushed_authorization_request_endpoint';
export type Metadata = Record<Address, string> & { readonly [name: string]: unknown };
export type RelyingParty = { id: string; secret: string };
export type KeyParty = { id: string; privateKey: CryptoKey; jwk: JWK };
export type ResponseMode = 'query' | 'form_post';
export type Answer = { status: number; body: Record<string, unknown>; headers: Headers };

type AuthorizationRequest = {
  client?: RelyingParty;
  params?: Record<string, string | undefined>;
  browser?: Browser;
  /** Sends the request as a form. */
  isPost?: boolean;
};

/** What the browser reached: the parameters sent to the redirect URI, or a page of the server. */
export type Reached = { params?: URLSearchParams; page?: string; status: number; hasSignedIn: boolean };

export const random = () => crypto.randomUUID();

async function read(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  return { status: response.status, body: isJson ? JSON.parse(text) : { text }, headers: response.headers };
}

export const post = async (url: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  read(await fetch(url, { method: 'POST', headers, body: new URLSearchParams(form) }));

export const get = async (url: string, headers: Record<string, string> = {}) =>
  read(await fetch(url, { headers, redirect: 'manual' }));

const decode = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'");

/** The fields of a page that submits itself to the redirect URI (OAuth 2.0 Form Post Response Mode). */
function readForm(page: string): URLSearchParams | undefined {
  const action = /<form[^>]*action="([^"]*)"/.exec(page)?.[1];
  if (action === undefined || decode(action) !== redirectUri) {
    return undefined;
  }
  const fields = [...page.matchAll(/<input[^>]*name="([^"]*)"[^>]*value="([^"]*)"/g)];
  return new URLSearchParams(
    fields.map(([, name = '', value = '']): [string, string] => [decode(name), decode(value)]),
  );
}

/** One product for all plans, with two clients and a user who has every claim. */
export async function createWorld() {
  // As behind a proxy that passes client certificates.
  const app = await listeningApp({
    ALLOW_PRIVATE_EGRESS: 'true',
    TRUST_PROXY: '127.0.0.1',
    MTLS_CERTIFICATE_HEADER: 'client-cert',
  });
  const token = await app.managementToken();
  const { body: user } = await app.call(usersApi.create, { token, body: person });
  const issuer = `${app.endpoint}/oidc`;
  const { body } = await get(`${issuer}/.well-known/openid-configuration`);
  const metadata = body as Metadata;
  const keys = createRemoteJWKSet(new URL(metadata.jwks_uri));

  async function register(settings: Partial<CreateApplication> = {}): Promise<RelyingParty> {
    const { status, body: application } = await app.call(applicationsApi.create, {
      token,
      body: {
        name: 'Relying party',
        type: 'Traditional',
        ...settings,
        oidcClientMetadata: {
          redirectUris: [redirectUri],
          postLogoutRedirectUris: [postLogoutRedirectUri],
          ...settings.oidcClientMetadata,
        },
      },
    });
    expect([status, application]).toEqual([200, application]);
    return { id: application.id, secret: await defaultSecretOf(app, token, application.id) };
  }

  /** A client that authenticates with a key. */
  async function registerWithKey(
    custom: Partial<CreateApplication['customClientMetadata']> = {},
    settings: Partial<CreateApplication> = {},
  ): Promise<KeyParty> {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    const jwk = { ...(await exportJWK(publicKey)), kid: random(), alg: 'ES256', use: 'sig' };
    const customClientMetadata = { ...custom, jwks: { keys: [jwk] } } as CreateApplication['customClientMetadata'];
    const { id } = await register({ ...settings, customClientMetadata });
    return { id, privateKey, jwk };
  }

  const [first, second] = [await register(), await register()];
  const signedIn = createBrowser();

  /** Sends the browser to an address and follows it, signing in where the product asks for it. */
  async function visit(url: string, browser: Browser, form?: URLSearchParams): Promise<Reached> {
    let next: { url: string; form?: URLSearchParams | undefined } = { url, form };
    let hasSignedIn = false;
    for (let hops = 0; hops < 20; hops += 1) {
      const { pathname, origin } = new URL(next.url);
      if (next.url.startsWith(redirectUri)) {
        return { params: new URL(next.url).searchParams, status: 303, hasSignedIn };
      }
      if (origin === app.endpoint && pathname === loginUrl) {
        hasSignedIn = true;
        next = { url: await signInByPassword(browser, app.endpoint, person) };
        continue;
      }
      const response = await browser.request(next.url, {
        headers: { accept: 'text/html' },
        ...(next.form ? { method: 'POST', body: next.form } : {}),
      });
      const location = response.headers.get('location');
      if (!location) {
        const page = await response.text();
        const params = readForm(page);
        return { ...(params ? { params } : {}), page, status: response.status, hasSignedIn };
      }
      next = { url: new URL(location, next.url).href };
    }
    throw new Error(`Too many redirects from ${url}.`);
  }

  async function authorize({ client = first, params = {}, browser = signedIn, isPost }: AuthorizationRequest = {}) {
    const all: Record<string, string | undefined> = {
      client_id: client.id,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid',
      state: random(),
      nonce: random(),
      ...(world.mode === 'query' ? {} : { response_mode: world.mode }),
      ...params,
    };
    const given = Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined);
    const query = new URLSearchParams(given);
    const reached = isPost
      ? await visit(metadata.authorization_endpoint, browser, query)
      : await visit(`${metadata.authorization_endpoint}?${query}`, browser);
    return { ...reached, sent: Object.fromEntries(given) };
  }

  /** The parameters of a successful authorization response, after the checks that every flow makes. */
  async function obtainCode(request: AuthorizationRequest = {}) {
    const { params, sent, hasSignedIn, page } = await authorize(request);
    expect(params?.toString() ?? page).toContain('code=');
    expect(params?.get('state') ?? undefined).toBe(sent.state);
    expect(params?.get('iss')).toBe(issuer);
    const code = params?.get('code') ?? '';
    expect(code).not.toBe('');
    return { code, sent, hasSignedIn };
  }

  const basic = ({ id, secret }: RelyingParty) => ({ authorization: `Basic ${btoa(`${id}:${secret}`)}` });

  const redeem = (code: string, client = first, more: Record<string, string> = {}) =>
    post(
      metadata.token_endpoint,
      { grant_type: 'authorization_code', code, redirect_uri: redirectUri, ...more },
      basic(client),
    );

  async function verifyIdToken(idToken: unknown, clientId: string, nonce?: string): Promise<JWTPayload> {
    const { payload } = await jwtVerify(String(idToken), keys, { issuer, audience: clientId, subject: user.id });
    expect(payload.nonce).toBe(nonce);
    expect(payload.exp).toBeGreaterThan(payload.iat ?? Number.POSITIVE_INFINITY);
    return payload;
  }

  /** The claims of a signed authorization response (JARM). */
  const verifyResponse = async (response: string, clientId: string): Promise<JWTPayload> =>
    (await jwtVerify(response, keys, { issuer, audience: clientId })).payload;

  /** The whole code flow: authorization, token response, ID token. */
  async function flow(request: AuthorizationRequest = {}) {
    const { code, sent, hasSignedIn } = await obtainCode(request);
    const answer = await redeem(code, request.client ?? first);
    expect([answer.status, answer.body]).toMatchObject([200, { token_type: 'Bearer' }]);
    expect(answer.headers.get('cache-control')).toContain('no-store');
    const claims = await verifyIdToken(answer.body.id_token, sent.client_id ?? '', sent.nonce);
    return { code, hasSignedIn, answer, claims, accessToken: String(answer.body.access_token) };
  }

  const userinfo = (accessToken: string) => get(metadata.userinfo_endpoint, { authorization: `Bearer ${accessToken}` });

  const world = {
    app: app as ListeningApp,
    token,
    user,
    issuer,
    metadata,
    keys,
    first,
    second,
    signedIn,
    /** The response mode of the plan that runs. */
    mode: 'query' as ResponseMode,
    register,
    registerWithKey,
    visit,
    authorize,
    obtainCode,
    redeem,
    basic,
    verifyIdToken,
    verifyResponse,
    flow,
    userinfo,
    close: () => app.close(),
  };
  return world;
}

export type World = Awaited<ReturnType<typeof createWorld>>;
