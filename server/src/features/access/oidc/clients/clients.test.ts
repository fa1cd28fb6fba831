import { applicationsApi } from '@postern/contracts/access/applications';
import { resourcesApi } from '@postern/contracts/access/resources';
import { rolesApi } from '@postern/contracts/access/roles';
import { signingKeysApi } from '@postern/contracts/access/signing-keys';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { usersApi } from '@postern/contracts/people/users';
import { managementApiIndicator, organizationsResource, supportedLanguages } from '@postern/contracts/wire';
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose';
import { sql } from 'kysely';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient, defaultSecretOf, redirectUri } from '#testing/clients';
import { authorize, type ListeningApp, listeningApp, signInByPassword } from '#testing/flows';
import { createBrowser } from '../../../../platform/testing/browser.ts';
import { listKeys, type PrivateKey, updateKeyValue } from '../keys/keys.store.ts';
import { keyLimits, queueKey } from '../keys/queue-keys.ts';
import { keySealer } from '../keys/seal-keys.ts';

/** What third-party client libraries expect of an OpenID provider. */
let app: ListeningApp;
let token: string;
const ada = { username: 'ada', password: 'correct horse battery' };
const shop = 'https://shop.example/api';
const stock = 'https://stock.example/api';

const issuer = () => `${app.endpoint}/oidc`;
const jwks = async () => (await (await fetch(`${issuer()}/jwks`)).json()) as JSONWebKeySet;
type Discovery = Record<string, string[]> & { issuer: string };
const discovery = async (path = '/oidc/.well-known/openid-configuration') => {
  const answer = await fetch(app.endpoint + path);
  return { status: answer.status, body: (await answer.json()) as Discovery };
};
const setMode = (signInMode: 'SignIn' | 'SignInAndRegister') =>
  app.call(signInExperienceApi.update, { token, body: { signInMode } });

async function createResource(indicator: string, name: string) {
  const { body: resource } = await app.call(resourcesApi.create, { token, body: { name: indicator, indicator } });
  const { body } = await app.call(resourcesApi.createScope, {
    token,
    params: { resourceId: resource.id },
    body: { name },
  });
  return body.id;
}

beforeAll(async () => {
  app = await listeningApp();
  token = await app.managementToken();
  const { body: user } = await app.call(usersApi.create, { token, body: { ...ada, name: 'Ada' } });
  const scopeIds = [await createResource(shop, 'read:shop'), await createResource(stock, 'read:stock')];
  const { body: role } = await app.call(rolesApi.create, {
    token,
    body: { name: 'clerk', description: 'Clerk', type: 'User', scopeIds },
  });
  await app.call(rolesApi.assignUsers, { token, params: { id: role.id }, body: { userIds: [user.id] } });
});
afterAll(() => app.close());

