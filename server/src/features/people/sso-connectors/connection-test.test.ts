import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inflateRawSync } from 'node:zlib';
import { organizationJitApi } from '@postern/contracts/people/organization-jit';
import { organizationsApi } from '@postern/contracts/people/organizations';
import {
  type SsoConnectionTest,
  ssoConnectionTestsApi,
  ssoProblemCodes,
} from '@postern/contracts/people/sso-connection-tests';
import { ssoConnectorsApi } from '@postern/contracts/people/sso-connectors';
import { usersApi } from '@postern/contracts/people/users';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { identityProvider, type TestIdentityProvider } from '#testing/identity-provider';
import { type Assertion, encode, metadataOf, signedResponse, signingKey } from '#testing/saml';
import { changeSettings } from '#testing/sign-in';
import { arrived } from '#testing/social';
import { connectSso, leaveForSso, returnFromSso } from '#testing/sso';
import { type TestApp, testApp } from '#testing/test-app';
import { describeProblem } from './connection-test/problems.ts';
import { readConnectionTest, startConnectionTest } from './index.ts';

let app: TestApp;
let token: string;
let provider: TestIdentityProvider;

beforeAll(async () => {
  provider = await identityProvider();
  app = await testApp({ ALLOW_PRIVATE_EGRESS: 'true' });
  token = await app.managementToken();
  await changeSettings(app, { singleSignOnEnabled: true, signInMode: 'SignInAndRegister' });
});
afterAll(async () => {
  provider.close();
  await app.close();
});

const get = (url: string, cookie = '') =>
  app.core.inject({ method: 'GET', url, headers: { host: 'core.test', accept: 'text/html', cookie } });
const pathOf = (address: string) => {
  const url = new URL(address);
  return url.pathname + url.search;
};

async function start(id: string) {
  const { status, body } = await app.call(ssoConnectionTestsApi.start, { token, params: { id } });
  expect([status, body]).toMatchObject([201, {}]);
  return body;
}

/** Opens the window of a test, up to the address of the provider. */
async function open(id: string) {
  const started = await start(id);
  const answer = await get(pathOf(started.uri));
  expect(answer.statusCode).toBe(303);
  const cookie = String(answer.headers['set-cookie'] ?? '').split(';')[0] ?? '';
  return { testId: started.id, uri: started.uri, cookie, location: String(answer.headers.location) };
}

async function read(id: string, testId: string): Promise<SsoConnectionTest> {
  const { status, body } = await app.call(ssoConnectionTestsApi.get, { token, params: { id, testId } });
  expect([status, body]).toMatchObject([200, {}]);
  return body;
}
const codesOf = ({ problems }: SsoConnectionTest) => problems.map(({ code }) => code);

const callback = (id: string, parameters: Record<string, string>, cookie: string) =>
  get(`/callback/${id}?${new URLSearchParams(parameters)}`, cookie);

/** Runs a test of an OpenID Connect connector as a browser does. */
async function run(id: string) {
  const { testId, cookie, location } = await open(id);
  const back = await callback(id, await provider.visit(location), cookie);
  expect([back.statusCode, back.headers.location]).toEqual([303, '/sso-test/finished']);
  return read(id, testId);
}

const countUsers = async () => {
  const { headers } = await app.call(usersApi.list, { token, query: {} as never });
  return Number(headers['total-number']);
};

