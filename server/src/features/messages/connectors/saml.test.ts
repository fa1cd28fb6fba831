import { inflateRawSync } from 'node:zlib';
import { connectorsApi } from '@postern/contracts/messages/connectors';
import { usersApi } from '@postern/contracts/people/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encrypt } from 'xml-encryption';
import {
  type Assertion,
  assertionXml,
  encode,
  metadataOf,
  responseXml,
  signedResponse,
  signingKey,
  signXml,
} from '#testing/saml';
import { changeSettings } from '#testing/sign-in';
import { arrived, comeBack } from '#testing/social';
import { type TestApp, testApp } from '#testing/test-app';
import { newRsaKeys } from '../../../platform/testing/new-rsa-key.ts';

let app: TestApp;
let token: string;
const [key, stranger] = [signingKey(), signingKey()];
const issuer = 'https://idp.example/saml';
const audience = 'urn:acme:social';
const id = 'acme-saml';
const recipientOf = (connectorId: string) => `http://core.test/api/authn/saml/${connectorId}`;

const config = (connectorId: string, more: object = {}) => ({
  entityID: audience,
  x509Certificate: key.certificate,
  idpMetadataXml: metadataOf({ entityId: issuer, signInEndpoint: 'https://idp.example/sso', key }),
  assertionConsumerServiceUrl: recipientOf(connectorId),
  profileMap: { id: 'nameID', email: 'mail', name: 'cn' },
  ...more,
});

const create = (connectorId: string, more: object = {}) =>
  app.call(connectorsApi.create, {
    token,
    body: {
      connectorId: 'saml',
      id: connectorId,
      metadata: { target: connectorId, name: { en: 'Acme' } },
      config: config(connectorId, more),
    },
  });

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
  expect((await create(id)).status).toBe(200);
  await changeSettings(app, {
    socialSignInConnectorTargets: [id, 'encrypted'],
    signInMode: 'SignInAndRegister',
    signUp: { identifiers: [], password: false, verify: false },
  });
});
afterAll(() => app.close());

async function post(xml: string, relayState: string | undefined = 'st', connectorId = id) {
  const form = new URLSearchParams({ SAMLResponse: encode(xml), ...(relayState ? { RelayState: relayState } : {}) });
  const answer = await app.core.inject({
    method: 'POST',
    url: `/api/authn/saml/${connectorId}`,
    headers: { host: 'core.test', 'content-type': 'application/x-www-form-urlencoded' },
    payload: form.toString(),
  });
  const { code, data } = answer.statusCode < 400 ? { code: undefined, data: undefined } : answer.json();
  return { status: answer.statusCode, code, error: data?.error, location: String(answer.headers.location ?? '') };
}

/** A sign-in that waits for the response of the identity provider. */
async function waiting(connectorId = id) {
  const person = await arrived(app);
  const { status, body } = await person.step('POST', `/verification/social/${connectorId}/authorization-uri`, {
    state: 'st',
    redirectUri: `http://core.test/callback/${connectorId}`,
  });
  expect(status).toBe(200);
  const url = new URL(body.authorizationUri);
  const request = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
  const requestId = /\sID="([^"]+)"/.exec(request)?.[1] ?? '';
  return { person, verificationId: body.verificationId as string, url, request, requestId };
}

const good = (requestId: string, more: Partial<Assertion> = {}): Assertion => ({
  issuer,
  audience,
  recipient: recipientOf(id),
  inResponseTo: requestId,
  nameId: 'ada-1',
  attributes: { mail: 'ada@acme.example', cn: 'Ada' },
  ...more,
});

type Waiting = Awaited<ReturnType<typeof waiting>>;

const finish = ({ person, verificationId }: Waiting, location: string, connectorId = id) =>
  comeBack(person, connectorId, verificationId, Object.fromEntries(new URL(location).searchParams));

