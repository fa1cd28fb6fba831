import { createHash } from 'node:crypto';
import { applicationsApi, type CreateApplication } from '@postern/contracts/access/applications';
import { usersApi } from '@postern/contracts/people/users';
import { managementApiIndicator } from '@postern/contracts/wire';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBrowser } from '#platform/testing/browser';
import { createClient, redirectUri, type TestClient } from '#testing/clients';
import { type ListeningApp, listeningApp, signInByPassword } from '#testing/flows';
import type { Running } from '../../../app.ts';

/** Requests that an attacker changes, repeats or sends to two nodes at once. */
let app: ListeningApp;
let nodes: Running[];
let token: string;
let cookie: string;
let web: TestClient;
let spa: TestClient;
let mine: Keyed;
let theirs: Keyed;
const ada = { username: 'ada', password: 'correct horse battery' };
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const evil = 'https://evil.example';

type Key = { privateKey: CryptoKey; jwk: JWK };
type Keyed = Key & { id: string };
type Form = Record<string, string>;

async function newKey(): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  return { privateKey, jwk: await exportJWK(publicKey) };
}

async function createKeyed(): Promise<Keyed> {
  const key = await newKey();
  const customClientMetadata = { jwks: { keys: [key.jwk] } } as CreateApplication['customClientMetadata'];
  return { ...key, id: (await createClient(app, token, { type: 'Traditional', customClientMetadata })).id };
}

