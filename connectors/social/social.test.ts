import { createHash } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import type { ConnectorFactory, ConnectorSession, SocialConnector } from '../kit/interface.ts';
import { type Call, fakeProvider, optionsFor, request } from '../testing.ts';
import { azuread } from './azuread/index.ts';
import { discord } from './discord/index.ts';
import { github } from './github/index.ts';
import { google } from './google/index.ts';
import { oauth2 } from './oauth2/index.ts';

const client = { clientId: 'client', clientSecret: 'secret-canary' };
let provider: Awaited<ReturnType<typeof fakeProvider>>;
afterEach(() => provider.close());

/** Redirects to the provider and returns, as a sign-in does. */
async function visit(
  factory: ConnectorFactory<SocialConnector>,
  config: object,
  answers: Parameters<typeof fakeProvider>[0],
) {
  provider = await fakeProvider(answers);
  const connector = await factory(optionsFor(config, provider.egress));
  let session: ConnectorSession = {};
  const uri = await connector.getAuthorizationUri(request, async (kept) => {
    session = kept;
  });
  const back = (data: object = { code: 'the-code', state: request.state }) =>
    connector.getUserInfo(data, async () => session);
  return { connector, uri: new URL(uri), query: Object.fromEntries(new URL(uri).searchParams), back, session };
}

const form = (call: Call | undefined) => Object.fromEntries(new URLSearchParams(call?.body));
const code = { grant_type: 'authorization_code', code: 'the-code', redirect_uri: request.redirectUri };
const post = { client_id: 'client', client_secret: 'secret-canary' };