test('a whole sign-in with SAML registers a user and signs them in again', async () => {
  const ids: string[] = [];
  for (const round of [1, 2]) {
    const visit = await waiting();
    const { person, verificationId, url, request, requestId } = visit;
    expect([url.origin + url.pathname, url.searchParams.get('RelayState')]).toEqual(['https://idp.example/sso', 'st']);
    expect(request).toContain(`AssertionConsumerServiceURL="${recipientOf(id)}"`);
    const { status, error, location } = await post(signedResponse(good(requestId), key));
    expect([round, status, error]).toEqual([round, 302, undefined]);
    expect(location).toMatch(/^http:\/\/core\.test\/callback\/acme-saml\?state=st&saml=[\w-]{43}$/);
    expect((await finish(visit, location)).status).toBe(200);
    if ((await person.identify(verificationId)).status !== 204) {
      await person.step('PUT', '/interaction-event', { interactionEvent: 'Register' });
      expect((await person.identify(verificationId)).status).toBe(201);
    }
    ids.push((await person.step('GET', '/interaction')).body.userId);
    expect((await person.submit()).status).toBe(200);
  }
  expect(ids[0]).toBe(ids[1]);
  const { body } = await app.call(usersApi.get, { token, params: { userId: ids[0] ?? '' } });
  expect(body).toMatchObject({ name: 'Ada', identities: { [id]: { userId: 'ada-1' } } });
  expect(body.primaryEmail).toBe('ada@acme.example');
  // SAML has no flag for verified addresses, and the connector is not trusted.
  const row = await app.write('default', (db) =>
    db
      .selectFrom('users')
      .select('email_verified_at')
      .where('id', '=', ids[0] ?? '')
      .executeTakeFirstOrThrow(),
  );
  expect(row.email_verified_at).toBeNull();
});

test('accepts a signature of the whole response instead of the assertion', async () => {
  const { requestId } = await waiting();
  const xml = responseXml(assertionXml(good(requestId)), { issuer });
  expect((await post(signXml(xml, 'Response', key.privateKey))).status).toBe(302);
});

test('accepts a response whose texts contain the name of a weak algorithm', async () => {
  const visit = await waiting();
  const attributes = { mail: 'ada@acme.example', cn: 'Ada hmac', key: 'aGhtYWMhmacAAA' };
  const { status, error, location } = await post(signedResponse(good(visit.requestId, { attributes }), key));
  expect([status, error]).toEqual([302, undefined]);
  expect((await finish(visit, location)).status).toBe(200);
});