describe('RS256 and ES256', () => {
  test('publishes both keys and announces both algorithms', async () => {
    const { keys } = await jwks();
    expect(keys.map(({ alg }) => alg)).toEqual(['ES256', 'RS256']);
    expect(JSON.stringify(keys)).not.toMatch(/"(d|p|q|companions)":/);
    expect((await discovery()).body.id_token_signing_alg_values_supported).toEqual(['ES256', 'RS256']);
  });

  test('an application chooses the algorithm of its ID tokens; access tokens use that of the tenant', async () => {
    const rsa = await createClient(app, token, {
      type: 'SPA',
      customClientMetadata: { idTokenSignedResponseAlg: 'RS256' },
    });
    const usual = await createClient(app, token, { type: 'SPA' });
    const keys = createLocalJWKSet(await jwks());
    const signIn = (clientId: string) =>
      authorize({ issuer: issuer(), clientId, redirectUri, person: ada, resource: [shop], scope: 'openid read:shop' });
    const [chosen, default_] = [(await signIn(rsa.id)).tokens, (await signIn(usual.id)).tokens];
    expect(decodeProtectedHeader(chosen.id_token ?? '').alg).toBe('RS256');
    expect(decodeProtectedHeader(default_.id_token ?? '').alg).toBe('ES256');
    expect(decodeProtectedHeader(chosen.access_token).alg).toBe('ES256');
    for (const one of [chosen, default_]) {
      await expect(jwtVerify(one.id_token ?? '', keys)).resolves.toBeDefined();
    }
  });

  test('applies the choice at once to an existing application and rejects unknown algorithms', async () => {
    const { id, config } = await createClient(app, token, { type: 'SPA' });
    const change = (alg: string) =>
      app.call(applicationsApi.update, {
        token,
        params: { id },
        body: { customClientMetadata: { idTokenSignedResponseAlg: alg as 'RS256' } },
      });
    expect((await change('none')).status).toBe(400);
    expect((await change('HS256')).status).toBe(400);
    expect((await change('RS256')).body.customClientMetadata).toEqual({ idTokenSignedResponseAlg: 'RS256' });
    const { tokens } = await authorize({ issuer: issuer(), clientId: id, redirectUri, person: ada });
    expect(decodeProtectedHeader(tokens.id_token ?? '').alg).toBe('RS256');
    const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(decodeProtectedHeader(refreshed.id_token ?? '').alg).toBe('RS256');
  });

  test('a rotation replaces both keys and publishes the new companion before it signs', async () => {
    const { id } = await createClient(app, token, {
      type: 'SPA',
      customClientMetadata: { idTokenSignedResponseAlg: 'RS256' },
    });
    const kidOf = async () => {
      const { tokens } = await authorize({ issuer: issuer(), clientId: id, redirectUri, person: ada });
      return decodeProtectedHeader(tokens.id_token ?? '').kid;
    };
    const before = await kidOf();
    const { body } = await app.call(signingKeysApi.rotate, {
      token,
      params: { keyType: 'private-keys' },
      body: { rotationGracePeriod: 3600 },
    });
    const companion = body[0]?.companions?.[0];
    expect(companion).toMatchObject({ algorithm: 'RS256', fingerprint: { sha256: {} } });
    expect((await jwks()).keys.map(({ kid }) => kid)).toEqual(expect.arrayContaining([before, companion?.id]));
    expect(await kidOf()).toBe(before);
    await app.write('default', (db) =>
      sql`update oidc_keys set signs_from = least(signs_from, clock_timestamp())`.execute(db),
    );
    expect(await kidOf()).toBe(companion?.id);
    token = await app.managementToken();
  });

  test('a tenant of an earlier release gets its companion once, on whichever node reads the keys first', async () => {
    await removeCompanions();
    const other = await app.another();
    const read = async (server: typeof other) => {
      const answer = await server.core.inject({ url: '/oidc/jwks', headers: { host: new URL(app.endpoint).host } });
      return (answer.json() as JSONWebKeySet).keys.map(({ kid }) => kid);
    };
    const [one, two] = await Promise.all([read(app), read(other)]);
    // The previous key gets no companion, because it only verifies.
    expect(one).toHaveLength(3);
    expect(two).toEqual(one);
    expect(await read(app)).toEqual(one);
  });

  test('the list of keys includes the companion before anything was signed', async () => {
    await removeCompanions();
    const { body } = await app.call(signingKeysApi.list, { token, params: { keyType: 'private-keys' } });
    expect(body[0]?.companions).toMatchObject([{ algorithm: 'RS256' }]);
  });

  test('a tenant gets 503 while too many others wait for their RSA keys, and its keys afterwards', async () => {
    await removeCompanions();
    const { promise: end, resolve: release } = Promise.withResolvers<void>();
    const others = Array.from({ length: keyLimits.concurrency + keyLimits.maxWaiting }, () => queueKey(() => end));
    const read = () => app.core.inject({ url: '/oidc/jwks', headers: { host: new URL(app.endpoint).host } });
    const refused = await read();
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '2']);
    release();
    await Promise.all(others);
    const answer = await read();
    expect(answer.statusCode).toBe(200);
    expect((answer.json() as JSONWebKeySet).keys.map(({ alg }) => alg)).toContain('RS256');
  });
});

