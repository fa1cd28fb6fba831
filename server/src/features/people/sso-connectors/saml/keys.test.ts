import { createVerify, X509Certificate } from 'node:crypto';
import { createRequire } from 'node:module';
import { inflateRawSync } from 'node:zlib';
import { type SamlProviderConfig, ssoConnectorsApi } from '@postern/contracts/people/sso-connectors';
import { ssoKeysApi } from '@postern/contracts/people/sso-keys';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { encrypt } from 'xml-encryption';
import { type Assertion, assertionXml, encode, metadataOf, responseXml, signingKey, signXml } from '#testing/saml';
import { changeSettings } from '#testing/sign-in';
import { arrived } from '#testing/social';
import { connectSso, leaveForSso, returnFromSso } from '#testing/sso';
import { type TestApp, testApp } from '#testing/test-app';

let app: TestApp;
let token: string;
let id: string;
let domain: string;
let certificate: string;
const key = signingKey();
const stranger = signingKey();
const issuer = 'https://idp.example/saml';
const metadata = metadataOf({ entityId: issuer, signInEndpoint: 'https://idp.example/sso', key });
const config = { metadata, signRequests: true, encryptAssertions: true };

const certificateOf = async (connectorId: string) => {
  const { body } = await app.call(ssoConnectorsApi.get, { token, params: { id: connectorId } });
  return (body.providerConfig as SamlProviderConfig).serviceProvider.x509Certificate;
};

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
  await changeSettings(app, { singleSignOnEnabled: true, signInMode: 'SignInAndRegister' });
  ({ id, domain } = await connectSso(app, token, { providerName: 'SAML', config }));
  certificate = (await certificateOf(id)) ?? '';
});
afterAll(() => app.close());

const metadataAt = async (connectorId: string) =>
  (
    await app.core.inject({
      url: `/api/authn/single-sign-on/saml/${connectorId}/metadata`,
      headers: { host: 'core.test' },
    })
  ).body;

describe('the key of a connector', () => {
  test('is in our metadata, for signing and for encryption', async () => {
    const xml = await metadataAt(id);
    const content = new X509Certificate(certificate).raw.toString('base64');
    expect(xml).toContain('AuthnRequestsSigned="true"');
    expect(xml).toMatch(/KeyDescriptor use="signing"/);
    expect(xml).toMatch(/KeyDescriptor use="encryption"/);
    expect(xml.split(content)).toHaveLength(3);
  });

  test('is created when a switch is turned on, and stays when it is turned off', async () => {
    const other = await connectSso(app, token, { providerName: 'SAML', config: { metadata } });
    expect(await certificateOf(other.id)).toBeUndefined();
    expect(await metadataAt(other.id)).not.toContain('KeyDescriptor');
    const update = (body: object) =>
      app.call(ssoConnectorsApi.update, { token, params: { id: other.id }, body: { config: body } as never });
    expect((await update({ metadata, signRequests: true })).status).toBe(200);
    const first = await certificateOf(other.id);
    expect(first).toContain('BEGIN CERTIFICATE');
    expect(first).not.toBe(certificate);
    await update({ metadata });
    expect(await metadataAt(other.id)).toContain('AuthnRequestsSigned="false"');
    await update({ metadata, encryptAssertions: true });
    expect(await certificateOf(other.id)).toBe(first);
  });

  test('is stored encrypted, and the API never shows the private key', async () => {
    const { rows } = await app.write('default', (db) =>
      sql<{ key: string }>`select private_key as key from sso_connector_keys where connector_id = ${id}`.execute(db),
    );
    expect(rows[0]?.key).toMatch(/^v1\./);
    for (const contract of [ssoConnectorsApi.get, ssoConnectorsApi.list]) {
      const { body } = await app.call(contract, { token, params: { id }, query: {} } as never);
      expect(JSON.stringify(body)).not.toContain('PRIVATE KEY');
    }
  });
});

/** A sign-in that waits for the response of the identity provider. */
async function waiting() {
  const person = await arrived(app);
  const { authorizationUri, verificationId } = await leaveForSso(person, id);
  const url = new URL(authorizationUri);
  const request = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
  return { person, verificationId, url, requestId: /\sID="([^"]+)"/.exec(request)?.[1] ?? '' };
}

test('authentication requests are signed with the key of the connector', async () => {
  const { url } = await waiting();
  expect(url.searchParams.get('SigAlg')).toBe('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256');
  const verifies = (search: string) => {
    const [signed = ''] = search.slice(1).split('&Signature=');
    return createVerify('RSA-SHA256')
      .update(signed)
      .verify(new X509Certificate(certificate).publicKey, url.searchParams.get('Signature') ?? '', 'base64');
  };
  expect(verifies(url.search)).toBe(true);
  expect(verifies(url.search.replace('RelayState=st', 'RelayState=xx'))).toBe(false);
});