describe('SAML attacks (attack 24)', () => {
  const sha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
  const boss = (request: string, more: Partial<Assertion> = {}) =>
    assertionXml(good(request, { nameId: 'boss', ...more }));
  const end = '</samlp:Response>';

  const corpus: [name: string, make: (requestId: string) => string][] = [
    ['no signature', (request) => responseXml(assertionXml(good(request)), { issuer })],
    ['a signature of another key', (request) => signedResponse(good(request), stranger)],
    ['a changed name', (request) => signedResponse(good(request), key).replace('ada-1', 'boss')],
    ['a changed attribute', (request) => signedResponse(good(request), key).replace('ada@acme', 'boss@acme')],
    [
      'an assertion before the signed one',
      (request) => signedResponse(good(request), key).replace('<saml:Assertion ', `${boss(request)}<saml:Assertion `),
    ],
    ['two assertions', (request) => signedResponse(good(request), key).replace(end, `${boss(request)}${end}`)],
    [
      'signature wrapping: the signed assertion inside of a forged one',
      (request) => {
        const signed = signXml(assertionXml(good(request)), 'Assertion', key.privateKey);
        const signature = /<ds:Signature[\s\S]*<\/ds:Signature>/.exec(signed)?.[0] ?? '';
        const object = `<ds:Object>${signed.replace(signature, '')}</ds:Object></ds:Signature>`;
        const moved = signature.replace('</ds:Signature>', object);
        const forged = boss(request, { id: '_forged' }).replace('</saml:Issuer>', `</saml:Issuer>${moved}`);
        return responseXml(forged, { issuer });
      },
    ],
    [
      'signature wrapping: the same ID twice',
      (request) => {
        const signed = signXml(assertionXml(good(request, { id: '_same' })), 'Assertion', key.privateKey);
        const forged = responseXml(boss(request, { id: '_same' }), { issuer });
        return forged.replace(end, `<samlp:Extensions>${signed}</samlp:Extensions>${end}`);
      },
    ],
    ['a comment in NameID', (request) => signedResponse(good(request, { nameId: 'ada-1<!-- x -->.evil' }), key)],
    [
      'XXE by DTD',
      (request) => `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${signedResponse(good(request), key)}`,
    ],
    [
      'HMAC as RSA',
      (request) => signedResponse(good(request), key).replaceAll(sha256, 'http://www.w3.org/2000/09/xmldsig#hmac-sha1'),
    ],
    [
      'SHA-1',
      (request) => signedResponse(good(request), key, { algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }),
    ],
    [
      'a status other than success',
      (request) => signedResponse(good(request), key).replace('status:Success', 'status:AuthnFailed'),
    ],
    ['no status', (request) => signedResponse(good(request), key).replace(/<samlp:Status>.*<\/samlp:Status>/, '')],
    ['another audience', (request) => signedResponse(good(request, { audience: 'https://other.example' }), key)],
    ['no audience', (request) => signedResponse(good(request, { audience: undefined }), key)],
    ['another recipient', (request) => signedResponse(good(request, { recipient: 'https://other.example/acs' }), key)],
    ['no recipient', (request) => signedResponse(good(request, { recipient: undefined }), key)],
    ['another issuer', (request) => signedResponse(good(request, { issuer: 'https://evil.example' }), key)],
    ['no conditions', (request) => signedResponse(good(request, { hasConditions: false }), key)],
    ['no NotOnOrAfter', (request) => signedResponse(good(request, { notOnOrAfter: undefined }), key)],
    [
      'an expired assertion',
      (request) => signedResponse(good(request, { notOnOrAfter: -120_000, notBefore: -600_000 }), key),
    ],
    [
      'an assertion of the future',
      (request) => signedResponse(good(request, { notBefore: 300_000, notOnOrAfter: 600_000 }), key),
    ],
    ['an unsolicited assertion', () => signedResponse({ ...good(''), inResponseTo: undefined }, key)],
    [
      'an encrypted assertion that nobody can decrypt',
      () => responseXml('<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"/>', { issuer }),
    ],
    ['a response that is too large', () => `<samlp:Response>${'x'.repeat(300_000)}</samlp:Response>`],
    ['text', () => 'SAMLResponse'],
    ['another document', () => '<html/>'],
  ];

  test('refuses every forged response', async () => {
    const { requestId } = await waiting();
    const answers = await Promise.all(corpus.map(async ([name, make]) => [name, await post(make(requestId))] as const));
    expect(answers.map(([name, { status, code }]) => [name, status, code])).toEqual(
      corpus.map(([name]) => [name, 401, 'connector.authorization_failed']),
    );
  });

  test('refuses a replayed assertion', async () => {
    const { requestId } = await waiting();
    const xml = signedResponse(good(requestId), key);
    expect((await post(xml)).status).toBe(302);
    expect(await post(xml)).toMatchObject({ status: 401, error: 'replayed' });
  });

  test('does not accept the response to a request of another user (login CSRF)', async () => {
    const attacker = await waiting();
    const { location } = await post(signedResponse(good(attacker.requestId, { nameId: 'attacker' }), key));
    const back = await finish(await waiting(), location);
    expect([back.status, back.code]).toEqual([401, 'connector.authorization_failed']);
  });

  test('a kept assertion works once, and only with its secret', async () => {
    const visit = await waiting();
    const { location } = await post(signedResponse(good(visit.requestId), key));
    expect((await finish(visit, location.replace(/saml=.*/, 'saml=guessed'))).status).toBe(401);
    expect((await finish(visit, location)).status).toBe(200);
    // The request has been answered.
    expect(await finish(visit, location)).toMatchObject({ status: 400, code: 'session.csrf_token_mismatch' });
  });

  test('refuses a response without a relay state, and for connectors that do not use SAML', async () => {
    const { requestId } = await waiting();
    expect(await post(signedResponse(good(requestId), key), '')).toMatchObject({
      status: 400,
      code: 'session.connector_validation_session_not_found',
    });
    await app.call(connectorsApi.create, { token, body: { connectorId: 'discord-universal', id: 'discord' } });
    expect(await post('<x/>', 'st', 'discord')).toMatchObject({ status: 400, code: 'connector.unexpected_type' });
    expect(await post('<x/>', 'st', 'nothing')).toMatchObject({ status: 404, code: 'entity.not_found' });
  });

  test('accepts an assertion for its own connector only', async () => {
    expect((await create('other-saml')).status).toBe(200);
    const { requestId } = await waiting();
    expect(await post(signedResponse(good(requestId), key), 'st', 'other-saml')).toMatchObject({
      status: 401,
      error: 'recipient_mismatch',
    });
  });
});