beforeAll(async () => {
  app = await listeningApp();
  nodes = [app, await app.another()];
  token = await app.managementToken();
  await app.call(usersApi.create, { token, body: ada });
  web = await createClient(app, token, { type: 'Traditional' });
  spa = await createClient(app, token, { type: 'SPA' });
  mine = await createKeyed();
  theirs = await createKeyed();
  const browser = createBrowser();
  await browser.follow(`${issuer()}/auth?${new URLSearchParams(request(web.id))}`, [`${app.endpoint}/sign-in`]);
  await browser.follow(await signInByPassword(browser, app.endpoint, ada), [redirectUri]);
  cookie = [...(browser.cookies.get(host()) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
});
afterAll(() => app.close());

const host = () => new URL(app.endpoint).host;
const issuer = () => `${app.endpoint}/oidc`;
const now = () => Math.floor(Date.now() / 1000);
const basic = ({ id, secret }: TestClient) => ({ authorization: `Basic ${btoa(`${id}:${secret}`)}` });

const request = (id: string, more: Form = {}): Form => ({
  client_id: id,
  response_type: 'code',
  redirect_uri: redirectUri,
  scope: 'openid',
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
  ...more,
});

async function send(method: 'GET' | 'POST', url: string, form?: Form, headers: Form = {}, node = nodes[0]) {
  const answer = await node?.core.inject({
    method,
    url,
    headers: {
      host: host(),
      ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      ...headers,
    },
    ...(form ? { payload: new URLSearchParams(form).toString() } : {}),
  });
  const isJson = String(answer?.headers['content-type']).includes('json');
  return {
    status: answer?.statusCode,
    text: answer?.payload ?? '',
    body: isJson ? answer?.json() : {},
    location: String(answer?.headers.location ?? ''),
  };
}
const post = (path: string, form: Form, headers?: Form, node?: Running) =>
  send('POST', `/oidc${path}`, form, headers, node);

/** Sends the same request four times at once, to both nodes in turn. */
const fourTimes = <T>(work: (node: Running | undefined) => Promise<T>) =>
  Promise.all([0, 1, 0, 1].map((node) => work(nodes[node])));

/** Where an authorization request of the signed-in browser ends: a path of ours, or the application with its answer. */
async function land(query: Form | string, node?: Running) {
  const headers = { accept: 'text/html', cookie };
  const { location } = await send('GET', `/oidc/auth?${new URLSearchParams(query)}`, undefined, headers, node);
  const { origin, pathname, searchParams } = new URL(location, app.endpoint);
  const answer = searchParams.get('error') ?? (searchParams.has('code') ? 'code' : searchParams.get('code'));
  return origin === app.endpoint
    ? `${pathname} ${searchParams.get('code') ?? ''}`.trim()
    : `${origin}${pathname} ${answer}`;
}
const atApplication = (answer: string) => `${redirectUri} ${answer}`;

const sign = (claims: object, key: Key = mine, header: object = {}) =>
  new SignJWT({ ...claims }).setProtectedHeader({ alg: 'ES256', ...header }).sign(key.privateKey);

describe('a signed authorization request', () => {
  const claims = (more: object = {}) => ({
    iss: mine.id,
    aud: issuer(),
    exp: now() + 60,
    ...request(mine.id, { prompt: 'login' }),
    ...more,
  });

  test('counts alone: parameters beside it change nothing', async () => {
    const beside = { redirect_uri: evil, scope: 'openid email', prompt: 'none', state: 'x' };
    expect(await land({ client_id: mine.id, request: await sign(claims()), ...beside })).toBe('/sign-in');
    expect(await land({ client_id: mine.id, request: await sign(claims({ iss: 'x' })), redirect_uri: evil })).toBe(
      '/error oidc.invalid_redirect_uri',
    );
  });

  test.each<[string, () => Promise<string> | string]>([
    ['with the key of another application', () => sign(claims(), theirs)],
    ['with a key in its header', () => sign(claims(), theirs, { jwk: theirs.jwk })],
    ['with the address of a key in its header', () => sign(claims(), theirs, { jku: `${evil}/jwks` })],
    ['without a signature', () => new UnsecuredJWT(claims()).encode()],
    ['with a public key as secret', () => signHmac(claims(), JSON.stringify(mine.jwk))],
    ['by another issuer', () => sign(claims({ iss: theirs.id }))],
    ['for another audience', () => sign(claims({ aud: `${evil}/oidc` }))],
    ['without an audience', () => sign(claims({ aud: undefined }))],
    ['after its end', () => sign(claims({ exp: now() - 60 }))],
    ['with a request in it', () => sign(claims({ request: 'x' }))],
    ['with the address of a request in it', () => sign(claims({ request_uri: evil }))],
    ['of another application', () => sign(claims({ client_id: theirs.id }))],
  ])('is refused %s', async (_name, make) => {
    expect(await land({ client_id: mine.id, request: await make() })).toBe(atApplication('invalid_request_object'));
  });

  test('with values that have no text is refused without a server error, whoever sends it', async () => {
    const before = app.logs.length;
    for (const odd of [
      { state: { toString: 1 } },
      { resource: { toString: 1 } },
      { nonce: { valueOf: 1, toString: 1 } },
    ]) {
      const unsigned = `${new UnsecuredJWT(odd).encode()}x`;
      expect(await land({ ...request(spa.id), request: unsigned })).toBe('/error oidc.invalid_request');
      expect(await post('/request', { ...request(web.id), request: unsigned }, basic(web))).toMatchObject({
        status: 400,
        body: { error: 'invalid_request' },
      });
    }
    expect(app.logs.slice(before).filter((line) => line.includes('engine failed'))).toEqual([]);
  });
});

describe('a pushed authorization request', () => {
  const push = async (more: Form = {}) => (await post('/request', request(web.id, more), basic(web))).body.request_uri;

  test('gives one code, also to two nodes at once', async () => {
    const uri = await push();
    const answers = await fourTimes((node) => land({ client_id: web.id, request_uri: uri }, node));
    const refused = atApplication('invalid_request_uri');
    expect(answers.toSorted()).toEqual([atApplication('code'), refused, refused, refused]);
    expect(await land({ client_id: web.id, request_uri: uri })).toBe(refused);
  });

  test('counts alone, belongs to its application, and loses a redirect URI that is removed', async () => {
    const uri = await push({ prompt: 'login' });
    expect(await land({ client_id: web.id, request_uri: uri, prompt: 'none', redirect_uri: evil })).toBe('/sign-in');
    expect(await land({ client_id: spa.id, request_uri: uri })).toBe(atApplication('invalid_request_object'));
    const move = (address: string) =>
      app.call(applicationsApi.update, {
        token,
        params: { id: web.id },
        body: { oidcClientMetadata: { redirectUris: [address], postLogoutRedirectUris: [] } },
      });
    await move('http://localhost:9/other');
    expect(await land({ client_id: web.id, request_uri: uri })).toBe('/error oidc.invalid_redirect_uri');
    await move(redirectUri);
  });

  test('is refused for another application, with a reference in it, and for an address that is not registered', async () => {
    const uri = await push();
    for (const [form, error] of [
      [{ client_id: spa.id }, 'invalid_request'],
      [{ request_uri: uri }, 'request_uri_not_supported'],
      [{ redirect_uri: evil }, 'invalid_request'],
    ] as const) {
      const { status, body } = await post('/request', { ...request(web.id), ...form }, basic(web));
      expect([status, body.error]).toEqual([400, error]);
    }
  });
});

function signHmac(claims: object, secret: string) {
  return new SignJWT({ ...claims }).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(secret));
}

describe('the assertion of an application', () => {
  const claims = (more: object = {}) => ({
    iss: mine.id,
    sub: mine.id,
    aud: issuer(),
    exp: now() + 60,
    jti: crypto.randomUUID(),
    ...more,
  });
  const withAssertion = (assertion: string): Form => ({
    client_id: mine.id,
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertion,
  });
  const introspect = async (assertion: string, node?: Running) => {
    const { status, body } = await post('/token/introspection', { token: 'x', ...withAssertion(assertion) }, {}, node);
    return `${status} ${body.error ?? 'accepted'}`;
  };

  test('counts once, also on two nodes at once and at different endpoints', async () => {
    const assertion = await sign(claims());
    const refused = '401 invalid_client';
    expect((await fourTimes((node) => introspect(assertion, node))).toSorted()).toEqual([
      '200 accepted',
      refused,
      refused,
      refused,
    ]);
    const again = await post('/request', { ...request(mine.id), ...withAssertion(assertion) });
    expect([again.status, again.body.error]).toEqual([401, 'invalid_client']);
  });

  test.each<[string, () => Promise<string> | string]>([
    ['for another server', () => sign(claims({ aud: `${evil}/oidc` }))],
    ['for the console', () => sign(claims({ aud: `${app.adminEndpoint}/oidc` }))],
    ['without an audience', () => sign(claims({ aud: undefined }))],
    ['of another issuer', () => sign(claims({ iss: theirs.id }))],
    ['without an end', () => sign(claims({ exp: undefined }))],
    ['with an end in a million years', () => sign(claims({ exp: 1e15 }))],
    ['without an ID', () => sign(claims({ jti: undefined }))],
    ['with an object as ID', () => sign(claims({ jti: {} }))],
    ['with another key', () => sign(claims(), theirs)],
    ['with a key in its header', () => sign(claims(), theirs, { jwk: theirs.jwk })],
    ['with the address of a key in its header', () => sign(claims(), theirs, { jku: `${evil}/jwks`, x5u: evil })],
    ['with a path as key ID', () => sign(claims(), mine, { kid: '../../../dev/null' })],
    ['with a public key as secret', () => signHmac(claims(), JSON.stringify(mine.jwk))],
    ['without a signature', () => new UnsecuredJWT(claims()).encode()],
  ])('is refused %s', async (_name, make) => {
    expect(await introspect(await make())).toBe('401 invalid_client');
  });

  test('of a secret is refused', async () => {
    const own = {
      client_id: web.id,
      client_assertion: await signHmac(claims({ iss: web.id, sub: web.id }), `${web.secret}`),
    };
    const { status, body } = await post('/token/introspection', { token: 'x', ...withAssertion('x'), ...own });
    expect([status, body.error]).toEqual([401, 'invalid_client']);
  });
});

describe('a proof of a key (DPoP)', () => {
  let key: Key;
  beforeAll(async () => {
    key = await newKey();
  });
  const prove = (claims: object, by = key, header: object = {}) =>
    sign({ jti: crypto.randomUUID(), iat: now(), ...claims }, by, { typ: 'dpop+jwt', jwk: by.jwk, ...header });
  const ath = (bearer: string) => createHash('sha256').update(bearer).digest('base64url');
  const forToken = (more: object = {}) => ({ htm: 'POST', htu: `${issuer()}/token`, ...more });

  async function codeForm(): Promise<Form> {
    const query = new URLSearchParams(request(spa.id, { scope: 'openid offline_access', prompt: 'consent' }));
    const { location } = await send('GET', `/oidc/auth?${query}`, undefined, { cookie });
    return {
      grant_type: 'authorization_code',
      client_id: spa.id,
      redirect_uri: redirectUri,
      code: new URL(location).searchParams.get('code') ?? '',
      code_verifier: verifier,
    };
  }

  test('for another address, method or time, with a nonce of somebody else, or with a private key gives no tokens', async () => {
    const form = await codeForm();
    const address = `${issuer()}/token`;
    const proofs = [
      ...[
        { htu: address.replace('/token', '/TOKEN') },
        { htu: `${address}/` },
        { htu: 'http://localhost/oidc/token' },
        { htu: address.replace('http:', 'https:') },
        { htu: `${app.adminEndpoint}/oidc/token` },
        { htm: 'post' },
        { nonce: 'of-another-server' },
        { jti: 1 },
        { iat: now() - 600 },
        { iat: now() + 600 },
      ].map((wrong) => prove(forToken(wrong))),
      prove(forToken(), key, { typ: 'jwt' }),
      exportJWK(key.privateKey).then((jwk) => prove(forToken(), key, { jwk })),
      prove(forToken(), key, { jwk: mine.jwk }),
    ];
    for (const dpop of await Promise.all(proofs)) {
      const { status, body } = await post('/token', form, { dpop });
      expect([status, body.error]).toEqual([400, 'invalid_dpop_proof']);
    }
    // None of them has used the code. Query and fragment of the address do not count.
    const dpop = await prove(forToken({ htu: `${address}?x=1#y` }));
    expect((await post('/token', form, { dpop })).body.token_type).toBe('DPoP');
  });

  test('counts once, also on two nodes at once', async () => {
    const dpop = await prove(forToken());
    const forms = [await codeForm(), await codeForm(), await codeForm(), await codeForm()];
    const answers = await Promise.all(forms.map((form, at) => post('/token', form, { dpop }, nodes[at % 2])));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400]);
  });

  test('is needed with every token that is bound to it, in the grace period too', async () => {
    const { body: tokens } = await post('/token', await codeForm(), { dpop: await prove(forToken()) });
    const { access_token: bound, refresh_token } = tokens;
    for (const path of ['/oidc/me', '/api/my-account']) {
      const status = async (scheme: string, proof?: object, by = key) =>
        (
          await send('GET', path, undefined, {
            authorization: `${scheme} ${bound}`,
            ...(proof ? { dpop: await prove(proof, by) } : {}),
          })
        ).status;
      const right = { htm: 'GET', htu: `${app.endpoint}${path}`, ath: ath(bound) };
      expect([path, await status('Bearer')]).toEqual([path, 401]);
      expect([path, await status('Bearer', right)]).toEqual([path, path === '/oidc/me' ? 400 : 401]);
      for (const wrong of [
        { ...right, ath: undefined },
        { ...right, htu: `${app.adminEndpoint}${path}` },
        { ...right, htu: `${app.endpoint}${path}/` },
      ]) {
        expect([path, await status('DPoP', wrong)]).toEqual([path, 401]);
      }
      expect([path, await status('DPoP', right, mine)]).toEqual([path, 401]);
      // The account center is off.
      expect([path, await status('DPoP', right)]).toEqual([path, path === '/oidc/me' ? 200 : 400]);
      expect((await send('GET', path, undefined, { authorization: `Bearer ${refresh_token}` })).status).toBe(401);
    }
    const refresh = async (dpop?: string) => {
      const form = { grant_type: 'refresh_token', client_id: spa.id, refresh_token };
      return (await post('/token', form, dpop === undefined ? {} : { dpop })).body.error ?? 'tokens';
    };
    for (const _time of ['first', 'within the grace period']) {
      expect(await refresh()).toBe('invalid_grant');
      expect(await refresh(await prove(forToken(), mine))).toBe('invalid_grant');
      expect(await refresh(await prove(forToken()))).toBe('tokens');
    }
  });

  test('opens a stream of changes that goes on when rights are checked, and ends with its application', async () => {
    const customClientMetadata = { isDpopRequired: true };
    const machine = await createClient(app, token, { type: 'MachineToMachine', customClientMetadata });
    await app.call(applicationsApi.update, { token, params: { id: machine.id }, body: { isAdmin: true } });
    const form = { grant_type: 'client_credentials', resource: managementApiIndicator('default'), scope: 'all' };
    const dpop = await prove(forToken());
    const bound = (await post('/token', form, { ...basic(machine), dpop })).body.access_token;
    const address = `${app.endpoint}/api/changes`;
    const stream = await fetch(address, {
      headers: {
        authorization: `DPoP ${bound}`,
        dpop: await prove({ htm: 'GET', htu: address, ath: ath(bound) }),
      },
    });
    expect(stream.status).toBe(200);
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    async function readTo(part: string): Promise<boolean> {
      while (!text.includes(part)) {
        const { value, done } = (await reader?.read()) ?? { done: true };
        if (done) {
          return false;
        }
        text += value;
      }
      return true;
    }
    for (const name of ['first', 'second']) {
      const spare = await createClient(app, token, { type: 'MachineToMachine', name });
      await app.call(applicationsApi.remove, { token, params: { id: spare.id } });
      await app.worker.drain();
      expect([name, await readTo(spare.id)]).toEqual([name, true]);
    }
    await app.call(applicationsApi.remove, { token, params: { id: machine.id } });
    await app.worker.drain();
    expect(await readTo('no such text')).toBe(false);
  });
});

