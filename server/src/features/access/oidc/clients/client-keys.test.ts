import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { applicationsApi, type CreateApplication } from '@postern/contracts/access/applications';
import { usersApi } from '@postern/contracts/people/users';
import { managementApiIndicator } from '@postern/contracts/wire';
import { type CryptoKey, createRemoteJWKSet, exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createClient, defaultSecretOf, redirectUri } from '#testing/clients';
import { type ListeningApp, listeningApp, signInByPassword } from '#testing/flows';
import { createBrowser } from '../../../../platform/testing/browser.ts';

let app: ListeningApp;
let token: string;
const ada = { username: 'ada', password: 'correct horse battery' };

beforeAll(async () => {
  app = await listeningApp({ ALLOW_PRIVATE_EGRESS: 'true' });
  token = await app.managementToken();
  await app.call(usersApi.create, { token, body: ada });
});
afterAll(() => app.close());

type Custom = NonNullable<CreateApplication['customClientMetadata']>;

const create = (type: CreateApplication['type'], customClientMetadata: Custom) =>
  app.call(applicationsApi.create, {
    token,
    body: {
      name: 'With keys',
      type,
      ...(type === 'MachineToMachine'
        ? {}
        : { oidcClientMetadata: { redirectUris: [redirectUri], postLogoutRedirectUris: [] } }),
      customClientMetadata,
    },
  });

async function newKey() {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = (await exportJWK(publicKey)) as { kty: 'EC'; crv: 'P-256'; x: string; y: string };
  return { privateKey, jwk, full: await exportJWK(privateKey) };
}