describe('with encryption', () => {
  const { privateKey, publicKey } = newRsaKeys();
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'open' }).toString();
  const keys = {
    encryptAssertion: true,
    encPrivateKey: pem,
    encPrivateKeyPass: 'open',
    signAuthnRequest: true,
    privateKey: pem,
    privateKeyPass: 'open',
  };
  beforeAll(async () => expect((await create('encrypted', keys)).status).toBe(200));

  async function encryptedResponse(assertion: string): Promise<string> {
    const encrypted = await new Promise<string>((resolve, reject) =>
      encrypt(
        assertion,
        {
          rsa_pub: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
          pem: `-----BEGIN CERTIFICATE-----\n${key.certificate}\n-----END CERTIFICATE-----`,
          encryptionAlgorithm: 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
          keyEncryptionAlgorithm: 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
        },
        (error, result) => (error ? reject(error) : resolve(result)),
      ),
    );
    const element = 'saml:EncryptedAssertion';
    return responseXml(`<${element} xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${encrypted}</${element}>`, {
      issuer,
    });
  }

  test('decrypts assertions and signs requests, with keys that have a password', async () => {
    const visit = await waiting('encrypted');
    expect(visit.url.searchParams.get('SigAlg')).toBe('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256');
    expect(visit.url.searchParams.get('Signature')).toMatch(/^[\w+/=]{300,}$/);
    const assertion = assertionXml(good(visit.requestId, { recipient: recipientOf('encrypted') }));
    const xml = await encryptedResponse(signXml(assertion, 'Assertion', key.privateKey));
    const { status, error, location } = await post(xml, 'st', 'encrypted');
    expect([status, error]).toEqual([302, undefined]);
    expect((await finish(visit, location, 'encrypted')).status).toBe(200);
  });

  test('refuses an encrypted assertion without a signature, or with a weak one', async () => {
    const { requestId } = await waiting('encrypted');
    const assertion = assertionXml(good(requestId, { recipient: recipientOf('encrypted') }));
    const sha1 = { algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' };
    expect(await post(await encryptedResponse(assertion), 'st', 'encrypted')).toMatchObject({
      status: 401,
      error: 'invalid_assertion',
    });
    const weak = await encryptedResponse(signXml(assertion, 'Assertion', key.privateKey, sha1));
    expect(await post(weak, 'st', 'encrypted')).toMatchObject({ status: 401, error: 'weak_algorithm' });
  });
});

test.each<[string, object]>([
  ['x509Certificate', { x509Certificate: 'no certificate' }],
  ['privateKey', { signAuthnRequest: true }],
  ['encPrivateKey', { encryptAssertion: true }],
  ['assertionConsumerServiceUrl', { assertionConsumerServiceUrl: 'javascript:alert(1)' }],
])('rejects settings with an invalid %s', async (field, more) => {
  const { status, body } = await create('invalid', more);
  expect([status, (body as unknown as { details: string }).details]).toEqual([
    400,
    expect.stringContaining(`config.${field}`),
  ]);
});

test.each<[string, string]>([
  ['a DTD', '<!DOCTYPE r [<!ENTITY x "y">]><EntityDescriptor/>'],
  ['no XML', 'metadata'],
  ['no identity provider', '<EntityDescriptor entityID="x"/>'],
])('metadata with %s gives a clear error', async (_what, idpMetadataXml) => {
  const name = `broken-${idpMetadataXml.length}`;
  expect((await create(name, { idpMetadataXml })).status).toBe(200);
  const answer = await app.call(connectorsApi.authorizationUri, {
    token,
    params: { connectorId: name },
    body: { state: 'st', redirectUri: `http://core.test/callback/${name}` },
  });
  expect([answer.status, answer.body]).toMatchObject([400, { code: 'connector.invalid_config' }]);
});