/** As in a tenant of an earlier release. */
async function removeCompanions(): Promise<void> {
  const sealer = keySealer(app.app, 'default');
  await app.write('default', async (db) => {
    for (const { id, kind, value } of await listKeys(db, sealer)) {
      if (kind === 'private') {
        const { companions: _companions, ...key } = value as PrivateKey;
        await updateKeyValue(db, sealer, id, key);
      }
    }
  });
}

describe('discovery', () => {
  test('RFC 8414 §3.1: serves the metadata with the path of the issuer after the well-known part', async () => {
    const { status, body } = await discovery('/.well-known/oauth-authorization-server/oidc');
    expect([status, body.issuer]).toEqual([200, issuer()]);
    expect(body).toEqual((await discovery()).body);
    expect(body).toEqual((await discovery('/oidc/.well-known/oauth-authorization-server')).body);
    const config = await client.discovery(new URL(issuer()), 'demo-app', undefined, undefined, {
      algorithm: 'oauth2',
      execute: [client.allowInsecureRequests],
    });
    expect(config.serverMetadata().issuer).toBe(issuer());
  });

  test('lists the languages of the pages, and prompt values as far as they are supported', async () => {
    const { body } = await discovery();
    expect(body.ui_locales_supported).toEqual(supportedLanguages);
    expect(body.prompt_values_supported).toEqual(['none', 'login', 'consent', 'create']);
    await setMode('SignIn');
    try {
      expect((await discovery()).body.prompt_values_supported).toEqual(['none', 'login', 'consent']);
    } finally {
      await setMode('SignInAndRegister');
    }
  });
});

describe('prompt=create', () => {
  const ask = (clientId: string, more: Record<string, string> = {}) =>
    `${issuer()}/auth?${new URLSearchParams({
      client_id: clientId,
      response_type: 'code',
      redirect_uri: redirectUri,
      scope: 'openid',
      state: 'x',
      prompt: 'create',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
      ...more,
    })}`;
  const until = () => [`${app.endpoint}/register`, `${app.endpoint}/sign-in`, redirectUri];

  test('shows the register page, even if a user is signed in', async () => {
    const { id } = await createClient(app, token, { type: 'SPA' });
    const { browser } = await authorize({ issuer: issuer(), clientId: id, redirectUri, person: ada });
    expect(new URL(await browser.follow(ask(id), until())).pathname).toBe('/register');
  });

  test('returns a code after registration', async () => {
    const { id } = await createClient(app, token, { type: 'SPA' });
    const browser = createBrowser();
    expect(new URL(await browser.follow(ask(id), until())).pathname).toBe('/register');
    const grace = { username: 'grace', password: 'another good secret' };
    const callback = await browser.follow(await signInByPassword(browser, app.endpoint, grace, 'Register'), [
      redirectUri,
    ]);
    expect(new URL(callback).searchParams.get('code')).toBeTruthy();
  });

  test('takes precedence over first_screen=sign_in', async () => {
    const page = await createBrowser().follow(
      ask('demo-app', {
        redirect_uri: `${app.endpoint}/demo-app`,
        first_screen: 'sign_in',
      }),
      until(),
    );
    expect(new URL(page).pathname).toBe('/register');
  });

  test('returns an error to the application if registration is off', async () => {
    const { id } = await createClient(app, token, { type: 'SPA' });
    await setMode('SignIn');
    try {
      const { searchParams } = new URL(await createBrowser().follow(ask(id), until()));
      expect(Object.fromEntries(searchParams)).toMatchObject({
        error: 'invalid_request',
        error_description: 'prompt "create" is not supported because registration is off',
        state: 'x',
      });
    } finally {
      await setMode('SignInAndRegister');
    }
  });
});