describe('Google', () => {
  const token = 'https://oauth2.googleapis.com/token';
  const userInfo = 'https://openidconnect.googleapis.com/v1/userinfo';
  const person = { sub: '42', name: 'Ada', picture: 'https://x.test/a.png', email: 'ada@x.test', email_verified: true };

  test('redirects to the provider and reads the user', async () => {
    const config = { ...client, prompts: ['consent', 'select_account'], offlineAccess: true };
    const { uri, query, back } = await visit(google, config, {
      [token]: { body: { access_token: 'at', id_token: 'x', refresh_token: 'rt', expires_in: 3600 } },
      [userInfo]: { body: person },
    });
    expect(uri.origin + uri.pathname).toBe('https://accounts.google.com/o/oauth2/v2/auth');
    expect(query).toEqual({
      client_id: 'client',
      redirect_uri: request.redirectUri,
      response_type: 'code',
      scope: 'openid profile email',
      state: 'some-state',
      prompt: 'consent select_account',
      access_type: 'offline',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    const { rawData, ...info } = await back();
    const avatar = 'https://x.test/a.png';
    expect(info).toEqual({ id: '42', email: 'ada@x.test', isEmailVerified: true, name: 'Ada', avatar });
    expect(rawData).toEqual(person);
    expect(form(provider.calls[0])).toEqual({ ...code, ...post, code_verifier: expect.any(String) });
    expect(provider.calls[1]?.headers.authorization).toBe('Bearer at');
  });

  test('omits an unverified address', async () => {
    const { back } = await visit(google, client, {
      [token]: { body: { access_token: 'at' } },
      [userInfo]: { body: { ...person, email_verified: false } },
    });
    expect((await back()).email).toBeUndefined();
  });

  test('returns tokens that can be stored and refreshed', async () => {
    const { connector } = await visit(google, client, {
      [token]: { body: { access_token: 'at', refresh_token: 'rt', expires_in: 3600, scope: 'openid' } },
      [userInfo]: { body: person },
    });
    const both = await connector.getTokenResponseAndUserInfo?.(
      { code: 'c', redirectUri: 'https://x.test' },
      async () => ({}),
    );
    expect(both?.tokenResponse).toMatchObject({ access_token: 'at', refresh_token: 'rt', expires_in: 3600 });
    await connector.getAccessTokenByRefreshToken?.('rt');
    expect(form(provider.calls.at(-1))).toEqual({ grant_type: 'refresh_token', refresh_token: 'rt', ...post });
  });
});

describe('GitHub', () => {
  const token = 'https://github.com/login/oauth/access_token';
  const user = 'https://api.github.com/user';
  const emails = 'https://api.github.com/user/emails';
  const answers = (list: unknown, status = 200) => ({
    [token]: { body: { access_token: 'at', token_type: 'bearer' } },
    [user]: { body: { id: 7, login: 'ada', name: null, avatar_url: 'https://x.test/a', email: 'public@x.test' } },
    [emails]: { status, body: list },
  });

  test('returns the primary verified address', async () => {
    const { uri, query, back } = await visit(
      github,
      { ...client, scope: 'read:user\nuser:email' },
      answers([
        { email: 'old@x.test', primary: false, verified: true },
        { email: 'ada@x.test', primary: true, verified: true },
      ]),
    );
    expect(uri.origin + uri.pathname).toBe('https://github.com/login/oauth/authorize');
    expect(query).toMatchObject({ client_id: 'client', scope: 'read:user user:email', state: 'some-state' });
    expect(await back()).toMatchObject({ id: '7', name: 'ada', email: 'ada@x.test', avatar: 'https://x.test/a' });
    expect(provider.calls[1]?.headers['user-agent']).toBe('Postern');
  });

  test.each<[string, unknown, number]>([
    ['not verified', [{ email: 'ada@x.test', primary: true, verified: false }], 200],
    ['not readable', { message: 'no' }, 403],
    ['of another shape', { a: 1 }, 200],
  ])('omits an address that is %s', async (_what, list, status) => {
    const { back } = await visit(github, client, answers(list, status));
    expect((await back()).email).toBeUndefined();
  });

  test('treats an error in a 200 as an error', async () => {
    const { back } = await visit(github, client, {
      [token]: { body: { error: 'bad_verification_code', error_description: 'The code passed is incorrect.' } },
    });
    await expect(back()).rejects.toMatchObject({
      code: 'social_auth_code_invalid',
      data: { error: 'bad_verification_code' },
    });
  });
});

describe('Discord', () => {
  const token = 'https://discord.com/api/oauth2/token';
  const me = 'https://discord.com/api/users/@me';
  const user = { id: '9', username: 'ada', global_name: 'Ada L.', avatar: 'hash', email: 'ada@x.test', verified: true };

  test('redirects to the provider and reads the user', async () => {
    const { query, back } = await visit(discord, client, {
      [token]: { body: { access_token: 'at' } },
      [me]: { body: user },
    });
    expect(query).toMatchObject({ scope: 'identify email', response_type: 'code' });
    expect(await back()).toMatchObject({
      id: '9',
      name: 'Ada L.',
      email: 'ada@x.test',
      avatar: 'https://cdn.discordapp.com/avatars/9/hash',
    });
  });

  test('omits an unverified address', async () => {
    const { back } = await visit(discord, client, {
      [token]: { body: { access_token: 'at' } },
      [me]: { body: { ...user, verified: false, avatar: null } },
    });
    expect(await back()).toEqual({ id: '9', name: 'Ada L.', rawData: expect.anything() });
  });
});

describe('Microsoft', () => {
  const graph = 'https://graph.microsoft.com/v1.0/me';
  const user = { id: 'guid', displayName: 'Ada', mail: 'ada@x.test', userPrincipalName: 'ada@x.onmicrosoft.com' };
  const config = (tenantId: string) => ({ ...client, cloudInstance: 'https://login.microsoftonline.com', tenantId });
  const answers = (tenantId: string) => ({
    [`https://login.microsoftonline.com/${tenantId}/oauth2/v2.0/token`]: { body: { access_token: 'at' } },
    [graph]: { body: user },
  });

  test.each<[string, string | undefined]>([
    ['8eaef023-2b34-4da1-9baa-8bc8c9d6a490', 'ada@x.test'],
    ['consumers', 'ada@x.test'],
    // Administrators of other directories can enter any address, so it must not open an account.
    ['common', undefined],
    ['organizations', undefined],
  ])('with the tenant %s the address is %s', async (tenantId, email) => {
    const { uri, query, back } = await visit(azuread, config(tenantId), answers(tenantId));
    expect(uri.pathname).toBe(`/${tenantId}/oauth2/v2.0/authorize`);
    expect(query.scope).toBe('User.Read');
    const info = await back();
    expect([info.id, info.name, info.email]).toEqual(['guid', 'Ada', email]);
  });
});

describe('OAuth 2.0', () => {
  const endpoints = {
    authorizationEndpoint: 'https://idp.test/authorize?fixed=1',
    tokenEndpoint: 'https://idp.test/token',
    userInfoEndpoint: 'https://idp.test/me',
  };
  const me = { body: { data: { uid: 5, mail: 'ada@x.test', full: 'Ada', pic: 'javascript:alert(1)' } } };
  const profileMap = { id: 'data.uid', email: 'data.mail', name: 'data.full', avatar: 'data.pic' };
  const config = { ...client, ...endpoints, profileMap, scope: 'me', customConfig: { tenant: 't', state: 'hostile' } };

  test('reads a query string, maps the profile, and protects its own parameters', async () => {
    const { query, back } = await visit(oauth2, config, {
      [endpoints.tokenEndpoint]: { body: 'access_token=at&expires_in=60' },
      [endpoints.userInfoEndpoint]: me,
    });
    expect(query).toEqual({
      fixed: '1',
      tenant: 't',
      response_type: 'code',
      client_id: 'client',
      scope: 'me',
      redirect_uri: request.redirectUri,
      state: 'some-state',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    expect(await back()).toEqual({
      id: '5',
      email: 'ada@x.test',
      isEmailVerified: false,
      name: 'Ada',
      rawData: me.body,
    });
  });

  test('authenticates with each of the three methods', async () => {
    const answers = { [endpoints.tokenEndpoint]: { body: { access_token: 'at' } }, [endpoints.userInfoEndpoint]: me };
    const json = { ...config, clientSecret: 'se:c ret/ü', tokenEndpointResponseType: 'json' };
    const basic = await visit(oauth2, { ...json, tokenEndpointAuthMethod: 'client_secret_basic' }, answers);
    await basic.back();
    const header = provider.calls[0]?.headers.authorization ?? '';
    expect(Buffer.from(header.slice(6), 'base64').toString()).toBe('client:se%3Ac+ret%2F%C3%BC');
    expect(form(provider.calls[0])).toEqual({ ...code, code_verifier: expect.any(String) });
    await provider.close();

    const jwt = await visit(oauth2, { ...json, tokenEndpointAuthMethod: 'client_secret_jwt' }, answers);
    await jwt.back();
    const assertion = form(provider.calls[0]).client_assertion ?? '';
    const claims = JSON.parse(Buffer.from(assertion.split('.')[1] ?? '', 'base64url').toString());
    expect(claims).toMatchObject({ iss: 'client', sub: 'client', aud: endpoints.tokenEndpoint });
    expect(claims.exp - claims.iat).toBe(60);
    // Only parts of the secret that cannot occur in the random characters of an assertion.
    expect(Object.keys(form(provider.calls[0]))).not.toContain('client_secret');
    expect(decodeURIComponent(provider.calls[0]?.body.replaceAll('+', ' ') ?? '')).not.toMatch(/se:c|ret\/|ü/);
  });

  test('uses PKCE: stores the verifier until the code is redeemed, and it matches the challenge', async () => {
    const answers = { [endpoints.tokenEndpoint]: { body: { access_token: 'at' } }, [endpoints.userInfoEndpoint]: me };
    const { query, back, session } = await visit(oauth2, config, answers);
    await back();
    const { code_verifier: verifier = '' } = form(provider.calls[0]);
    expect(verifier).toBe(session.codeVerifier);
    expect(verifier.length).toBeGreaterThanOrEqual(43);
    expect(createHash('sha256').update(verifier).digest('base64url')).toBe(query.code_challenge);
    await provider.close();
    const off = await visit(oauth2, { ...config, usePkce: false }, answers);
    await off.back();
    expect(off.query).not.toHaveProperty('code_challenge');
    expect(form(provider.calls[0])).not.toHaveProperty('code_verifier');
  });

  test('uses no PKCE if the caller cannot store a session', async () => {
    const { connector } = await visit(oauth2, config, {});
    const uri = await connector.getAuthorizationUri({ ...request, keepsSession: false }, async () => undefined);
    expect(new URL(uri).searchParams.has('code_challenge')).toBe(false);
  });

  test.each<[string, object, object, boolean]>([
    ['the flag is true', { mail: 'a@x.test', email_verified: true }, {}, true],
    ['there is no flag', { mail: 'a@x.test' }, {}, false],
    ['the flag is a text', { mail: 'a@x.test', email_verified: 'true' }, {}, false],
    ['there is only a badge', { mail: 'a@x.test', verified: true }, {}, false],
    [
      'only something inside is verified',
      { mail: 'a@x.test', mails: [{ email: 'a@x.test', verified: true }] },
      {},
      false,
    ],
    ['the named flag is true', { mail: 'a@x.test', sure: true }, { emailVerified: 'sure' }, true],
    [
      'the named flag is a badge beside an explicit false',
      { mail: 'a@x.test', verified: true, email_verified: false },
      { emailVerified: 'verified' },
      false,
    ],
  ])('reads whether an address is verified: %s', async (_what, body, more, isEmailVerified) => {
    const { back } = await visit(
      oauth2,
      { ...config, profileMap: { email: 'mail', ...more } },
      {
        [endpoints.tokenEndpoint]: { body: { access_token: 'at' } },
        [endpoints.userInfoEndpoint]: { body: { id: 1, ...body } },
      },
    );
    expect(await back()).toMatchObject({ email: 'a@x.test', isEmailVerified });
  });

  test.each<[string, string | undefined, boolean]>([
    ['https://idp.test', undefined, true],
    ['https://idp.test/tenant', undefined, true],
    ['https://idp.test.evil.test', undefined, false],
    ['https://accounts.idp.test', 'https://accounts.idp.test', true],
    ['https://idp.test', 'https://accounts.idp.test', false],
  ])('iss %s with the issuer %s set: accepted %s', async (iss, issuer, isAccepted) => {
    const answers = { [endpoints.tokenEndpoint]: { body: { access_token: 'at' } }, [endpoints.userInfoEndpoint]: me };
    const { back } = await visit(oauth2, { ...config, ...(issuer ? { issuer } : {}) }, answers);
    const answer = back({ code: 'the-code', state: request.state, iss });
    await (isAccepted
      ? expect(answer).resolves.toMatchObject({ id: '5' })
      : expect(answer).rejects.toMatchObject({ code: 'authorization_failed', data: { error: 'issuer_mismatch' } }));
    expect(provider.calls).toHaveLength(isAccepted ? 2 : 0);
  });

  test('throws if the path of the id has no value', async () => {
    const { back } = await visit(
      oauth2,
      { ...config, profileMap: { id: 'constructor.name' } },
      {
        [endpoints.tokenEndpoint]: { body: { access_token: 'at' } },
        [endpoints.userInfoEndpoint]: me,
      },
    );
    await expect(back()).rejects.toMatchObject({ code: 'invalid_response' });
  });
});

describe('an invalid callback', () => {
  const token = 'https://discord.com/api/oauth2/token';
  const me = 'https://discord.com/api/users/@me';

  test.each<[string, unknown, string]>([
    ['the person said no', { error: 'access_denied', error_description: 'no' }, 'authorization_failed'],
    ['the state is another one', { code: 'c', state: 'other' }, 'authorization_failed'],
    ['there is no code', { state: 'some-state' }, 'social_auth_code_invalid'],
    ['there is nothing', undefined, 'invalid_request_parameters'],
    ['the state is missing', { code: 'c' }, 'authorization_failed'],
    ['the state is no text', { code: 'c', state: ['some-state'] }, 'authorization_failed'],
    ['the issuer is another one', { code: 'c', state: 'some-state', iss: 'https://evil.test' }, 'authorization_failed'],
    ['the issuer is no text', { code: 'c', state: 'some-state', iss: ['https://discord.com'] }, 'authorization_failed'],
    ['the code is no text', { code: { $ne: 1 }, state: 'some-state' }, 'social_auth_code_invalid'],
  ])('%s', async (_what, data, expected) => {
    const { connector, session } = await visit(discord, client, {});
    await expect(connector.getUserInfo(data, async () => session)).rejects.toMatchObject({ code: expected });
    expect(provider.calls).toEqual([]);
  });

  test.each<[string, Parameters<typeof fakeProvider>[0], string]>([
    ['the code is refused', { [token]: { status: 400, body: { error: 'invalid_grant' } } }, 'social_auth_code_invalid'],
    ['the provider is down', { [token]: { status: 503, body: 'x' } }, 'general'],
    ['the answer is no token', { [token]: { body: '<html>' } }, 'invalid_response'],
    [
      'the token is refused',
      { [token]: { body: { access_token: 'a' } }, [me]: { status: 401 } },
      'social_invalid_access_token',
    ],
    ['the profile is a list', { [token]: { body: { access_token: 'a' } }, [me]: { body: [] } }, 'invalid_response'],
    ['the answer is huge', { [token]: { body: 'x'.repeat(2_000_000) } }, 'invalid_response'],
  ])('%s', async (_what, answers, expected) => {
    const { back } = await visit(discord, client, answers);
    const error = await back().catch((one: unknown) => one);
    expect(error).toMatchObject({ code: expected });
    expect(JSON.stringify(error)).not.toContain('canary');
  });

  test('names the fields of an incomplete config', async () => {
    provider = await fakeProvider({});
    const connector = await discord(optionsFor({ clientId: 'x' }, provider.egress));
    await expect(connector.getAuthorizationUri(request, async () => undefined)).rejects.toMatchObject({
      code: 'invalid_config',
      data: { fields: ['clientSecret'] },
    });
  });
});

describe.each<[string, ConnectorFactory<SocialConnector>, object, string, string]>([
  ['Google', google, {}, 'https://oauth2.googleapis.com/token', 'https://openidconnect.googleapis.com/v1/userinfo'],
  ['GitHub', github, {}, 'https://github.com/login/oauth/access_token', 'https://api.github.com/user'],
  ['Discord', discord, {}, 'https://discord.com/api/oauth2/token', 'https://discord.com/api/users/@me'],
  [
    'Microsoft',
    azuread,
    { tenantId: 'directory', cloudInstance: 'https://login.microsoftonline.com' },
    'https://login.microsoftonline.com/directory/oauth2/v2.0/token',
    'https://graph.microsoft.com/v1.0/me',
  ],
])('PKCE with %s', (_name, factory, more, tokenEndpoint, userEndpoint) => {
  const answers = {
    [tokenEndpoint]: { body: { access_token: 'at' } },
    [userEndpoint]: { body: { id: '1', sub: '1' } },
  };

  test('stores the verifier until the code is redeemed, and it matches the challenge', async () => {
    const { query, back, session } = await visit(factory, { ...client, ...more }, answers);
    await back();
    const { code_verifier: verifier = '' } = form(provider.calls[0]);
    expect(verifier).toBe(session.codeVerifier);
    expect(verifier).toMatch(/^[\w-]{43}$/);
    expect(query).toMatchObject({
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    expect(JSON.stringify(query)).not.toContain(verifier);
  });

  test('is not used if the caller cannot store a session', async () => {
    const { connector } = await visit(factory, { ...client, ...more }, answers);
    const uri = await connector.getAuthorizationUri({ ...request, keepsSession: false }, async () => undefined);
    expect(new URL(uri).searchParams.has('code_challenge')).toBe(false);
  });
});
