import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { organizationJitApi } from '@postern/contracts/people/organization-jit';
import { organizationMembersApi } from '@postern/contracts/people/organization-members';
import { organizationsApi } from '@postern/contracts/people/organizations';
import { usersApi } from '@postern/contracts/people/users';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeSettings } from '#testing/sign-in';
import { arrived } from '#testing/social';
import { connectSso, leaveForSso, returnFromSso } from '#testing/sso';
import { type TestApp, testApp } from '#testing/test-app';
import { newRsaKeys } from '../../../platform/testing/new-rsa-key.ts';

let app: TestApp;
let token: string;
const { privateKey, publicKey } = newRsaKeys();
const clientId = 'postern';
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

type Json = Record<string, unknown>;
type Sent = { claims?: Json; userinfo?: Json; token?: (claims: Json) => string | Promise<string> };
let sent: Sent & { nonce: string } = { nonce: '' };
let issuer = '';

const signed = (claims: Json) => new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'k' }).sign(privateKey);

/** A provider that says whatever the test wants. */
const server = createServer(async (request, response) => {
  const now = Math.floor(Date.now() / 1000);
  const { claims, userinfo = {}, nonce, token: make = signed } = sent;
  const all = { iss: issuer, aud: clientId, sub: 'person', iat: now, exp: now + 60, nonce, ...claims };
  const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  const answers: Record<string, () => unknown> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/me`,
      jwks_uri: `${issuer}/jwks`,
    }),
    '/jwks': () => ({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k', use: 'sig' }] }),
    '/token': async () => ({ access_token: 'at', id_token: await make(given) }),
    '/me': () => ({ sub: all.sub, ...userinfo }),
  };
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify((await answers[request.url ?? '']?.()) ?? {}));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  app = await testApp({ ALLOW_PRIVATE_EGRESS: 'true' });
  token = await app.managementToken();
  await changeSettings(app, { singleSignOnEnabled: true, signInMode: 'SignInAndRegister' });
});
afterAll(async () => {
  server.close();
  await app.close();
});

let count = 0;

/** A connector with an organization that its people join. */
async function connect(domains?: string[]) {
  const body = { config: { clientId, clientSecret: 'secret', issuer }, ...(domains ? { domains } : {}) };
  const { id, domain } = await connectSso(app, token, body);
  const { body: organization } = await app.call(organizationsApi.create, { token, body: { name: id } });
  const params = { id: organization.id };
  await app.call(organizationJitApi.addConnectors, { token, params, body: { ssoConnectorIds: [id] } });
  const members = async () =>
    (await app.call(organizationMembersApi.list, { token, params, query: {} })).body.map((one) => one.id);
  return { id, domain, members };
}

/** What the provider says is verified. */
async function arrive(connectorId: string, given: Sent) {
  const person = await arrived(app);
  const { authorizationUri, verificationId } = await leaveForSso(person, connectorId);
  sent = { nonce: new URL(authorizationUri).searchParams.get('nonce') ?? '', ...given };
  const back = await returnFromSso(person, connectorId, verificationId, { code: 'c', state: 'st' });
  return { person, verificationId, back };
}

/** Registers. Returns the user. */
async function enter(connectorId: string, { claims, ...given }: Sent) {
  count += 1;
  const arrival = await arrive(connectorId, { claims: { sub: `person-${count}`, ...claims }, ...given });
  const { person, verificationId, back } = arrival;
  expect([back.status, back.body]).toEqual([200, { verificationId }]);
  await person.step('PUT', '/interaction-event', { interactionEvent: 'Register' });
  expect((await person.identify(verificationId)).status).toBe(201);
  const { userId } = (await person.step('GET', '/interaction')).body;
  expect((await person.submit()).status).toBe(200);
  return (await app.call(usersApi.get, { token, params: { userId } })).body;
}

describe('an ID token of a company is refused', () => {
  const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  test.each<[string, Json, Sent['token']?]>([
    ['from an issuer with a slash at the end', { iss: `${issuer}/` }],
    ['from no issuer', { iss: undefined }],
    ['for another client', { aud: 'other' }],
    ['for several clients, without the one it was issued to', { aud: [clientId, 'other'] }],
    ['that was issued to another client', { aud: [clientId, 'other'], azp: 'other' }],
    ['with a list as the client it was issued to', { azp: [clientId] }],
    ['without a nonce', { nonce: undefined }],
    ['with a list as the nonce', { nonce: [''] }],
    ['with a number as the subject', { sub: 7 }],
    ['with a list as the subject', { sub: ['person'] }],
    ['with an empty subject', { sub: '' }],
    ['with a very long subject', { sub: 'x'.repeat(200) }],
    ['with spaces around the subject', { sub: ' person ' }],
    ['with a text as the end', { exp: '9999999999' }],
    ['without an end', { exp: undefined }],
    ['without a signature', {}, (claims) => `${encode({ alg: 'none' })}.${encode(claims)}.`],
    [
      'signed with the public key as a secret',
      {},
      (claims) => {
        const text = `${encode({ alg: 'HS256', kid: 'k' })}.${encode(claims)}`;
        return `${text}.${createHmac('sha256', publicPem).update(text).digest('base64url')}`;
      },
    ],
  ])('%s', async (_, claims, make) => {
    const { id } = await connect();
    const { back } = await arrive(id, { claims, ...(make ? { token: make } : {}) });
    expect(back.status).toBeGreaterThanOrEqual(400);
    expect(back.status).toBeLessThan(500);
  });

  test('but one for several clients that names this one is accepted', async () => {
    const { id } = await connect();
    const { back } = await arrive(id, { claims: { aud: ['other', clientId], azp: clientId } });
    expect(back.status).toBe(200);
  });
});

describe('an address of a company is not proven', () => {
  test.each<[string, (email: string, domain: string) => Sent]>([
    ['by a number', (email) => ({ claims: { email, email_verified: 1 } })],
    ['by a list', (email) => ({ claims: { email, email_verified: [true] } })],
    ['by an object', (email) => ({ claims: { email, email_verified: { value: true } } })],
    ['by a statement in another letter case', (email) => ({ claims: { email, email_verified: 'TRUE' } })],
    ['by the name of the claim alone', (email) => ({ claims: { email, Email_Verified: true } })],
    ['in a list of addresses', (email) => ({ claims: { email: [email], email_verified: true } })],
    ['in an object', (email) => ({ claims: { email: { value: email }, email_verified: true } })],
    ['in a nested claim', (email) => ({ claims: { address: { email, email_verified: true } } })],
    ['in a display name', (email) => ({ claims: { email: `Ada <${email}>`, email_verified: true } })],
    [
      'with a second address behind it',
      (email) => ({ claims: { email: `${email},a@b.example`, email_verified: true } }),
    ],
    ['with a second @', (email) => ({ claims: { email: `evil@b.example@${email}`, email_verified: true } })],
    ['of a subdomain', (_, domain) => ({ claims: { email: `ada@sub.${domain}`, email_verified: true } })],
    [
      'that is the beginning of a long one',
      (_, domain) => {
        const local = 'x'.repeat(127 - domain.length);
        return { claims: { email: `${local}@${domain}.evil.example`, email_verified: true } };
      },
    ],
    ['with an invisible letter', (_, domain) => ({ claims: { email: `ad\0a@${domain}`, email_verified: true } })],
    [
      'by a statement of the userinfo endpoint about another address',
      (email, domain) => ({ claims: { email }, userinfo: { email: `other@${domain}`, email_verified: true } }),
    ],
    [
      'by a statement of the ID token without an address',
      (email) => ({ claims: { email_verified: true }, userinfo: { email } }),
    ],
  ])('%s', async (_, given) => {
    const { id, domain, members } = await connect();
    await enter(id, given(`ada@${domain}`, domain));
    expect(await members()).toEqual([]);
  });

  test('unless the ID token or the userinfo endpoint says so about this address', async () => {
    const { id, domain, members } = await connect();
    const [one, two] = [`one@${domain}`, `two@${domain}`];
    const first = await enter(id, { claims: { email: one }, userinfo: { email: one, email_verified: true } });
    const second = await enter(id, { userinfo: { email: two, email_verified: true } });
    expect(new Set(await members())).toEqual(new Set([first.id, second.id]));
  });
});

test('a request with max_age is passed on, and an older sign-in at the provider does not answer it', async () => {
  const { id } = await connect();
  const ago = (seconds: number) => Math.floor(Date.now() / 1000) - seconds;
  const visit = async (parameters: Record<string, string>, authTime: number | undefined) => {
    const person = await arrived(app);
    await person.arrive(parameters);
    await person.start('SignIn');
    const { authorizationUri, verificationId } = await leaveForSso(person, id);
    const { searchParams } = new URL(authorizationUri);
    sent = { claims: { auth_time: authTime }, nonce: searchParams.get('nonce') ?? '' };
    const { status, body } = await returnFromSso(person, id, verificationId, { code: 'c', state: 'st' });
    return [searchParams.get('max_age'), status, body?.data?.error];
  };
  expect(await visit({ max_age: '300' }, ago(3600))).toEqual(['300', 401, 'sign_in_too_old']);
  expect(await visit({ max_age: '300' }, ago(200))).toEqual(['300', 200, undefined]);
  expect(await visit({ max_age: '1' }, ago(200))).toEqual(['1', 401, 'sign_in_too_old']);
  expect(await visit({ max_age: '1' }, ago(0))).toEqual(['1', 200, undefined]);
  // Some providers do not say when it was.
  expect(await visit({ max_age: '300' }, undefined)).toEqual(['300', 200, undefined]);
  expect(await visit({}, ago(3600))).toEqual([null, 200, undefined]);
});

test('names, pictures and unknown claims of any shape neither fail nor run', async () => {
  const { id } = await connect();
  const deep = JSON.parse(`${'['.repeat(2000)}${']'.repeat(2000)}`) as unknown;
  const texts = ['javascript:alert(1)', 'x'.repeat(5000), '\0', '\uD800', String.raw`\u0000`, String.raw`\ud800`];
  for (const value of [7, true, null, ['x'], { '\0': { '\uD800': 1 } }, deep, ...texts]) {
    const user = await enter(id, { claims: { name: value, picture: value, groups: value } });
    expect(user.avatar).toBeNull();
  }
});

test('an international domain is the same in letters and in its DNS form', async () => {
  const { id } = await connect(['bücher-firma.example']);
  const person = await arrived(app);
  for (const email of ['ada@bücher-firma.example', 'ada@BÜCHER-firma.example', 'ada@xn--bcher-firma-thb.example']) {
    const found = await person.step('GET', `/sso-connectors?email=${encodeURIComponent(email)}`);
    expect([email, found.body]).toEqual([email, { connectorIds: [id] }]);
  }
  const refused = await person.step('POST', '/verification/password', {
    identifier: { type: 'email', value: 'ada@bücher-firma.example' },
    password: 'correct horse battery',
  });
  expect(refused.code).toBe('session.sso_enabled');
});