describe('a resource in the authorization request only', () => {
  const signIn = async (more: Partial<Parameters<typeof authorize>[0]>, settings = {}) => {
    const { id, secret } = await createClient(app, token, { type: 'Traditional', customClientMetadata: settings });
    return authorize({
      issuer: issuer(),
      clientId: id,
      clientSecret: secret ?? '',
      redirectUri,
      person: ada,
      scope: 'openid read:shop',
      resource: [shop],
      ...more,
    });
  };
  const isJwt = (value: string) => value.split('.').length === 3;

  test('returns a JWT for it at the token endpoint', async () => {
    const { tokens } = await signIn({});
    expect(decodeJwt(tokens.access_token)).toMatchObject({ aud: shop, scope: 'read:shop' });
    const beside = await signIn({ resource: [shop, organizationsResource] });
    expect(decodeJwt(beside.tokens.access_token).aud).toBe(shop);
  });

  test('returns a userinfo token if there are several', async () => {
    const { config, tokens } = await signIn({ resource: [shop, stock] });
    const claims = await client.fetchUserInfo(config, tokens.access_token, client.skipSubjectCheck);
    expect(claims.sub).toBe(tokens.claims()?.sub);
  });

  test('an application with refresh tokens gets a userinfo token first and the JWT by refreshing', async () => {
    const { config, tokens } = await signIn({ scope: 'openid offline_access read:shop' });
    expect(isJwt(tokens.access_token)).toBe(false);
    await client.fetchUserInfo(config, tokens.access_token, client.skipSubjectCheck);
    const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '', { resource: shop });
    expect(decodeJwt(refreshed.access_token).aud).toBe(shop);
    const always = await signIn({ params: { prompt: 'login' } }, { alwaysIssueRefreshToken: true });
    expect(isJwt(always.tokens.access_token)).toBe(false);
  });

  test('the setting of the application overrides this', async () => {
    const scope = 'openid offline_access read:shop';
    const { config, tokens } = await signIn({ scope }, { accessTokenWithoutResource: 'resource' });
    expect(decodeJwt(tokens.access_token).aud).toBe(shop);
    const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(decodeJwt(refreshed.access_token).aud).toBe(shop);
    const opaque = await signIn({}, { accessTokenWithoutResource: 'userinfo' });
    expect(isJwt(opaque.tokens.access_token)).toBe(false);
  });

  test('userinfo rejects a token for an API', async () => {
    const { config, tokens } = await signIn({});
    await expect(client.fetchUserInfo(config, tokens.access_token, client.skipSubjectCheck)).rejects.toThrow();
  });
});