describe('a test with OpenID Connect', () => {
  test('shows what came back and what was mapped, and creates no user', async () => {
    const { id, domain } = await connectSso(app, token, { config: provider.config });
    const { body: organization } = await app.call(organizationsApi.create, { token, body: { name: 'Northwind' } });
    await app.call(organizationJitApi.addConnectors, {
      token,
      params: { id: organization.id },
      body: { ssoConnectorIds: [id] },
    });
    provider.hire({ sub: 'ada', email: `ada@${domain}`, email_verified: true, name: 'Ada' });
    const before = await countUsers();
    const result = await run(id);
    expect(result).toMatchObject({
      status: 'passed',
      problems: [],
      mapped: { id: 'ada', email: `ada@${domain}`, name: 'Ada', avatar: null, isEmailVerified: true },
      emailDomain: { domain, isOwn: true },
      organizations: [{ id: organization.id, name: 'Northwind' }],
      received: { isVerified: true, claims: { sub: 'ada', email: `ada@${domain}` } },
    });
    expect(result.received?.raw).toContain('"access_token": "******"');
    expect(JSON.stringify(result)).not.toMatch(/eyJ[\w-]+\./);
    expect(JSON.stringify(result)).not.toContain(provider.config.clientSecret);
    expect(await countUsers()).toBe(before);
  });

  test('works for a connector without a domain, and says so', async () => {
    const { id } = await connectSso(app, token, { config: provider.config, domains: [] });
    provider.hire({ sub: 'bob', email: 'bob@elsewhere.example', email_verified: false });
    const result = await run(id);
    expect([result.status, codesOf(result)]).toEqual(['passed', ['no_domains', 'email_unverified']]);
  });

  test('names an address of another domain, and a missing one', async () => {
    const { id } = await connectSso(app, token, { config: provider.config });
    provider.hire({ sub: 'bob', email: 'bob@elsewhere.example', email_verified: true });
    expect(codesOf(await run(id))).toEqual(['domain_mismatch']);
    provider.hire({ sub: 'carl' });
    expect(codesOf(await run(id))).toEqual(['email_missing']);
  });

  test('names what the provider refuses', async () => {
    const { id } = await connectSso(app, token, { config: provider.config });
    provider.refuse();
    const denied = await run(id);
    expect([denied.status, codesOf(denied)]).toEqual(['failed', ['access_denied']]);
    provider.hire({ sub: 'ada' });
    await app.call(ssoConnectorsApi.update, {
      token,
      params: { id },
      body: { config: { ...provider.config, clientSecret: 'wrong' } },
    });
    const refused = await run(id);
    expect([refused.status, codesOf(refused)]).toEqual(['failed', ['client_refused']]);
    expect(refused.problems[0]).toMatchObject({ severity: 'error', advice: expect.stringContaining('secret') });
  });

  test('says that the settings are missing', async () => {
    const { id } = await connectSso(app, token, {});
    const { testId, location } = await open(id);
    expect(location).toBe('/sso-test/finished');
    expect(codesOf(await read(id, testId))).toEqual(['not_configured']);
  });

  test('the result is in the language of the reader', async () => {
    const { id } = await connectSso(app, token, {});
    const { testId } = await open(id);
    const answer = await app.core.inject({
      url: `/api/sso-connectors/${id}/connection-tests/${testId}`,
      headers: { host: 'core.test', authorization: `Bearer ${token}`, 'accept-language': 'de' },
    });
    expect(answer.json().problems[0].title).toBe('Die Verbindung hat noch keine Einstellungen.');
  });
});