describe('encrypted assertions', () => {
  const good = (requestId: string, more: Partial<Assertion> = {}): Assertion => ({
    issuer,
    audience: `http://core.test/enterprise-sso/${id}`,
    recipient: `http://core.test/api/authn/single-sign-on/saml/${id}`,
    inResponseTo: requestId,
    nameId: 'ada-1',
    attributes: { email: `ada@${domain}`, name: 'Ada' },
    ...more,
  });
  const gcm = 'http://www.w3.org/2009/xmlenc11#aes256-gcm' as const;
  const oaep = 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p' as const;
  const cbc = 'http://www.w3.org/2001/04/xmlenc#aes256-cbc';
  const pkcs1 = 'http://www.w3.org/2001/04/xmlenc#rsa-1_5';
  type Methods = { content?: string; transport?: string; digest?: 'sha1' | 'sha256'; pem?: string };
  const encrypted = (
    assertion: string,
    { content = gcm, transport = oaep, digest = 'sha1', pem = certificate }: Methods = {},
  ) =>
    new Promise<string>((resolve, reject) => {
      const options = {
        rsa_pub: new X509Certificate(pem).publicKey.export({ type: 'spki', format: 'pem' }).toString(),
        pem: new X509Certificate(pem).toString(),
        encryptionAlgorithm: content as typeof gcm,
        keyEncryptionAlgorithm: transport as typeof oaep,
        keyEncryptionDigest: digest,
        disallowEncryptionWithInsecureAlgorithm: false,
        warnInsecureAlgorithm: false,
      };
      encrypt(assertion, options, (error, result) =>
        error
          ? reject(error)
          : resolve(
              `<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${result}</saml:EncryptedAssertion>`,
            ),
      );
    });
  const signed = (assertion: Assertion, by = key) => signXml(assertionXml(assertion), 'Assertion', by.privateKey);
  const inResponse = (assertion: string) => responseXml(assertion, { issuer });

  async function post(xml: string, connectorId = id) {
    const answer = await app.core.inject({
      method: 'POST',
      url: `/api/authn/single-sign-on/saml/${connectorId}`,
      headers: { host: 'core.test', 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ SAMLResponse: encode(xml), RelayState: 'st' }).toString(),
    });
    const isRefused = answer.statusCode >= 400;
    return {
      status: answer.statusCode,
      error: isRefused ? (answer.json() as { data?: { error?: string } }).data?.error : undefined,
      location: String(answer.headers.location),
    };
  }

  test('sign people in', async () => {
    const { person, verificationId, requestId } = await waiting();
    const accepted = await post(inResponse(await encrypted(signed(good(requestId)))));
    expect([accepted.status, accepted.error]).toEqual([302, undefined]);
    const data = Object.fromEntries(new URL(accepted.location).searchParams);
    expect((await returnFromSso(person, id, verificationId, data)).status).toBe(200);
  });

  test('are accepted in a signed response', async () => {
    const { requestId } = await waiting();
    const xml = inResponse(await encrypted(assertionXml(good(requestId))));
    expect((await post(signXml(xml, 'Response', key.privateKey))).status).toBe(302);
  });

  test('are accepted with the letters of a weak algorithm in a name or in encrypted text', async () => {
    const { requestId } = await waiting();
    const accepted = await post(inResponse(signed(good(requestId, { nameId: 'ada-hmac-1' }))));
    expect([accepted.status, accepted.error]).toEqual([302, undefined]);
  });

  test.each([oaep, 'http://www.w3.org/2009/xmlenc11#rsa-oaep'])(
    'are accepted with a key that was encrypted by %s with SHA-256',
    async (transport) => {
      const { requestId } = await waiting();
      const accepted = await post(
        inResponse(await encrypted(signed(good(requestId)), { transport, digest: 'sha256' })),
      );
      expect([accepted.status, accepted.error]).toEqual([302, undefined]);
    },
  );

  test.each(['aes128-cbc', 'aes256-cbc'])('with %s are accepted in a signed response', async (method) => {
    const { requestId } = await waiting();
    const content = `http://www.w3.org/2001/04/xmlenc#${method}`;
    const xml = inResponse(await encrypted(assertionXml(good(requestId)), { content }));
    const accepted = await post(signXml(xml, 'Response', key.privateKey));
    expect([accepted.status, accepted.error]).toEqual([302, undefined]);
  });

  test('attack: with AES-CBC and without a signed response, nothing is decrypted, whether the padding is good or bad', async () => {
    const { requestId } = await waiting();
    const privateDecrypt = vi.spyOn(createRequire(import.meta.url)('node:crypto'), 'privateDecrypt');
    const good256 = inResponse(await encrypted(signed(good(requestId)), { content: cbc }));
    const attempts = [
      good256,
      flip(good256),
      // A signature of the identity provider over another response, or of somebody else, changes nothing.
      signXml(good256, 'Response', stranger.privateKey),
      flip(signXml(good256, 'Response', key.privateKey)),
      signXml(inResponse(''), 'Response', key.privateKey).replace(
        '</samlp:Response>',
        `${good256.slice(good256.indexOf('<saml:EncryptedAssertion'), good256.indexOf('</samlp:Response>'))}</samlp:Response>`,
      ),
    ];
    for (const attempt of attempts) {
      expect(await post(attempt)).toEqual({ status: 401, error: 'invalid_assertion', location: 'undefined' });
    }
    expect(privateDecrypt).not.toHaveBeenCalled();
    privateDecrypt.mockRestore();
  });

  test.each([
    ['an expired assertion', { notBefore: -7_200_000, notOnOrAfter: -3_600_000 }, cbc],
    ['another audience', { audience: 'other' }, cbc],
    ['another issuer', { issuer: 'https://other.example' }, cbc],
    ['Triple DES', {}, 'http://www.w3.org/2001/04/xmlenc#tripledes-cbc'],
  ])('attack: a signed response is refused with %s in AES-CBC', async (_name, more, content) => {
    const { requestId } = await waiting();
    const xml = inResponse(await encrypted(assertionXml(good(requestId, more)), { content }));
    expect((await post(signXml(xml, 'Response', key.privateKey))).status).toBe(401);
  });

  test('attack: a signed response is refused with PKCS #1 v1.5 and AES-CBC, and with a comment inside', async () => {
    const { requestId } = await waiting();
    const weak = await encrypted(assertionXml(good(requestId)), { content: cbc, transport: pkcs1 });
    const split = assertionXml(good(requestId)).replace('ada-1', 'ada<!-- -->-1');
    const commented = await encrypted(split, { content: cbc });
    for (const one of [weak, commented]) {
      expect((await post(signXml(inResponse(one), 'Response', key.privateKey))).status).toBe(401);
    }
  });

  describe('while the key pair is replaced', () => {
    const keys = async () => (await app.call(ssoKeysApi.list, { token, params: { id } })).body;
    const stateOf = async (pem: string) => (await keys()).find((one) => one.certificate === pem)?.state;
    const create = () => app.call(ssoKeysApi.create, { token, params: { id } });
    const activate = () => app.call(ssoKeysApi.activate, { token, params: { id } });
    const remove = (state: string) => app.call(ssoKeysApi.remove, { token, params: { id, state: state as 'next' } });
    const contentOf = (pem: string) => new X509Certificate(pem).raw.toString('base64');
    const accepts = async (pem: string) => {
      const { requestId } = await waiting();
      return (await post(inResponse(await encrypted(signed(good(requestId)), { pem })))).status === 302;
    };
    const isSignedBy = async (pem: string) => {
      const { url } = await waiting();
      const [text = ''] = url.search.slice(1).split('&Signature=');
      const signature = url.searchParams.get('Signature') ?? '';
      return createVerify('RSA-SHA256').update(text).verify(new X509Certificate(pem).publicKey, signature, 'base64');
    };

    test('the next certificate is published before it is used, and the previous one is still accepted after', async () => {
      const old = certificate;
      expect((await keys()).map(({ state }) => state)).toEqual(['current']);
      expect((await activate()).status).toBe(404);
      const created = await create();
      expect([created.status, created.body.map(({ state }) => state)]).toEqual([201, ['current', 'next']]);
      expect(JSON.stringify(created.body)).not.toContain('PRIVATE');
      const next = created.body[1]?.certificate ?? '';
      expect((await create()).status).toBe(422);

      const overlap = await metadataAt(id);
      expect([overlap.split(contentOf(old)).length, overlap.split(contentOf(next)).length]).toEqual([3, 3]);
      expect([await isSignedBy(old), await accepts(old), await accepts(next)]).toEqual([true, true, true]);

      expect((await activate()).status).toBe(200);
      expect([await stateOf(next), await stateOf(old)]).toEqual(['current', 'previous']);
      expect(await certificateOf(id)).toBe(next);
      const after = await metadataAt(id);
      expect([after.includes(contentOf(old)), after.includes(contentOf(next))]).toEqual([false, true]);
      expect([await isSignedBy(next), await accepts(old), await accepts(next)]).toEqual([true, true, true]);

      expect((await remove('current')).status).toBe(400);
      expect((await remove('previous')).status).toBe(204);
      expect((await remove('previous')).status).toBe(404);
      expect([await accepts(old), await accepts(next)]).toEqual([false, true]);
      certificate = next;
    });

    test('a next key pair can be deleted; all keys are stored encrypted and every change is in the audit log', async () => {
      const { body } = await create();
      const { rows } = await app.write('default', (db) =>
        sql<{ key: string }>`select private_key as key from sso_connector_spare_keys
          union all select private_key from sso_connector_keys`.execute(db),
      );
      expect(rows.every(({ key: stored }) => stored.startsWith('v1.'))).toBe(true);
      expect((await remove('next')).status).toBe(204);
      expect(await metadataAt(id)).not.toContain(contentOf(body[1]?.certificate ?? ''));
      await app.worker.drain();
      const { rows: logged } = await app.read('default', (db) =>
        sql<{ n: number }>`select count(*)::int as n from logs where key = 'SsoConnector.Keys.Updated'`.execute(db),
      );
      expect(logged[0]?.n).toBe(5);
    });

    test('a connector without a key pair cannot replace it', async () => {
      const other = await connectSso(app, token, { providerName: 'SAML', config: { metadata } });
      expect((await app.call(ssoKeysApi.create, { token, params: { id: other.id } })).status).toBe(404);
      expect((await app.call(ssoKeysApi.list, { token, params: { id: 'nothing' } })).status).toBe(404);
    });
  });

  test('assertions that are not encrypted stay accepted', async () => {
    const { requestId } = await waiting();
    expect((await post(inResponse(signed(good(requestId))))).status).toBe(302);
  });

  test('are refused by a connector without the setting', async () => {
    const other = await connectSso(app, token, { providerName: 'SAML', config: { metadata } });
    expect((await post(inResponse(await encrypted(signed(good('_x')))), other.id)).error).toBe('invalid_assertion');
  });

  const strangerPem = `-----BEGIN CERTIFICATE-----\n${stranger.certificate}\n-----END CERTIFICATE-----`;
  const flip = (xml: string) =>
    xml.replace(
      /(<xenc:CipherValue>)([^<]{40})([^<]+)(<\/xenc:CipherValue>\s*<\/xenc:CipherData>\s*<\/xenc:EncryptedData>)/,
      (_all, open: string, head: string, rest: string, end: string) =>
        `${open}${head}${rest.startsWith('A') ? 'B' : 'A'}${rest.slice(1)}${end}`,
    );
  const corpus: [name: string, make: (request: string) => Promise<string>, error?: string][] = [
    ['no signature', async (request) => inResponse(await encrypted(assertionXml(good(request))))],
    ['a signature of another key', async (request) => inResponse(await encrypted(signed(good(request), stranger)))],
    [
      'encryption for another key',
      async (request) => inResponse(await encrypted(signed(good(request)), { pem: strangerPem })),
    ],
    ['changed content', async (request) => flip(inResponse(await encrypted(signed(good(request)))))],
    ['AES-CBC', async (request) => inResponse(await encrypted(signed(good(request)), { content: cbc }))],
    [
      'RSA with PKCS #1 v1.5',
      async (request) => inResponse(await encrypted(signed(good(request)), { transport: pkcs1 })),
    ],
    [
      'a second encrypted assertion',
      async (request) =>
        inResponse(
          (await encrypted(signed(good(request)))) + (await encrypted(assertionXml(good(request, { nameId: 'boss' })))),
        ),
    ],
    [
      'a plain assertion next to it',
      async (request) =>
        inResponse((await encrypted(signed(good(request)))) + assertionXml(good(request, { nameId: 'boss' }))),
    ],
    [
      'an encrypted element without a namespace',
      async (request) =>
        inResponse(
          (await encrypted(signed(good(request)), { content: cbc }))
            .replace(
              '<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">',
              '<EncryptedAssertion>',
            )
            .replace('</saml:EncryptedAssertion>', '</EncryptedAssertion>'),
        ),
    ],
    [
      'a comment inside',
      async (request) => inResponse(await encrypted(signed(good(request)).replace('ada-1', 'ada<!-- -->-1'))),
      'comment',
    ],
    [
      'a SHA-1 signature inside',
      async (request) =>
        inResponse(
          await encrypted(
            signXml(assertionXml(good(request)), 'Assertion', key.privateKey, {
              algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
            }),
          ),
        ),
      'weak_algorithm',
    ],
    ['nothing inside', async () => inResponse(await encrypted('<nothing/>'))],
    [
      'an expired assertion',
      async (request) =>
        inResponse(await encrypted(signed(good(request, { notBefore: -7_200_000, notOnOrAfter: -3_600_000 })))),
    ],
    ['another audience', async (request) => inResponse(await encrypted(signed(good(request, { audience: 'other' }))))],
  ];
  test.each(corpus)('attack: refused with %s', async (_name, make, error = 'invalid_assertion') => {
    const { requestId } = await waiting();
    const refused = await post(await make(requestId));
    expect([refused.status, refused.error]).toEqual([401, error]);
  });
});