describe('attack 37: CORS with credentials', () => {
  const spaOrigin = 'https://spa.example';
  const corsOrigin = 'https://tools.example';
  let spa: string;
  let native: string;

  beforeAll(async () => {
    const create = async (type: 'SPA' | 'Native', redirectUris: string[], corsAllowedOrigins: string[]) =>
      (
        await app.call(applicationsApi.create, {
          token,
          body: {
            name: type,
            type,
            oidcClientMetadata: { redirectUris, postLogoutRedirectUris: [] },
            customClientMetadata: { corsAllowedOrigins },
          },
        })
      ).body.id;
    spa = await create('SPA', [`${spaOrigin}/callback`], [corsOrigin]);
    native = await create('Native', ['com.example.app://callback', 'https://native.example/callback'], []);
  });

  const headersOf = ({ headers }: Response) => [
    headers.get('access-control-allow-origin'),
    headers.get('access-control-allow-credentials'),
  ];
  const post = async (path: string, origin: string, clientId: string) =>
    headersOf(
      await fetch(`${issuer()}${path}`, {
        method: 'POST',
        headers: { origin },
        body: new URLSearchParams({ client_id: clientId, grant_type: 'refresh_token', refresh_token: 'x', token: 'x' }),
      }),
    );
  const preflight = async (path: string, origin: string) =>
    headersOf(
      await fetch(`${issuer()}${path}`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
      }),
    );

  test.each(['/token', '/token/revocation'])(
    '%s allows them for registered origins of the application',
    async (path) => {
      expect(await post(path, spaOrigin, spa)).toEqual([spaOrigin, 'true']);
      expect(await post(path, corsOrigin, spa)).toEqual([corsOrigin, 'true']);
    },
  );

  test('rejects other origins, other applications, native addresses and pages without an origin', async () => {
    expect(await post('/token', 'https://evil.example', spa)).toEqual([null, null]);
    expect(await post('/token', spaOrigin, native)).toEqual([null, null]);
    expect(await post('/token', 'https://native.example', native)).toEqual(['https://native.example', null]);
    expect(await post('/token', 'null', native)).toEqual([null, null]);
    expect((await post('/token', spaOrigin, 'nobody'))[1]).toBeNull();
  });

  test('the API reference on the admin origin gets tokens of machines, without credentials', async () => {
    const create = (type: 'MachineToMachine' | 'Traditional') =>
      app.call(applicationsApi.create, {
        token,
        body: {
          name: type,
          type,
          oidcClientMetadata: { redirectUris: ['https://web.example/callback'], postLogoutRedirectUris: [] },
        },
      });
    const { adminEndpoint } = app.app.config;
    const ask = async (origin: string, { id }: { id: string }, grant: string) =>
      fetch(`${issuer()}/token`, {
        method: 'POST',
        headers: { origin },
        body: new URLSearchParams({
          grant_type: grant,
          client_id: id,
          client_secret: await defaultSecretOf(app, token, id),
          refresh_token: 'x',
          resource: managementApiIndicator('default'),
        }),
      });
    const machine = (await create('MachineToMachine')).body;
    const answer = await ask(adminEndpoint, machine, 'client_credentials');
    expect([answer.status, ...headersOf(answer)]).toEqual([200, adminEndpoint, null]);
    expect(headersOf(await ask('https://evil.example', machine, 'client_credentials'))).toEqual([null, null]);
    const web = (await create('Traditional')).body;
    expect(headersOf(await ask(adminEndpoint, web, 'refresh_token'))).toEqual([null, null]);
    expect(await post('/token', adminEndpoint, spa)).toEqual([null, null]);
  });

  test('userinfo allows them for the application of the token', async () => {
    const { id } = await createClient(app, token, {
      type: 'SPA',
      customClientMetadata: { corsAllowedOrigins: ['https://mine.example'] },
    });
    const { tokens } = await authorize({ issuer: issuer(), clientId: id, redirectUri, person: ada });
    const ask = async (origin: string) =>
      headersOf(await fetch(`${issuer()}/me`, { headers: { origin, authorization: `Bearer ${tokens.access_token}` } }));
    expect(await ask('https://mine.example')).toEqual(['https://mine.example', 'true']);
    expect(await ask(spaOrigin)).toEqual([null, null]);
  });

  test.each(['/token', '/me', '/token/revocation'])(
    'a preflight at %s allows them for registered origins',
    async (path) => {
      expect(await preflight(path, spaOrigin)).toEqual([spaOrigin, 'true']);
      expect(await preflight(path, corsOrigin)).toEqual([corsOrigin, 'true']);
      for (const origin of ['https://evil.example', 'https://native.example', 'null']) {
        expect((await preflight(path, origin))[1]).toBeNull();
      }
    },
  );

  test('public documents do not allow them', async () => {
    for (const path of ['/jwks', '/.well-known/openid-configuration']) {
      expect(headersOf(await fetch(`${issuer()}${path}`, { headers: { origin: spaOrigin } }))).toEqual(['*', null]);
    }
  });
});