/** A provider whose answers a test chooses. */
describe('a provider with faults', () => {
  let server: Server;
  let issuer: string;
  let nonce = '';
  let claims: JWTPayload = {};
  let isForged = false;
  let discovery: object = {};

  beforeAll(async () => {
    const [key, other] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
    server = createServer(async (request, response) => {
      const send = (body: object) => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      };
      if (request.url === '/.well-known/openid-configuration') {
        send({
          issuer,
          authorization_endpoint: `${issuer}/auth`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/keys`,
          ...discovery,
        });
      } else if (request.url === '/keys') {
        send({ keys: [{ ...(await exportJWK(key.publicKey)), kid: 'k', alg: 'RS256' }] });
      } else {
        const now = Math.floor(Date.now() / 1000);
        const payload = { iss: issuer, aud: 'postern', sub: 'ada', iat: now, exp: now + 60, nonce, ...claims };
        const idToken = await new SignJWT(payload)
          .setProtectedHeader({ alg: 'RS256', kid: 'k' })
          .sign(isForged ? other.privateKey : key.privateKey);
        send({ id_token: idToken, access_token: 'secret-access-token', token_type: 'Bearer' });
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  const hourAgo = () => Math.floor(Date.now() / 1000) - 3600;
  const faults: [name: string, code: string, change: () => void][] = [
    [
      'another audience',
      'audience',
      () => {
        claims = { aud: 'somebody-else' };
      },
    ],
    [
      'another issuer',
      'issuer',
      () => {
        claims = { iss: 'https://other.example' };
      },
    ],
    [
      'an expired token',
      'clock',
      () => {
        claims = { iat: hourAgo(), exp: hourAgo() + 60 };
      },
    ],
    [
      'a signature of another key',
      'signature',
      () => {
        isForged = true;
      },
    ],
    [
      'another nonce',
      'request_mismatch',
      () => {
        claims = { nonce: 'other' };
      },
    ],
    [
      'a token endpoint without a server',
      'token_unreachable',
      () => {
        discovery = { token_endpoint: 'http://127.0.0.1:9/token' };
      },
    ],
    [
      'keys without a server',
      'keys_unreachable',
      () => {
        discovery = { jwks_uri: 'http://127.0.0.1:9/keys' };
      },
    ],
    [
      'a discovery document of another issuer',
      'discovery_invalid',
      () => {
        discovery = { issuer: 'https://other.example' };
      },
    ],
  ];

  test.each(faults)('names %s', async (_name, code, change) => {
    [claims, isForged, discovery] = [{}, false, {}];
    const { id } = await connectSso(app, token, { config: { clientId: 'postern', clientSecret: 's', issuer } });
    const { testId, cookie, location } = await open(id);
    nonce = new URL(location).searchParams.get('nonce') ?? '';
    const state = new URL(location).searchParams.get('state') ?? '';
    change();
    const back = await callback(id, { state, code: 'any' }, cookie);
    expect(back.headers.location).toBe('/sso-test/finished');
    const result = await read(id, testId);
    expect([result.status, codesOf(result)[0]]).toEqual(['failed', code]);
    expect(JSON.stringify(result)).not.toContain('secret-access-token');
  });

  test('names an error that the provider sends to the callback', async () => {
    [claims, isForged, discovery] = [{}, false, {}];
    const { id } = await connectSso(app, token, { config: { clientId: 'postern', clientSecret: 's', issuer } });
    for (const [error, text, code] of [
      ['invalid_request', 'The redirect_uri is not registered', 'redirect_uri_refused'],
      ['invalid_scope', '', 'scope_refused'],
      ['server_error', 'Try later', 'provider_refused'],
    ] as const) {
      const { testId, cookie, location } = await open(id);
      const state = new URL(location).searchParams.get('state') ?? '';
      await callback(id, { state, error, error_description: text }, cookie);
      const result = await read(id, testId);
      expect(codesOf(result)[0]).toBe(code);
      expect(result.problems[0]?.details).toContain(error);
    }
  });
});

describe('a test with SAML', () => {
  const key = signingKey();
  const stranger = signingKey();
  const idp = 'https://idp.example/saml';
  let id: string;
  let domain: string;

  beforeAll(async () => {
    const metadata = metadataOf({ entityId: idp, signInEndpoint: 'https://idp.example/sso', key });
    ({ id, domain } = await connectSso(app, token, { providerName: 'SAML', config: { metadata } }));
  });

  const good = (inResponseTo: string, more: Partial<Assertion> = {}): Assertion => ({
    issuer: idp,
    audience: `http://core.test/enterprise-sso/${id}`,
    recipient: `http://core.test/api/authn/single-sign-on/saml/${id}`,
    inResponseTo,
    nameId: 'ada-1',
    attributes: { email: `ada@${domain}`, name: 'Ada' },
    ...more,
  });
  const requestIdIn = (location: string) => {
    const request = new URL(location).searchParams.get('SAMLRequest') ?? '';
    return /\sID="([^"]+)"/.exec(inflateRawSync(Buffer.from(request, 'base64')).toString())?.[1] ?? '';
  };
  const post = (xml: string, relayState: string) =>
    app.core.inject({
      method: 'POST',
      url: `/api/authn/single-sign-on/saml/${id}`,
      headers: { host: 'core.test', 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ SAMLResponse: encode(xml), RelayState: relayState }).toString(),
    });

  async function answer(make: (requestId: string) => string) {
    const { testId, cookie, location } = await open(id);
    const state = new URL(location).searchParams.get('RelayState') ?? '';
    const posted = await post(make(requestIdIn(location)), state);
    expect([posted.statusCode, posted.body]).toEqual([302, '']);
    const back = await get(pathOf(String(posted.headers.location)), cookie);
    expect(back.headers.location).toBe('/sso-test/finished');
    return read(id, testId);
  }

  test('shows the attributes and the mapped user', async () => {
    const result = await answer((request) => signedResponse(good(request), key));
    expect(result).toMatchObject({
      status: 'passed',
      problems: [],
      received: { isVerified: true, claims: { nameID: 'ada-1', email: `ada@${domain}`, name: 'Ada' } },
      mapped: { id: 'ada-1', email: `ada@${domain}`, name: 'Ada', isEmailVerified: true },
    });
    expect(result.received?.raw).toMatch(/<ds:SignatureValue>\*{6}<\/ds:SignatureValue>/);
    expect(result.received?.raw).toMatch(/<ds:DigestValue>\*{6}<\/ds:DigestValue>/);
  });

  const faults: [name: string, codes: string[], make: (request: string) => string][] = [
    ['another audience', ['audience'], (request) => signedResponse(good(request, { audience: 'other' }), key)],
    ['another recipient', ['recipient'], (request) => signedResponse(good(request, { recipient: 'other' }), key)],
    ['another issuer', ['issuer'], (request) => signedResponse(good(request, { issuer: 'https://x.example' }), key)],
    [
      'an expired assertion',
      ['clock'],
      (request) => signedResponse(good(request, { notBefore: -7_200_000, notOnOrAfter: -3_600_000 }), key),
    ],
    ['a signature of another key', ['signature'], (request) => signedResponse(good(request), stranger)],
    [
      'no signature',
      ['unsigned'],
      (request) => signedResponse(good(request), key).replace(/<ds:Signature .*<\/ds:Signature>/s, ''),
    ],
    ['an answer to another request', ['request_mismatch'], () => signedResponse(good('_other'), key)],
    ['a DTD', ['response_invalid'], () => '<!DOCTYPE a><samlp:Response></samlp:Response>'],
    ['junk', ['response_invalid'], () => 'junk'],
    [
      'a refusal of the provider',
      ['access_denied'],
      () =>
        '<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Responder"><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:RequestDenied"/></samlp:StatusCode></samlp:Status></samlp:Response>',
    ],
    [
      'an assertion that cannot be decrypted',
      ['encrypted'],
      () =>
        '<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"><saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"/></samlp:Response>',
    ],
  ];

  test.each(faults)('names %s', async (_name, codes, make) => {
    const result = await answer(make);
    const errors = result.problems.filter(({ severity }) => severity === 'error').map(({ code }) => code);
    expect([result.status, errors.filter((code) => code !== 'id_missing')]).toEqual(['failed', codes]);
  });

  test('attack: the response to a test signs nobody in', async () => {
    const { location } = await open(id);
    const xml = signedResponse(good(requestIdIn(location)), key);
    const person = await arrived(app);
    const { verificationId } = await leaveForSso(person, id);
    const posted = await post(xml, 'st');
    const data = Object.fromEntries(new URL(String(posted.headers.location)).searchParams);
    const back = await returnFromSso(person, id, verificationId, data);
    expect([back.status, back.body.data?.error]).toEqual([401, 'in_response_to_mismatch']);
  });

  test('attack: a second response to a test is refused', async () => {
    const { location } = await open(id);
    const state = new URL(location).searchParams.get('RelayState') ?? '';
    const xml = signedResponse(good(requestIdIn(location)), key);
    expect((await post(xml, state)).statusCode).toBe(302);
    expect((await post(xml, state)).statusCode).toBeGreaterThanOrEqual(400);
  });
});

describe('attacks on connection tests', () => {
  test('the address of a test works once', async () => {
    const { id } = await connectSso(app, token, { config: provider.config });
    const { uri } = await open(id);
    expect((await get(pathOf(uri))).headers.location).toBe('/sso-test/unknown');
    expect((await get('/api/authn/single-sign-on/tests/guess')).headers.location).toBe('/sso-test/unknown');
  });

  test('two windows of a browser each answer their own test', async () => {
    const { id, domain } = await connectSso(app, token, { config: provider.config });
    provider.hire({ sub: 'ada', email: `ada@${domain}`, email_verified: true });
    const windows = [await open(id), await open(id)];
    const jar = new Map(windows.map(({ cookie }): [string, string] => [cookie.split('=')[0] ?? '', cookie]));
    for (const { testId, location } of windows) {
      const back = await callback(id, await provider.visit(location), [...jar.values()].join('; '));
      expect(back.headers.location).toBe('/sso-test/finished');
      expect((await read(id, testId)).status).toBe('passed');
    }
  });

  test('another browser cannot answer a test', async () => {
    const { id, domain } = await connectSso(app, token, { config: provider.config });
    provider.hire({ sub: 'victim', email: `victim@${domain}` });
    const { testId, cookie, location } = await open(id);
    const parameters = await provider.visit(location);
    expect((await callback(id, parameters, '')).headers.location).toBe('/sso-test/unknown');
    expect((await callback(id, parameters, '_sso_test=guess')).headers.location).toBe('/sso-test/unknown');
    expect((await read(id, testId)).status).toBe('opened');
    expect((await callback(id, parameters, cookie)).headers.location).toBe('/sso-test/finished');
    expect((await callback(id, parameters, cookie)).headers.location).toBe('/sso-test/unknown');
  });

  test('a test of one connector cannot be answered at another', async () => {
    const one = await connectSso(app, token, { config: provider.config });
    const two = await connectSso(app, token, { config: provider.config });
    const { cookie, location } = await open(one.id);
    const parameters = await provider.visit(location);
    expect((await callback(two.id, parameters, cookie)).headers.location).toBe('/sso-test/unknown');
  });

  test('another administrator cannot read a test', async () => {
    const { id } = await connectSso(app, token, { config: provider.config });
    const { testId } = await open(id);
    const other = await app.managementToken();
    const seen = await app.call(ssoConnectionTestsApi.get, { token: other, params: { id, testId } });
    expect([seen.status, seen.body]).toMatchObject([404, { code: 'entity.not_exists_with_id' }]);
    expect((await app.call(ssoConnectionTestsApi.list, { token: other, params: { id } })).body).toEqual([]);
    expect((await app.call(ssoConnectionTestsApi.list, { token, params: { id } })).body).toHaveLength(1);
  });

  test('another slice can start a test, and only its starter can read it', async () => {
    const { id } = await connectSso(app, token, {});
    const started = await startConnectionTest(app.app, 'default', id, 'link one');
    await get(pathOf(started.uri));
    const readAs = (starter: string) =>
      readConnectionTest(app.app, 'default', started.id, { connectorId: id, starter, languages: ['en'] });
    expect(codesOf(await readAs('link one'))).toEqual(['not_configured']);
    await expect(readAs('link two')).rejects.toMatchObject({ code: 'entity.not_exists_with_id' });
  });

  test('the answer to a test cannot finish a sign-in', async () => {
    const { id, domain } = await connectSso(app, token, { config: provider.config });
    provider.hire({ sub: 'ada', email: `ada@${domain}`, email_verified: true });
    const { location } = await open(id);
    const parameters = await provider.visit(location);
    const person = await arrived(app);
    const { verificationId } = await leaveForSso(person, id);
    expect((await returnFromSso(person, id, verificationId, { ...parameters, state: 'st' })).status).toBe(401);
  });

  test('an unknown connector has no tests', async () => {
    const { status } = await app.call(ssoConnectionTestsApi.start, { token, params: { id: 'none' } });
    expect(status).toBe(404);
  });
});

test('the last page of a test is in the language of the browser, without scripts', async () => {
  const answer = await app.core.inject({
    url: '/sso-test/finished',
    headers: { host: 'core.test', 'accept-language': 'fr' },
  });
  expect([answer.statusCode, answer.headers['content-security-policy']]).toEqual([
    200,
    expect.stringContaining("default-src 'none'"),
  ]);
  expect(answer.body).toContain('Le test est terminé');
  expect(answer.body).not.toContain('<script');
});

test('every problem has words in English and German', () => {
  for (const code of ssoProblemCodes) {
    const [en, de] = [describeProblem({ code }, ['en']), describeProblem({ code }, ['de'])];
    expect([code, en.title === de.title, en.advice === de.advice]).toEqual([code, false, false]);
  }
});
