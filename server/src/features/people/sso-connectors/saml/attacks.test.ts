import { createHash } from 'node:crypto';
import { applicationsApi } from '@postern/contracts/access/applications';
import { ssoConnectorsApi } from '@postern/contracts/people/sso-connectors';
import { usersApi } from '@postern/contracts/people/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SignedXml } from 'xml-crypto';
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
import { changeSettings, type Visitor } from '#testing/sign-in';
import { arrived } from '#testing/social';
import { connectSso, leaveForSso, returnFromSso } from '#testing/sso';
import { type TestApp, testApp } from '#testing/test-app';

let app: TestApp;
let token: string;
let id: string;
let domain: string;
const key = signingKey();
const stranger = signingKey();
const issuer = 'https://idp.example/saml';
const rsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const sha256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
  await changeSettings(app, { singleSignOnEnabled: true, signInMode: 'SignInAndRegister' });
  const metadata = metadataOf({ entityId: issuer, signInEndpoint: 'https://idp.example/sso', key });
  ({ id, domain } = await connectSso(app, token, { providerName: 'SAML', config: { metadata } }));
});
afterAll(() => app.close());

const audience = () => `http://core.test/enterprise-sso/${id}`;
const recipient = () => `http://core.test/api/authn/single-sign-on/saml/${id}`;

async function post(xml: string, relayState: string | undefined = 'st', connectorId = id) {
  const form = new URLSearchParams({ SAMLResponse: encode(xml), ...(relayState ? { RelayState: relayState } : {}) });
  const answer = await app.core.inject({
    method: 'POST',
    url: `/api/authn/single-sign-on/saml/${connectorId}`,
    headers: { host: 'core.test', 'content-type': 'application/x-www-form-urlencoded' },
    payload: form.toString(),
  });
  const location = answer.headers.location;
  return {
    status: answer.statusCode,
    error: answer.statusCode < 400 ? undefined : (answer.json() as { data?: { error?: string } }).data?.error,
    code: answer.statusCode < 400 ? undefined : (answer.json() as { code: string }).code,
    location: location ? String(location) : undefined,
  };
}

/** A sign-in that waits for the response of the identity provider. */
async function waiting(parameters?: Record<string, string>) {
  const person = await arrived(app);
  if (parameters) {
    await person.arrive(parameters);
    await person.start('SignIn');
  }
  const { authorizationUri, verificationId } = await leaveForSso(person, id);
  const { inflateRawSync } = await import('node:zlib');
  const url = new URL(authorizationUri);
  const request = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
  const requestId = /\sID="([^"]+)"/.exec(request)?.[1] ?? '';
  return { person, verificationId, url, request, requestId };
}

const good = (requestId: string, more: Partial<Assertion> = {}): Assertion => ({
  issuer,
  audience: audience(),
  recipient: recipient(),
  inResponseTo: requestId,
  nameId: 'ada-1',
  attributes: { email: `ada@${domain}`, name: 'Ada' },
  ...more,
});

const finish = async (person: Visitor, verificationId: string, location: string | undefined) => {
  const data = Object.fromEntries(new URL(location ?? 'http://core.test').searchParams);
  return returnFromSso(person, id, verificationId, data);
};

test('a whole sign-in with SAML registers a user and signs them in again', async () => {
  const ids: string[] = [];
  for (const round of [1, 2]) {
    const { person, verificationId, url, request, requestId } = await waiting();
    expect([url.origin + url.pathname, url.searchParams.get('RelayState')]).toEqual(['https://idp.example/sso', 'st']);
    expect(request).toContain(`AssertionConsumerServiceURL="${recipient()}"`);
    const accepted = await post(signedResponse(good(requestId), key));
    expect([round, accepted.status, accepted.error]).toEqual([round, 302, undefined]);
    expect(accepted.location).toContain(`http://core.test/callback/${id}?state=st&saml=`);
    expect((await finish(person, verificationId, accepted.location)).status).toBe(200);
    if ((await person.identify(verificationId)).status !== 204) {
      await person.step('PUT', '/interaction-event', { interactionEvent: 'Register' });
      expect((await person.identify(verificationId)).status).toBe(201);
    }
    ids.push((await person.step('GET', '/interaction')).body.userId);
    expect((await person.submit()).status).toBe(200);
  }
  expect(ids[0]).toBe(ids[1]);
  const { body } = await app.call(usersApi.get, {
    token,
    params: { userId: ids[0] ?? '' },
    query: { includeSsoIdentities: 'true' },
  });
  expect(body).toMatchObject({
    primaryEmail: `ada@${domain}`,
    name: 'Ada',
    ssoIdentities: [{ issuer, identityId: 'ada-1', ssoConnectorId: id }],
  });
});