const ask = (form: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${app.endpoint}/oidc/token`, { method: 'POST', headers, body: new URLSearchParams(form) });

const machineForm = () => ({
  grant_type: 'client_credentials',
  resource: managementApiIndicator('default'),
  scope: 'all',
});

async function assertionOf(id: string, key: CryptoKey, claims: Record<string, unknown> = {}) {
  const assertion = await new SignJWT({ jti: crypto.randomUUID(), ...claims })
    .setProtectedHeader({ alg: 'ES256' })
    .setIssuer(id)
    .setSubject(id)
    .setAudience(`${app.endpoint}/oidc`)
    .setIssuedAt()
    .setExpirationTime('1 minute')
    .sign(key);
  return {
    client_id: id,
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertion,
  };
}

describe('an application with keys', () => {
  test('authenticates with an assertion, once, and no longer with its secret', async () => {
    const { privateKey, jwk } = await newKey();
    const { body: machine } = await create('MachineToMachine', { jwks: { keys: [jwk] } });
    const assertion = await assertionOf(machine.id, privateKey);
    expect((await ask({ ...machineForm(), ...assertion })).status).toBe(200);
    const again = await ask({ ...machineForm(), ...assertion });
    expect([again.status, await again.json()]).toMatchObject([401, { error: 'invalid_client' }]);
    const secret = await defaultSecretOf(app, token, machine.id);
    const authorization = `Basic ${btoa(`${machine.id}:${secret}`)}`;
    expect((await ask(machineForm(), { authorization })).status).toBe(401);
    const body = { client_id: machine.id, client_secret: secret };
    expect((await ask({ ...machineForm(), ...body })).status).toBe(401);
  });

  test('is refused with the key of another application, and after its key was replaced', async () => {
    const [mine, theirs] = [await newKey(), await newKey()];
    const { body: machine } = await create('MachineToMachine', { jwks: { keys: [mine.jwk] } });
    await create('MachineToMachine', { jwks: { keys: [theirs.jwk] } });
    const status = async (key: CryptoKey) =>
      (await ask({ ...machineForm(), ...(await assertionOf(machine.id, key)) })).status;
    expect(await status(theirs.privateKey)).toBe(401);
    expect(await status(mine.privateKey)).toBe(200);
    const next = await newKey();
    const customClientMetadata = { jwks: { keys: [next.jwk] } };
    await app.call(applicationsApi.update, { token, params: { id: machine.id }, body: { customClientMetadata } });
    expect(await status(mine.privateKey)).toBe(401);
    expect(await status(next.privateKey)).toBe(200);
    await app.call(applicationsApi.update, { token, params: { id: machine.id }, body: { customClientMetadata: {} } });
    expect(await status(next.privateKey)).toBe(401);
    const authorization = `Basic ${btoa(`${machine.id}:${await defaultSecretOf(app, token, machine.id)}`)}`;
    expect((await ask(machineForm(), { authorization })).status).toBe(200);
  });

  test('with keys at an address is accepted with them, and refused while the address does not answer', async () => {
    const { privateKey, jwk } = await newKey();
    let isUp = false;
    const server = createServer((_request, response) =>
      isUp ? response.end(JSON.stringify({ keys: [jwk] })) : response.writeHead(500).end(),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const jwksUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks`;
    const createWithAddress = async () => (await create('MachineToMachine', { jwksUri })).body;
    const status = async (id: string, key: CryptoKey) =>
      (await ask({ ...machineForm(), ...(await assertionOf(id, key)) })).status;
    const early = await createWithAddress();
    expect(await status(early.id, privateKey)).toBe(401);
    isUp = true;
    const machine = await createWithAddress();
    expect(await status(machine.id, privateKey)).toBe(200);
    expect(await status(machine.id, (await newKey()).privateKey)).toBe(401);
    const secret = { client_id: machine.id, client_secret: await defaultSecretOf(app, token, machine.id) };
    expect((await ask({ ...machineForm(), ...secret })).status).toBe(401);
    server.close();
    const both = await create('MachineToMachine', { jwksUri, jwks: { keys: [jwk] } });
    expect([both.status, JSON.stringify(both.body)]).toEqual([400, expect.stringContaining('jwksUri')]);
  });

  test.each<[string, () => Record<string, string>]>([
    ['cache-control', () => ({ 'cache-control': 'public, max-age=31536000' })],
    ['expires', () => ({ expires: new Date(Date.now() + 365 * 86_400_000).toUTCString() })],
  ])('with keys at an address loses a removed key within minutes, whatever its %s says', async (_name, headers) => {
    const [stolen, next] = [await newKey(), await newKey()];
    let keys = [stolen.jwk];
    const server = createServer((_request, response) =>
      response.writeHead(200, headers()).end(JSON.stringify({ keys })),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const jwksUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks`;
    const machine = (await create('MachineToMachine', { jwksUri })).body;
    const status = async (key: CryptoKey) =>
      (await ask({ ...machineForm(), ...(await assertionOf(machine.id, key)) })).status;
    expect(await status(stolen.privateKey)).toBe(200);
    keys = [next.jwk];
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect([await status(stolen.privateKey), await status(next.privateKey)]).toEqual([401, 200]);
  });

  test('with keys at an address that sends too much is refused', async () => {
    const { privateKey, jwk } = await newKey();
    let sent = 0;
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      const text = `{"padding":"${'x'.repeat(8 * 1024 * 1024)}","keys":[${JSON.stringify(jwk)}]}`;
      sent += 1;
      response.end(gzipSync(text));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const jwksUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks`;
    const machine = (await create('MachineToMachine', { jwksUri })).body;
    const answer = await ask({ ...machineForm(), ...(await assertionOf(machine.id, privateKey)) });
    expect([answer.status, sent]).toEqual([401, 1]);
  });

  test('keeps only public keys of allowed kinds, in applications that have credentials', async () => {
    const { jwk, full } = await newKey();
    const refusals: [CreateApplication['type'], unknown, string][] = [
      ['Traditional', { jwks: { keys: [full] } }, 'd'],
      ['Traditional', { jwks: { keys: [{ kty: 'oct', k: 'AAAA' }] } }, 'kty'],
      ['Traditional', { jwks: { keys: [] } }, 'keys'],
      ['Traditional', { jwks: { keys: [{ kty: 'RSA', n: 'AQAB', e: 'AQAB' }] } }, 'n'],
      ['Traditional', { securityProfile: 'fapi2' }, 'jwks'],
      ['Traditional', { isSignedRequestRequired: true }, 'jwks'],
      ['SPA', { jwks: { keys: [jwk] } }, 'jwks'],
      ['Native', { jwks: { keys: [jwk] } }, 'jwks'],
    ];
    for (const [type, custom, field] of refusals) {
      const { status, body } = await create(type, custom as Custom);
      expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(field)]);
    }
  });

  test('cannot use certificates on a server to which nothing passes them', async () => {
    const pem = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----';
    const { status, body } = await create('Traditional', { tlsCertificates: [pem] });
    const refusal = expect.stringContaining('Client certificates are not set up on this server.');
    expect([status, JSON.stringify(body)]).toEqual([400, refusal]);
  });

  test('with a key that is not on its curve is refused without a server error', async () => {
    const { privateKey } = await newKey();
    const off = { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'B'.repeat(43) } as const;
    const { status, body: machine } = await create('MachineToMachine', { jwks: { keys: [off] } });
    expect(status).toBe(200);
    const answer = await ask({ ...machineForm(), ...(await assertionOf(machine.id, privateKey)) });
    expect([answer.status, await answer.json()]).toMatchObject([401, { error: 'invalid_client' }]);
    expect(app.logs.filter((line) => line.includes('oidc engine failed'))).toEqual([]);
  });
});