describe('the redirect URI of an app on a device', () => {
  let native: string;
  beforeAll(async () => {
    const redirectUris = ['http://127.0.0.1/cb', 'http://[::1]/cb', 'com.example.app:/cb'];
    const body = {
      name: 'App',
      type: 'Native' as const,
      oidcClientMetadata: { redirectUris, postLogoutRedirectUris: [] },
    };
    native = (await app.call(applicationsApi.create, { token, body })).body.id;
  });

  test('may have any port of the device, and nothing else may differ', async () => {
    for (const uri of ['http://127.0.0.1:1234/cb', 'http://[::1]:8/cb', 'com.example.app:/cb']) {
      const { location } = await send(
        'GET',
        `/oidc/auth?${new URLSearchParams(request(native, { redirect_uri: uri }))}`,
        undefined,
        { cookie },
      );
      expect(location).toMatch(`${uri}?code=`);
    }
    for (const uri of [
      'http://127.0.0.1:1234@evil.example/cb',
      'http://127.0.0.1:1\\@evil.example/cb',
      'http://user@127.0.0.1:1/cb',
      'http://127.0.0.1:99999/cb',
      'http://127.0.0.1:1/cb/../x',
      'http://127.0.0.1:1/cb?x=1',
      'http://127.0.0.1:1/cb#x',
      'http://127.0.0.1.:1/cb',
      'http://127.1:1/cb',
      'http://0x7f.1:1/cb',
      'http://localhost:1/cb',
      'https://127.0.0.1:1/cb',
      'http:/127.0.0.1/cb',
      ' http://127.0.0.1:1/cb',
      'http://127.0.0.1\t:1/cb',
      'http://[0:0:0:0:0:0:0:1]:8/cb',
      'com.example.app://cb',
      'COM.EXAMPLE.APP:/cb',
      'com.example.app:/cb#x',
    ]) {
      expect([uri, await land(request(native, { redirect_uri: uri }))]).toEqual([
        uri,
        '/error oidc.invalid_redirect_uri',
      ]);
    }
  });
});