test('accepts a signature of the whole response instead of the assertion', async () => {
  const { requestId } = await waiting();
  const xml = responseXml(assertionXml(good(requestId)), { issuer, destination: recipient() });
  expect((await post(signXml(xml, 'Response', key.privateKey))).status).toBe(302);
});

describe('SAML attacks (attack 24)', () => {
  const wrap = (signed: string, evil: string, place: 'before' | 'after' | 'inside') => {
    if (place === 'inside') {
      return signed.replace('</samlp:Response>', `<samlp:Extensions>${evil}</samlp:Extensions></samlp:Response>`);
    }
    return place === 'before'
      ? signed.replace('<saml:Assertion ', `${evil}<saml:Assertion `)
      : signed.replace('</samlp:Response>', `${evil}</samlp:Response>`);
  };

  const corpus: [name: string, make: (requestId: string) => string][] = [
    ['no signature', (request) => responseXml(assertionXml(good(request)), { issuer })],
    ['a signature of another key', (request) => signedResponse(good(request), stranger)],
    ['a changed name', (request) => signedResponse(good(request), key).replace('ada-1', 'boss')],
    ['a changed attribute', (request) => signedResponse(good(request), key).replace(`ada@${domain}`, `boss@${domain}`)],
    [
      'an assertion before the signed one',
      (request) => wrap(signedResponse(good(request), key), assertionXml(good(request, { nameId: 'boss' })), 'before'),
    ],
    [
      'two assertions',
      (request) => wrap(signedResponse(good(request), key), assertionXml(good(request, { nameId: 'boss' })), 'after'),
    ],
    [
      'signature wrapping: the signed assertion inside of a forged one',
      (request) => {
        const signed = signXml(assertionXml(good(request)), 'Assertion', key.privateKey);
        const signature = /<ds:Signature[\s\S]*<\/ds:Signature>/.exec(signed)?.[0] ?? '';
        const forged = assertionXml(good(request, { nameId: 'boss', id: '_forged' }));
        const moved = forged.replace(
          '</saml:Issuer>',
          `</saml:Issuer>${signature.replace('</ds:Signature>', `<ds:Object>${signed.replace(signature, '')}</ds:Object></ds:Signature>`)}`,
        );
        return responseXml(moved, { issuer });
      },
    ],
    [
      'signature wrapping: the same ID twice',
      (request) => {
        const signed = signXml(assertionXml(good(request, { id: '_same' })), 'Assertion', key.privateKey);
        const forged = assertionXml(good(request, { nameId: 'boss', id: '_same' }));
        return wrap(responseXml(forged, { issuer }), signed, 'inside');
      },
    ],
    [
      'a comment in NameID',
      (request) =>
        signedResponse(good(request, { nameId: 'ada-1<!-- x -->.evil' }), key, {
          canonicalization: 'http://www.w3.org/2001/10/xml-exc-c14n#',
        }),
    ],
    [
      'XXE by DTD',
      (request) => `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${signedResponse(good(request), key)}`,
    ],
    [
      'an entity bomb',
      (request) =>
        `<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>${signedResponse(good(request), key)}`,
    ],
    [
      'HMAC as RSA',
      (request) =>
        signedResponse(good(request), key).replaceAll(
          'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
          'http://www.w3.org/2000/09/xmldsig#hmac-sha1',
        ),
    ],
    [
      'SHA-1',
      (request) => signedResponse(good(request), key, { algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }),
    ],
    [
      'an encrypted assertion that nobody can decrypt',
      (request) =>
        responseXml('<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"/>', {
          issuer,
          inResponseTo: request,
        }),
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
    [
      'a response to another service',
      (request) => {
        const signed = signXml(assertionXml(good(request)), 'Assertion', key.privateKey);
        return responseXml(signed, { issuer, destination: 'https://other.example/acs' });
      },
    ],
    [
      'a signed response to another service',
      (request) => {
        const xml = responseXml(assertionXml(good(request)), { issuer, destination: `${recipient()}/` });
        return signXml(xml, 'Response', key.privateKey);
      },
    ],
    [
      'a response of another sender',
      (request) => {
        const signed = signXml(assertionXml(good(request)), 'Assertion', key.privateKey);
        return responseXml(signed, { issuer: 'https://evil.example' });
      },
    ],
    [
      'an assertion that is not about a sign-in',
      (request) => {
        const plain = assertionXml(good(request)).replace(/<saml:AuthnStatement .*<\/saml:AuthnStatement>/, '');
        return responseXml(signXml(plain, 'Assertion', key.privateKey), { issuer });
      },
    ],
    [
      'a session that has ended at the provider',
      (request) => {
        const end = new Date(Date.now() - 120_000).toISOString();
        const ended = assertionXml(good(request)).replace(
          'AuthnInstant=',
          `SessionNotOnOrAfter="${end}" AuthnInstant=`,
        );
        return responseXml(signXml(ended, 'Assertion', key.privateKey), { issuer });
      },
    ],
    ['text', () => 'SAMLResponse'],
    ['another document', () => '<html/>'],
  ];

  test.each(corpus)('refuses %s', async (_, make) => {
    const { requestId } = await waiting();
    const refused = await post(make(requestId));
    expect([refused.status, refused.code]).toEqual([401, 'connector.authorization_failed']);
  });

  const partsOf = (signed: string) => {
    const signature = /<ds:Signature[\s\S]*<\/ds:Signature>/.exec(signed)?.[0] ?? '';
    return { signature, unsigned: signed.replace(signature, '') };
  };
  const boss = (request: string) => assertionXml(good(request, { nameId: 'boss', id: '_boss' }));
  const afterIssuer = (xml: string, added: string) => xml.replace('</saml:Issuer>', `</saml:Issuer>${added}`);
  const signedAssertion = (request: string) =>
    partsOf(signXml(assertionXml(good(request, { id: '_signed' })), 'Assertion', key.privateKey));
  const signedWhole = (request: string) =>
    partsOf(signXml(responseXml(assertionXml(good(request)), { issuer }), 'Response', key.privateKey));
  /** The signature with other references or algorithms, signed afresh by a key. */
  const signAgain = (
    xml: string,
    change: (signer: SignedXml) => void,
    { privateKey, algorithm = rsaSha256 }: { privateKey: string; algorithm?: string },
  ) => {
    const signer = new SignedXml({ privateKey, signatureAlgorithm: algorithm, canonicalizationAlgorithm: exclusive });
    change(signer);
    const reference = `//*[local-name(.)='Assertion']/*[local-name(.)='Issuer']`;
    signer.computeSignature(xml, { location: { reference, action: 'after' }, prefix: 'ds' });
    return signer.getSignedXml();
  };

  /** The eight ways to wrap a signature of Somorovsky et al., and what was found in libraries since. */
  const wrapped: [name: string, make: (requestId: string) => string][] = [
    [
      '1: the signed response inside of the signature of a forged one',
      (request) => {
        const { signature, unsigned } = signedWhole(request);
        const forged = responseXml(boss(request), { issuer });
        return afterIssuer(
          forged,
          signature.replace('</ds:Signature>', `<ds:Object>${unsigned}</ds:Object></ds:Signature>`),
        );
      },
    ],
    [
      '2: the signed response before its detached signature in a forged one',
      (request) => {
        const { signature, unsigned } = signedWhole(request);
        return afterIssuer(
          responseXml(boss(request), { issuer }),
          `<samlp:Extensions>${unsigned}</samlp:Extensions>${signature}`,
        );
      },
    ],
    [
      '3: a forged assertion before the signed one',
      (request) => {
        const { signature, unsigned } = signedAssertion(request);
        return responseXml(boss(request) + afterIssuer(unsigned, signature), { issuer });
      },
    ],
    [
      '4: the signed assertion as a child of a forged one',
      (request) => {
        const { signature, unsigned } = signedAssertion(request);
        return responseXml(
          boss(request).replace('</saml:Assertion>', `${afterIssuer(unsigned, signature)}</saml:Assertion>`),
          {
            issuer,
          },
        );
      },
    ],
    [
      '5: the signature in a forged assertion, and the signed one after it',
      (request) => {
        const { signature, unsigned } = signedAssertion(request);
        return responseXml(afterIssuer(boss(request), signature) + unsigned, { issuer });
      },
    ],
    [
      '6: the signed assertion inside of the signature of a forged one',
      (request) => {
        const { signature, unsigned } = signedAssertion(request);
        const around = signature.replace('</ds:Signature>', `${unsigned}</ds:Signature>`);
        return responseXml(afterIssuer(boss(request), around), { issuer });
      },
    ],
    [
      '7: the signed assertion in an extension before a forged one',
      (request) => {
        const { signature, unsigned } = signedAssertion(request);
        const extension = `<samlp:Extensions>${afterIssuer(unsigned, signature)}</samlp:Extensions>`;
        return afterIssuer(responseXml('', { issuer }), extension).replace(
          '</samlp:Response>',
          `${boss(request)}</samlp:Response>`,
        );
      },
    ],
    [
      '8: the signed assertion in an object of the signature of a forged one with its ID',
      (request) => {
        const { signature, unsigned } = signedAssertion(request);
        const around = signature.replace('</ds:Signature>', `<ds:Object>${unsigned}</ds:Object></ds:Signature>`);
        return responseXml(afterIssuer(boss(request).replace('_boss', '_signed'), around), { issuer });
      },
    ],
    [
      'a second signed part before the real one (CVE-2025-29774)',
      (request) => {
        const signed = signedResponse(good(request), key);
        const info = /<ds:SignedInfo[\s\S]*?<\/ds:SignedInfo>/.exec(signed)?.[0] ?? '';
        const forged = createHash('sha256').update(boss(request)).digest('base64');
        const other = info.replace(/<ds:DigestValue>[^<]*/, `<ds:DigestValue>${forged}`);
        return signed.replace(info, other + info).replace('ada-1', 'boss');
      },
    ],
    [
      'a comment in the digest (CVE-2025-29775)',
      (request) => {
        const signed = signedResponse(good(request), key);
        return signed.replace('ada-1', 'boss').replace(/<ds:DigestValue>/, '<ds:DigestValue><!--forged-->');
      },
    ],
    [
      'a signature of another element',
      (request) => {
        const xml = boss(request).replace('<saml:Subject>', '<saml:Subject ID="_subject">');
        const add = (signer: SignedXml) =>
          signer.addReference({ xpath: `//*[@ID='_subject']`, transforms: [exclusive], digestAlgorithm: sha256 });
        return responseXml(signAgain(xml, add, key), { issuer });
      },
    ],
    [
      'a signature without a reference',
      (request) =>
        responseXml(
          signAgain(boss(request), () => undefined, key),
          { issuer },
        ),
    ],
    [
      'a signature of two elements',
      (request) => {
        const xml = boss(request).replace('<saml:Subject>', '<saml:Subject ID="_subject">');
        const add = (signer: SignedXml) => {
          signer.addReference({ xpath: `//*[@ID='_subject']`, transforms: [exclusive], digestAlgorithm: sha256 });
          signer.addReference({
            xpath: `//*[@ID='_boss']`,
            transforms: [enveloped, exclusive],
            digestAlgorithm: sha256,
          });
        };
        return responseXml(signAgain(xml, add, key), { issuer });
      },
    ],
    [
      'HMAC with the public certificate as its secret',
      (request) => {
        const add = (signer: SignedXml) =>
          signer.addReference({
            xpath: `//*[@ID='_boss']`,
            transforms: [enveloped, exclusive],
            digestAlgorithm: sha256,
          });
        const pem = `-----BEGIN CERTIFICATE-----\n${key.certificate.match(/.{1,64}/g)?.join('\n')}\n-----END CERTIFICATE-----\n`;
        const hmac = 'http://www.w3.org/2000/09/xmldsig#hmac-sha1';
        const signer = (xml: string) => {
          const made = new SignedXml({
            privateKey: pem,
            signatureAlgorithm: hmac,
            canonicalizationAlgorithm: exclusive,
          });
          made.enableHMAC();
          add(made);
          const reference = `//*[local-name(.)='Assertion']/*[local-name(.)='Issuer']`;
          made.computeSignature(xml, { location: { reference, action: 'after' }, prefix: 'ds' });
          return made.getSignedXml();
        };
        return responseXml(signer(boss(request)), { issuer });
      },
    ],
    [
      'a stranger who names his own certificate in the signature',
      (request) => {
        const signed = signXml(boss(request), 'Assertion', stranger.privateKey);
        const info = `<ds:KeyInfo><ds:X509Data><ds:X509Certificate>${stranger.certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`;
        return responseXml(signed.replace('</ds:Signature>', `${info}</ds:Signature>`), { issuer });
      },
    ],
    [
      'a stranger who signs the response around a signed assertion of a colleague for another service',
      (request) => {
        const other = signXml(
          assertionXml(good(request, { audience: 'https://other.example' })),
          'Assertion',
          key.privateKey,
        );
        return signXml(responseXml(other, { issuer }), 'Response', stranger.privateKey);
      },
    ],
    [
      'an audience among those of two restrictions, one of which is for another service',
      (request) => {
        const two = assertionXml(good(request)).replace(
          '</saml:AudienceRestriction>',
          '</saml:AudienceRestriction><saml:AudienceRestriction><saml:Audience>https://other.example</saml:Audience></saml:AudienceRestriction>',
        );
        return responseXml(signXml(two, 'Assertion', key.privateKey), { issuer });
      },
    ],
    [
      'an end that is no time',
      (request) => {
        const odd = assertionXml(good(request)).replaceAll(/NotOnOrAfter="[^"]*"/g, 'NotOnOrAfter="tomorrow"');
        return responseXml(signXml(odd, 'Assertion', key.privateKey), { issuer });
      },
    ],
    [
      'a confirmation that is not of a bearer',
      (request) => {
        const held = assertionXml(good(request)).replace('cm:bearer', 'cm:holder-of-key');
        return responseXml(signXml(held, 'Assertion', key.privateKey), { issuer });
      },
    ],
    [
      'another time of the condition in an advice',
      (request) => {
        const late = assertionXml(good(request, { notOnOrAfter: -120_000, notBefore: -600_000 }));
        const advice = `<saml:Advice>${assertionXml(good(request, { id: '_advice' }))}</saml:Advice>`;
        return responseXml(
          signXml(late.replace('<saml:AuthnStatement', `${advice}<saml:AuthnStatement`), 'Assertion', key.privateKey),
          {
            issuer,
          },
        );
      },
    ],
  ];

  test('refuses every way to wrap, detach or confuse a signature', async () => {
    const own = await waiting();
    const add = (signer: SignedXml) =>
      signer.addReference({ xpath: `//*[@ID='_own']`, transforms: [enveloped, exclusive], digestAlgorithm: sha256 });
    const plain = signAgain(assertionXml(good(own.requestId, { id: '_own' })), add, key);
    expect((await post(responseXml(plain, { issuer }))).status, 'the refusals have their own reasons').toBe(302);
    for (const [name, make] of wrapped) {
      const { requestId } = await waiting();
      const refused = await post(make(requestId));
      expect([name, refused.status, refused.code]).toEqual([name, 401, 'connector.authorization_failed']);
    }
  });

  test('refuses a replayed assertion', async () => {
    const { requestId } = await waiting();
    const xml = signedResponse(good(requestId), key);
    expect((await post(xml)).status).toBe(302);
    expect(await post(xml)).toMatchObject({ status: 401, error: 'replayed' });
  });

  test('refuses a response that is too large', async () => {
    const refused = await post(`<samlp:Response>${'x'.repeat(300_000)}</samlp:Response>`);
    expect(refused.status).toBe(401);
  });

  test('does not accept the response to a request of another user (login CSRF)', async () => {
    const attacker = await waiting();
    const { location } = await post(signedResponse(good(attacker.requestId, { nameId: 'attacker' }), key));
    const victim = await waiting();
    const back = await finish(victim.person, victim.verificationId, location);
    expect([back.status, back.code]).toEqual([401, 'connector.authorization_failed']);
  });

  test('accepts an assertion for its own connector only', async () => {
    const metadata = metadataOf({ entityId: issuer, signInEndpoint: 'https://idp.example/sso', key });
    const other = await connectSso(app, token, { providerName: 'SAML', config: { metadata } });
    const { requestId } = await waiting();
    expect((await post(signedResponse(good(requestId), key), 'st', other.id)).status).toBe(401);
  });

  test('a kept assertion works once', async () => {
    const { person, verificationId, requestId } = await waiting();
    const { location } = await post(signedResponse(good(requestId), key));
    expect((await finish(person, verificationId, location)).status).toBe(200);
    const again = await waiting();
    expect((await finish(again.person, again.verificationId, location)).code).toBe(
      'session.connector_session_not_found',
    );
  });

  test('an earlier sign-in at the provider does not answer a request with max_age', async () => {
    const before = new Date(Date.now() - 3_600_000).toISOString();
    const old = (requestId: string) => {
      const xml = assertionXml(good(requestId)).replace(/AuthnInstant="[^"]*"/, `AuthnInstant="${before}"`);
      return responseXml(signXml(xml, 'Assertion', key.privateKey), { issuer });
    };
    const forced = await waiting({ max_age: '60' });
    expect(forced.request).toContain('ForceAuthn="true"');
    const { location } = await post(old(forced.requestId));
    const refused = await finish(forced.person, forced.verificationId, location);
    expect([refused.status, refused.body.data]).toEqual([401, { error: 'sign_in_too_old' }]);
    const fresh = await waiting({ max_age: '60' });
    const answered = await post(signedResponse(good(fresh.requestId), key));
    expect((await finish(fresh.person, fresh.verificationId, answered.location)).status).toBe(200);
    const usual = await waiting();
    expect(usual.request).not.toContain('ForceAuthn="true"');
    const silent = await post(old(usual.requestId));
    expect((await finish(usual.person, usual.verificationId, silent.location)).status).toBe(200);
  });

  test('an unknown connector is a 404', async () => {
    expect((await post('<x/>', 'st', 'nothing')).status).toBe(404);
  });
});

describe('a sign-in that starts at the identity provider', () => {
  const unsolicited = () => signedResponse({ ...good(''), inResponseTo: undefined }, key);

  test('is refused unless it is allowed', async () => {
    expect(await post(unsolicited(), undefined)).toMatchObject({
      status: 400,
      code: 'session.connector_validation_session_not_found',
    });
  });

  test('starts a sign-in of our own, so that nobody is signed in to a foreign account (login CSRF)', async () => {
    const redirectUri = 'https://app.example/callback';
    const { body: application } = await app.call(applicationsApi.create, {
      token,
      body: {
        name: 'App',
        type: 'Traditional',
        oidcClientMetadata: { redirectUris: [redirectUri], postLogoutRedirectUris: [] },
      },
    });
    const set = (body: object) =>
      app.call(ssoConnectorsApi.setIdpInitiated, { token, params: { id }, body: body as never });
    await set({ defaultApplicationId: application.id, autoSendAuthorizationRequest: true });
    const { location } = await post(unsolicited(), undefined);
    const url = new URL(location ?? '');
    expect([url.origin + url.pathname, Object.fromEntries(url.searchParams)]).toEqual([
      'http://core.test/oidc/auth',
      {
        scope: 'openid profile email',
        client_id: application.id,
        redirect_uri: redirectUri,
        response_type: 'code',
        direct_sign_in: `sso:${id}`,
      },
    ]);
    const started = await app.core.inject({
      url: url.pathname + url.search,
      headers: { host: 'core.test', accept: 'text/html' },
    });
    expect(String(started.headers.location)).toContain(`/direct/sso/${id}`);
    await set({
      defaultApplicationId: application.id,
      autoSendAuthorizationRequest: false,
      clientIdpInitiatedAuthCallbackUri: 'https://app.example/sso?from=idp',
    });
    expect((await post(unsolicited(), undefined)).location).toBe(
      `https://app.example/sso?from=idp&ssoConnectorId=${id}`,
    );
    // A forged one leads nowhere.
    expect((await post(unsolicited().replace('ada-1', 'x'), undefined)).status).toBe(401);
  });

  describe('while it is allowed', () => {
    const redirectUri = 'https://landing.example/callback';
    let applicationId: string;
    const set = (more: object = {}) =>
      app.call(ssoConnectorsApi.setIdpInitiated, {
        token,
        params: { id },
        body: { defaultApplicationId: applicationId, autoSendAuthorizationRequest: true, ...more } as never,
      });
    const create = async () => {
      const oidcClientMetadata = { redirectUris: [redirectUri], postLogoutRedirectUris: [] };
      const body = { name: 'Landing', type: 'Traditional' as const, oidcClientMetadata };
      applicationId = (await app.call(applicationsApi.create, { token, body })).body.id;
      expect((await set()).status).toBe(200);
    };
    beforeAll(create);

    test('a response works once, also together with a request that another tab waits for', async () => {
      const xml = unsolicited();
      expect((await post(xml, undefined)).status).toBe(302);
      expect(await post(xml, undefined)).toMatchObject({ status: 401, error: 'replayed' });
      const { person, verificationId } = await waiting();
      const { location } = await post(unsolicited());
      // It leads to a sign-in of its own, and leaves nothing that a waiting tab could show.
      expect(new URL(location ?? '').pathname).toBe('/oidc/auth');
      expect(location).not.toContain('saml=');
      const back = await finish(person, verificationId, location);
      expect(back.status).toBeGreaterThanOrEqual(400);
    });

    test.each([
      'https://evil.example/',
      '//evil.example',
      'javascript:alert(1)',
      'https://landing.example/callback',
      `st&redirect_uri=https://evil.example/`,
      '\r\nlocation: https://evil.example/',
    ])('the relay state %j chooses nothing', async (relayState) => {
      const { location = '' } = await post(unsolicited(), relayState);
      const url = new URL(location);
      expect([url.origin, url.pathname]).toEqual(['http://core.test', '/oidc/auth']);
      expect(url.searchParams.getAll('redirect_uri')).toEqual([redirectUri]);
      expect(location).not.toContain('evil');
    });

    test('a response to a request needs the relay state of the request', async () => {
      const { requestId } = await waiting();
      expect(await post(signedResponse(good(requestId), key), '')).toMatchObject({
        status: 400,
        code: 'session.connector_validation_session_not_found',
      });
    });

    test('a response for another connector leads nowhere', async () => {
      const metadata = metadataOf({ entityId: issuer, signInEndpoint: 'https://idp.example/sso', key });
      const other = await connectSso(app, token, { providerName: 'SAML', config: { metadata } });
      expect((await post(unsolicited(), undefined, other.id)).status).toBe(401);
    });

    test.each<[string, () => Promise<unknown>]>([
      [
        'its address',
        () =>
          app.call(applicationsApi.update, {
            token,
            params: { id: applicationId },
            body: {
              oidcClientMetadata: { redirectUris: ['https://landing.example/next'], postLogoutRedirectUris: [] },
            },
          }),
      ],
      ['the application', () => app.call(applicationsApi.remove, { token, params: { id: applicationId } })],
      ['the setting', () => app.call(ssoConnectorsApi.removeIdpInitiated, { token, params: { id } })],
    ])('%s is removed: nothing is sent to where it led', async (_what, remove) => {
      await create();
      expect((await set({ redirectUri })).status).toBe(200);
      expect((await post(unsolicited(), undefined)).location).toContain('landing.example');
      await remove();
      const { status, location } = await post(unsolicited(), undefined);
      expect([status >= 400, location]).toEqual([true, undefined]);
    });
  });
});

test('publishes the metadata of the service provider', async () => {
  const answer = await app.core.inject({
    url: `/api/authn/single-sign-on/saml/${id}/metadata`,
    headers: { host: 'core.test' },
  });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/samlmetadata+xml']);
  expect(answer.payload).toContain(`entityID="${audience()}"`);
  expect(answer.payload).toContain(`Location="${recipient()}"`);
});