describe('errors', () => {
  const redeem = async (query = '') => {
    const answer = await fetch(`${issuer()}/token${query}`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: 'demo-app',
        code: 'x',
        redirect_uri: `${app.endpoint}/demo-app`,
      }),
    });
    return (await answer.json()) as Record<string, string>;
  };

  test('contain no URL of another site and explain the problem', async () => {
    for (const body of [await redeem(), await redeem('?parse_error=false')]) {
      expect(body.error).toBe('invalid_grant');
      expect(body).not.toHaveProperty('error_uri');
      expect(JSON.stringify(body)).not.toContain('http');
      expect(body.error_description).toBe(
        'The code or token is unknown, expired, already used, or belongs to another application or redirect URI.',
      );
    }
  });

  test('sent to the redirect URI have a plain description', async () => {
    const query = new URLSearchParams({
      client_id: 'demo-app',
      response_type: 'code',
      redirect_uri: `${app.endpoint}/demo-app`,
      scope: 'openid',
      prompt: 'none',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    });
    const end = await createBrowser().follow(`${issuer()}/auth?${query}`, [`${app.endpoint}/demo-app`]);
    expect(Object.fromEntries(new URL(end).searchParams)).toMatchObject({
      error: 'login_required',
      error_description: 'The user must sign in.',
    });
  });
});

test('the secret that an application gets when it is created works at the token endpoint', async () => {
  for (const type of ['MachineToMachine', 'Traditional'] as const) {
    const { body } = await app.call(applicationsApi.create, {
      token,
      body: {
        name: 'New',
        type,
        oidcClientMetadata: { redirectUris: [redirectUri], postLogoutRedirectUris: [] },
      },
    });
    const answer = await fetch(`${issuer()}/token/introspection`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${body.id}:${await defaultSecretOf(app, token, body.id)}`).toString('base64')}`,
      },
      body: new URLSearchParams({ token: 'x' }),
    });
    expect([answer.status, await answer.json()]).toEqual([200, { active: false }]);
  }
  const { body } = await app.call(applicationsApi.create, { token, body: { name: 'Robot', type: 'MachineToMachine' } });
  const secret = await defaultSecretOf(app, token, body.id);
  const config = await client.discovery(new URL(issuer()), body.id, secret, undefined, {
    execute: [client.allowInsecureRequests],
  });
  const granted = await client.clientCredentialsGrant(config, { resource: shop });
  expect(decodeJwt(granted.access_token).sub).toBe(body.id);
});

test('client credentials without a granted scope return no scope; scopes keep the requested order (observed 2, row 19)', async () => {
  const machine = await createClient(app, token, { type: 'MachineToMachine' });
  const ask = (scope?: string) =>
    client.clientCredentialsGrant(machine.config, { resource: shop, ...(scope ? { scope } : {}) });
  for (const answer of [await ask(), await ask('read:shop nothing')]) {
    expect([answer.scope, decodeJwt(answer.access_token).scope]).toEqual([undefined, undefined]);
  }
  const { body: resources } = await app.call(resourcesApi.list, { token });
  const resourceId = resources.find(({ indicator }) => indicator === shop)?.id ?? '';
  const names = ['a', 'b', 'c'];
  const scopeIds = await Promise.all(
    names.map(
      async (name) =>
        (await app.call(resourcesApi.createScope, { token, params: { resourceId }, body: { name } })).body.id,
    ),
  );
  const { body: role } = await app.call(rolesApi.create, {
    token,
    body: { name: 'robot', description: 'Robot', type: 'MachineToMachine', scopeIds },
  });
  await app.call(rolesApi.assignApplications, {
    token,
    params: { id: role.id },
    body: { applicationIds: [machine.id] },
  });
  const ordered = await ask('c a nothing b');
  expect([ordered.scope, decodeJwt(ordered.access_token).scope]).toEqual(['c a b', 'c a b']);
});