test('parameters that are repeated or contradict each other are refused', async () => {
  const query = new URLSearchParams(request(web.id));
  for (const name of [
    'state',
    'scope',
    'redirect_uri',
    'prompt',
    'nonce',
    'login_hint',
    'response_mode',
    'first_screen',
  ]) {
    expect([name, await land(`${query}&${name}=openid&${name}=openid`)]).toEqual([
      name,
      atApplication('invalid_request'),
    ]);
  }
  expect(await land(`${query}&client_id=${spa.id}`)).toBe('/error oidc.invalid_request');
  for (const prompt of ['none login', 'consent none', 'none ', 'NONE', 'select_account', 'toString']) {
    expect([prompt, await land(request(web.id, { prompt }))]).toEqual([prompt, atApplication('invalid_request')]);
  }
});

test('an ID token of another application, an access token and an unsigned one are no hint', async () => {
  const code = new URL(
    (await send('GET', `/oidc/auth?${new URLSearchParams(request(web.id))}`, undefined, { cookie })).location,
  );
  const { body } = await post(
    '/token',
    {
      grant_type: 'authorization_code',
      redirect_uri: redirectUri,
      code: code.searchParams.get('code') ?? '',
      code_verifier: verifier,
    },
    basic(web),
  );
  const hinted = (id: string, hint: string) => land(request(id, { id_token_hint: hint, prompt: 'none' }));
  expect(await hinted(web.id, body.id_token)).toBe(atApplication('code'));
  const unsigned = new UnsecuredJWT({ sub: 'x', aud: web.id, iss: issuer(), iat: 1, exp: now() + 60 }).encode();
  for (const [id, hint] of [
    [spa.id, body.id_token],
    [web.id, token],
    [web.id, unsigned],
  ]) {
    expect(await hinted(id, hint)).toBe(atApplication('invalid_request'));
  }
});

test('a page that posts the answer shows a hostile state as text, and a signed answer contains it', async () => {
  const state = '"><script>alert(1)</script>';
  const answer = (response_mode: string) =>
    send(
      'GET',
      `/oidc/auth?${new URLSearchParams(request(web.id, { response_mode, state, prompt: 'none' }))}`,
      undefined,
      { cookie },
    );
  const page = (await answer('form_post')).text;
  expect(page).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
  expect(page).not.toContain(state);
  expect((await answer('form_post.jwt')).text).not.toContain(state);
  for (const mode of ['JWT', 'query.jwt.jwt', 'jwt jwt', 'web_message']) {
    expect((await answer(mode)).location).toContain('error=unsupported_response_mode');
  }
});