test('an application without keys gets a signed response if it asks for one, and cannot sign requests', async () => {
  const web = await createClient(app, token, { type: 'Traditional' });
  const browser = createBrowser();
  const parameters = { redirect_uri: redirectUri, scope: 'openid', state: 'kept' };
  const url = client.buildAuthorizationUrl(web.config, { ...parameters, response_mode: 'jwt' });
  await browser.follow(url.href, [`${app.endpoint}/sign-in`]);
  const callback = new URL(await browser.follow(await signInByPassword(browser, app.endpoint, ada), [redirectUri]));
  expect([...callback.searchParams.keys()]).toEqual(['response']);
  const keys = createRemoteJWKSet(new URL(`${app.endpoint}/oidc/jwks`));
  const { payload } = await jwtVerify(callback.searchParams.get('response') ?? '', keys, {
    issuer: `${app.endpoint}/oidc`,
    audience: web.id,
  });
  expect(payload).toMatchObject({ code: expect.any(String), state: 'kept' });

  const { privateKey } = await newKey();
  const claims = { client_id: web.id, response_type: 'code', redirect_uri: redirectUri, scope: 'openid' };
  for (const [alg, key] of [
    ['ES256', privateKey],
    ['HS256', Buffer.from(web.secret ?? '')],
  ] as const) {
    const request = await new SignJWT(claims)
      .setProtectedHeader({ alg })
      .setIssuer(web.id)
      .setAudience(`${app.endpoint}/oidc`)
      .sign(key);
    const forged = client.buildAuthorizationUrl(web.config, { ...parameters, request });
    const location = (await fetch(forged, { redirect: 'manual' })).headers.get('location') ?? '';
    expect(location).toContain(`${redirectUri}?error=invalid_request_object`);
  }
});

test('an application that requires signed responses refuses other response modes, also in pushed requests', async () => {
  const web = await createClient(app, token, {
    type: 'Traditional',
    customClientMetadata: { isSignedResponseRequired: true },
  });
  const parameters = { redirect_uri: redirectUri, scope: 'openid' };
  const locationOf = async (mode: Record<string, string>) => {
    const url = client.buildAuthorizationUrl(web.config, { ...parameters, ...mode });
    return (await fetch(url, { redirect: 'manual' })).headers.get('location') ?? '';
  };
  expect(await locationOf({})).toContain(`${redirectUri}?error=invalid_request`);
  expect(await locationOf({ response_mode: 'query' })).toContain(`${redirectUri}?error=invalid_request`);
  for (const mode of ['jwt', 'query.jwt', 'form_post.jwt']) {
    expect(await locationOf({ response_mode: mode })).toContain('/sign-in');
  }
  await expect(client.buildAuthorizationUrlWithPAR(web.config, parameters)).rejects.toMatchObject({
    error: 'invalid_request',
  });
  const pushed = await client.buildAuthorizationUrlWithPAR(web.config, { ...parameters, response_mode: 'jwt' });
  expect(pushed.searchParams.get('request_uri')).toBeTruthy();
});

describe('an authorization request in a form', () => {
  const send = (body: string | URLSearchParams, headers: Record<string, string> = {}) =>
    fetch(`${app.endpoint}/oidc/auth`, { method: 'POST', redirect: 'manual', body, headers });

  test('becomes an address, so that browsers send their cookies', async () => {
    const params = new URLSearchParams({ client_id: 'x', state: 'a b\r\nset-cookie: c=d' });
    const answer = await send(params);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/oidc/auth?${params}`]);
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  test('is refused if it is too long or no form', async () => {
    const long = await send(new URLSearchParams({ state: 'x'.repeat(9000) }));
    expect([long.status, await long.json()]).toMatchObject([400, { error: 'invalid_request' }]);
    const huge = await send(new URLSearchParams({ state: 'x'.repeat(100_000) }));
    expect(huge.status).toBe(400);
    for (const [body, type] of [
      ['["x"]', 'application/json'],
      ['{"client_id":{}}', 'application/json'],
      ['client_id=x', 'text/plain'],
    ] as const) {
      const other = await send(body, { 'content-type': type });
      expect([body, other.status, await other.json()]).toMatchObject([body, 400, { error: 'invalid_request' }]);
    }
  });
});
