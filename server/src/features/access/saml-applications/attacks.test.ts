import { deflateRawSync } from 'node:zlib';
import { samlApplicationsApi } from '@postern/contracts/access/saml-applications';
import { usersApi } from '@postern/contracts/people/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SignedXml } from 'xml-crypto';
import { type ListeningApp, listeningApp, signInByPassword } from '#testing/flows';
import {
  acsUrl,
  createSamlApplication,
  entityId,
  newServiceKeys,
  postMessage,
  serviceProvider,
  signInFrom,
  signInWithSaml,
} from '#testing/saml-applications';
import { createBrowser } from '../../../platform/testing/browser.ts';
import { algorithms, signQuery, signRoot } from './sign-xml.ts';

/** Attacks 24 and 25: SAML messages and the identity provider. */
let app: ListeningApp;
let token: string;
let keys: Awaited<ReturnType<typeof newServiceKeys>>;
/** `strict` requires signed requests, `open` does not. */
let strict: string;
let open: string;
const maya = { username: 'maya', password: 'correct horse battery' };

beforeAll(async () => {
  app = await listeningApp();
  token = await app.managementToken();
  await app.call(usersApi.create, { token, body: { ...maya, primaryEmail: 'maya@example.com' } });
  keys = await newServiceKeys();
  open = (await createSamlApplication(app, token)).id;
  strict = (
    await createSamlApplication(app, token, {
      requestSigning: { certificate: keys.certificate, isRequired: true },
      singleLogoutUrl: 'https://sp.example/slo',
    })
  ).id;
});
afterAll(() => app.close());

test('attack 45: a tenant that was suspended during a sign-in answers no application', async () => {
  const provider = await serviceProvider(app, open);
  const { browser, callback } = await signInFrom(app, await provider.getAuthorizeUrlAsync('', undefined, {}), maya);
  const suspend = (is_suspended: boolean) =>
    app.app.tenancy.system((db) =>
      db.updateTable('tenants').set({ is_suspended }).where('id', '=', 'default').execute(),
    );
  await suspend(true);
  try {
    const response = await browser.request(callback, { headers: { accept: 'application/json' } });
    const text = await response.text();
    expect([response.status, text.includes('subscription.tenant_suspended')]).toEqual([403, true]);
  } finally {
    await suspend(false);
  }
});

const now = () => new Date().toISOString();

type Request = { id?: string; issuer?: string; attributes?: string; head?: string; tail?: string; time?: string };

const authnRequest = ({
  id = '_r1',
  issuer = entityId,
  attributes = '',
  head = '',
  tail = '',
  time = now(),
}: Request = {}) =>
  `${head}<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" IssueInstant="${time}" ${attributes}><saml:Issuer>${issuer}</saml:Issuer>${tail}</samlp:AuthnRequest>`;

async function answerOf(response: Response) {
  const text = await response.text();
  const { code, details } = (text ? JSON.parse(text) : {}) as { code?: string; details?: string };
  return { status: response.status, code, details };
}

const post = async (application: string, xml: string) => {
  const url = `${app.endpoint}/api/saml/${application}/authn`;
  const { response } = await postMessage(url, { SAMLRequest: Buffer.from(xml).toString('base64') });
  return answerOf(response);
};

const redirectUrl = (application: string, fields: Record<string, string>) =>
  `${app.endpoint}/api/saml/${application}/authn?${new URLSearchParams(fields)}`;
const redirect = async (url: string) => answerOf(await fetch(url, { redirect: 'manual' }));
const compress = (xml: string | Buffer) => deflateRawSync(xml).toString('base64');

const refused = { status: 400, code: 'application.saml.invalid_saml_request' };

test('a plain request is accepted, so that the refusals below have their own reason', async () => {
  expect(await post(open, authnRequest())).toMatchObject({ status: 302 });
  expect(await redirect(redirectUrl(open, { SAMLRequest: compress(authnRequest()) }))).toMatchObject({ status: 302 });
  expect(await post(strict, signRoot(authnRequest(), keys))).toMatchObject({ status: 302 });
});

describe('attack 25: the address of the response', () => {
  test.each([
    'https://evil.example/acs',
    'javascript:alert(1)',
    `${acsUrl}/../evil`,
    `${acsUrl}#x`,
    `${acsUrl}?x`,
    'https://sp.example/ACS',
  ])('an ACS URL that is not registered is refused: %s', async (address) => {
    const attributes = `AssertionConsumerServiceURL="${address}"`;
    expect(await post(open, authnRequest({ attributes }))).toMatchObject(refused);
  });

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'https://user:pass@sp.example/',
    '//evil',
  ])('an ACS or logout address that a browser would run or misread cannot be saved: %s', async (url) => {
    const binding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';
    for (const body of [{ acsUrl: { binding, url } }, { singleLogoutUrl: url }]) {
      const { status } = await app.call(samlApplicationsApi.update, {
        token,
        params: { id: open },
        body: body as never,
      });
      expect(status).toBe(400);
    }
  });

  test('markup in the relay state is text', async () => {
    const relayState = '"><script>alert(1)</script><input name="';
    const url = redirectUrl(open, { SAMLRequest: compress(authnRequest()), RelayState: relayState });
    const { html, fields } = await signInWithSaml(app, url, maya);
    expect(html).not.toContain('<script>alert');
    expect(fields.RelayState).toBe(relayState);
  });

  test('a relay state is never an address that this server redirects to', async () => {
    const url = redirectUrl(open, { SAMLRequest: compress(authnRequest()), RelayState: 'https://evil.example' });
    const { url: target, response } = await signInWithSaml(app, url, maya);
    expect([target, response.status, response.headers.get('location')]).toEqual([acsUrl, 200, null]);
  });

  test('another issuer, destination or binding is refused', async () => {
    expect(await post(open, authnRequest({ issuer: 'https://other.example' }))).toMatchObject({
      status: 400,
      code: 'application.saml.auth_request_issuer_not_match',
    });
    for (const attributes of [
      'Destination="https://evil.example/authn"',
      `Destination="${app.endpoint}/api/saml/${strict}/authn"`,
      'ProtocolBinding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Artifact"',
    ]) {
      expect(await post(open, authnRequest({ attributes }))).toMatchObject(refused);
    }
  });
});

describe('attack 25: signed requests', () => {
  const required = { status: 400, code: 'application.saml.request_signature_required' };

  test('an unsigned request is refused when a signature is required', async () => {
    expect(await post(strict, authnRequest())).toMatchObject(required);
    expect(await redirect(redirectUrl(strict, { SAMLRequest: compress(authnRequest()) }))).toMatchObject(required);
  });

  test('a request signed by another key is refused, also when no signature is required', async () => {
    const other = await newServiceKeys();
    expect(await post(strict, signRoot(authnRequest(), other))).toMatchObject(refused);
    const requestSigning = { certificate: keys.certificate, isRequired: false };
    await app.call(samlApplicationsApi.update, { token, params: { id: open }, body: { requestSigning } });
    expect(await post(open, signRoot(authnRequest(), other))).toMatchObject(refused);
    const query = signQuery([['SAMLRequest', compress(authnRequest())]], other);
    expect(await redirect(`${app.endpoint}/api/saml/${open}/authn?${query}`)).toMatchObject(refused);
    await app.call(samlApplicationsApi.update, { token, params: { id: open }, body: { requestSigning: null } });
  });

  test('a changed query, a second field and a weak algorithm are refused', async () => {
    const address = `${app.endpoint}/api/saml/${strict}/authn`;
    const query = signQuery(
      [
        ['SAMLRequest', compress(authnRequest())],
        ['RelayState', 'a'],
      ],
      keys,
    );
    expect(await redirect(`${address}?${query}`)).toMatchObject({ status: 302 });
    expect(await redirect(`${address}?${query.replace('RelayState=a', 'RelayState=b')}`)).toMatchObject(refused);
    expect(await redirect(`${address}?${query.replace('&RelayState=a', '')}`)).toMatchObject(refused);
    expect(await redirect(`${address}?${query}&RelayState=b`)).toMatchObject({ status: 400 });
    expect(
      await redirect(`${address}?${query}&SAMLRequest=${encodeURIComponent(compress(authnRequest({ id: '_r2' })))}`),
    ).toMatchObject({
      status: 400,
    });
    for (const weak of [
      'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
      'http://www.w3.org/2000/09/xmldsig#hmac-sha1',
      'none',
      '',
    ]) {
      const changed = query.replace(/SigAlg=[^&]*/, `SigAlg=${encodeURIComponent(weak)}`);
      expect(await redirect(`${address}?${changed}`)).toMatchObject(refused);
    }
    expect(await redirect(`${address}?${query.replace(/Signature=.*/, 'Signature=%E0%A4%A')}`)).toMatchObject({
      status: 400,
    });
  });
});

describe('attack 24: signature wrapping', () => {
  const evil = `<saml:Issuer>${entityId}</saml:Issuer>`;

  test('a signed request inside another one does not sign the outer one', async () => {
    const signed = signRoot(authnRequest({ id: '_signed' }), keys);
    const [signature = ''] = /<ds:Signature[\s\S]*<\/ds:Signature>/.exec(signed) ?? [];
    const unsigned = signed.replace(signature, '');
    const corpora = [
      // The signed element is moved into an extension, its signature stays at the root.
      authnRequest({ id: '_evil', tail: `${signature}<samlp:Extensions>${unsigned}</samlp:Extensions>` }),
      authnRequest({ id: '_signed', tail: `${signature}<samlp:Extensions>${unsigned}</samlp:Extensions>` }),
      // The signed element is inside the signature.
      authnRequest({
        id: '_evil',
        tail: signature.replace('</ds:Signature>', `<ds:Object>${unsigned}</ds:Object></ds:Signature>`),
      }),
      // The whole signed request is a child.
      authnRequest({ id: '_evil', tail: `<samlp:Extensions>${signed}</samlp:Extensions>` }),
      // Two signatures.
      signed.replace('</samlp:AuthnRequest>', `${signature}</samlp:AuthnRequest>`),
      // Content after signing.
      signed.replace('</samlp:AuthnRequest>', `${evil}</samlp:AuthnRequest>`),
      signed.replace('<samlp:AuthnRequest ', '<samlp:AuthnRequest IsPassive="true" '),
    ];
    for (const [index, xml] of corpora.entries()) {
      const { status, code } = await post(strict, xml);
      expect([index, status, code?.startsWith('application.saml.')]).toEqual([index, 400, true]);
    }
  });

  test('a signature of a part, with a weak digest, or with HMAC is refused', async () => {
    const sign = (xpath: string, signatureAlgorithm: string, digestAlgorithm: string) => {
      const signature = new SignedXml({
        privateKey: keys.privateKey,
        signatureAlgorithm,
        canonicalizationAlgorithm: algorithms.canonical,
      });
      if (signatureAlgorithm.includes('hmac')) {
        signature.enableHMAC();
        signature.privateKey = keys.certificate;
      }
      signature.addReference({ xpath, digestAlgorithm, transforms: [algorithms.enveloped, algorithms.canonical] });
      signature.computeSignature(authnRequest(), { prefix: 'ds' });
      return signature.getSignedXml();
    };
    const sha1 = 'http://www.w3.org/2000/09/xmldsig#sha1';
    expect(await post(strict, sign('/*', algorithms.rsaSha256, algorithms.sha256))).toMatchObject({ status: 302 });
    for (const xml of [
      sign("/*/*[local-name(.)='Issuer']", algorithms.rsaSha256, algorithms.sha256),
      sign('/*', algorithms.rsaSha256, sha1),
      sign('/*', 'http://www.w3.org/2000/09/xmldsig#rsa-sha1', algorithms.sha256),
      sign('/*', 'http://www.w3.org/2000/09/xmldsig#hmac-sha1', algorithms.sha256),
    ]) {
      expect(await post(strict, xml)).toMatchObject(refused);
    }
  });
});

describe('attack 24: documents', () => {
  test.each([
    ['a comment in the issuer', authnRequest({ issuer: `${entityId}<!-- -->` })],
    ['CDATA', authnRequest({ issuer: `<![CDATA[${entityId}]]>` })],
    ['a document type', authnRequest({ head: '<!DOCTYPE x>' })],
    [
      'an external entity',
      authnRequest({ head: '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>', issuer: '&e;' }),
    ],
    ['an external document type', authnRequest({ head: '<!DOCTYPE x SYSTEM "http://127.0.0.1:1/x.dtd">' })],
    [
      'an entity bomb',
      authnRequest({ head: '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>', issuer: '&b;' }),
    ],
    ['an unknown entity', authnRequest({ issuer: '&e;' })],
    ['a processing instruction', authnRequest({ head: '<?xml-stylesheet href="x"?>' })],
    ['two issuers', authnRequest({ tail: `<saml:Issuer>${entityId}</saml:Issuer>` })],
    ['an unclosed element', authnRequest().replace('</samlp:AuthnRequest>', '')],
    ['text', 'not XML'],
    ['an empty element of another namespace', '<AuthnRequest/>'],
    ['a response', authnRequest().replaceAll('AuthnRequest', 'Response')],
    ['another version', authnRequest().replace('Version="2.0"', 'Version="1.1"')],
    ['no ID', authnRequest({ id: '' })],
    ['an ID with markup', authnRequest({ id: '&quot;&gt;&lt;x' })],
    ['an ID that is too long', authnRequest({ id: `_${'a'.repeat(200)}` })],
    ['no time', authnRequest({ time: '' })],
    ['an old request', authnRequest({ time: new Date(Date.now() - 2 * 3_600_000).toISOString() })],
    ['a request from the future', authnRequest({ time: new Date(Date.now() + 3_600_000).toISOString() })],
  ])('%s is refused', async (_name, xml) => {
    expect(await post(open, xml)).toMatchObject({ status: 400, code: expect.stringMatching(/^application\.saml\./) });
  });

  test('an inflated message does not fill the memory', async () => {
    const bomb = compress(Buffer.alloc(5_000_000, 0x20));
    expect(await redirect(redirectUrl(open, { SAMLRequest: bomb }))).toMatchObject(refused);
    for (const junk of ['!!!', 'AAAA', Buffer.from(authnRequest()).toString('base64')]) {
      expect(await redirect(redirectUrl(open, { SAMLRequest: junk }))).toMatchObject(refused);
    }
  });
});

describe('attack 24: the callback', () => {
  const expectCode = async (response: Response, code: string) =>
    expect(await answerOf(response)).toMatchObject({ status: 400, code });

  test('a code and a sign-in are used once (replay)', async () => {
    const start = redirectUrl(open, { SAMLRequest: compress(authnRequest()) });
    const { browser, callback } = await signInFrom(app, start, maya);
    const { host } = new URL(app.endpoint);
    const cookies = new Map(browser.cookies.get(host));
    expect((await browser.request(callback)).status).toBe(200);
    await expectCode(
      await browser.request(callback),
      'application.saml.sp_initiated_saml_sso_session_not_found_in_cookies',
    );
    browser.cookies.set(host, cookies);
    await expectCode(await browser.request(callback), 'application.saml.sp_initiated_saml_sso_session_not_found');
  });

  test('ten concurrent callbacks give one response', async () => {
    const start = redirectUrl(open, { SAMLRequest: compress(authnRequest()) });
    const { browser, callback } = await signInFrom(app, start, maya);
    const { host } = new URL(app.endpoint);
    const cookie = [...(browser.cookies.get(host) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
    const all = await Promise.all(Array.from({ length: 10 }, () => fetch(callback, { headers: { cookie } })));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('a callback works only in the browser that began, and with its state (login CSRF)', async () => {
    const start = redirectUrl(open, { SAMLRequest: compress(authnRequest()) });
    const { browser, callback } = await signInFrom(app, start, maya);
    await expectCode(
      await createBrowser().request(callback),
      'application.saml.sp_initiated_saml_sso_session_not_found_in_cookies',
    );
    const changed = new URL(callback);
    changed.searchParams.set('state', 'x'.repeat(32));
    await expectCode(await browser.request(changed.href), 'application.saml.state_mismatch');
  });

  test('a code of another application is refused', async () => {
    const mine = await signInFrom(app, redirectUrl(open, { SAMLRequest: compress(authnRequest()) }), maya);
    const demo = createBrowser();
    const address = `${app.endpoint}/oidc/auth?${new URLSearchParams({
      client_id: 'demo-app',
      redirect_uri: `${app.endpoint}/demo-app`,
      response_type: 'code',
      scope: 'openid',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    })}`;
    await demo.follow(address, [`${app.endpoint}/sign-in`]);
    const done = await demo.follow(await signInByPassword(demo, app.endpoint, maya), [`${app.endpoint}/demo-app`]);
    const changed = new URL(mine.callback);
    changed.searchParams.set('code', new URL(done).searchParams.get('code') ?? '');
    await expectCode(await mine.browser.request(changed.href), 'oidc.invalid_token');
  });

  test('the internal client returns to its callback only', async () => {
    const address = `${app.endpoint}/oidc/auth?${new URLSearchParams({
      client_id: open,
      redirect_uri: 'https://evil.example/callback',
      response_type: 'code',
      scope: 'openid',
    })}`;
    const location = (await fetch(address, { redirect: 'manual' })).headers.get('location') ?? '';
    expect(new URL(location, app.endpoint)).toMatchObject({ origin: app.endpoint, pathname: '/error' });
  });
});

test('attack 24: a changed response is not accepted by the service provider', async () => {
  const provider = await serviceProvider(app, open, { validateInResponseTo: 'never' as never });
  const { fields } = await signInWithSaml(app, await provider.getAuthorizeUrlAsync('', undefined, {}), maya);
  const text = Buffer.from(fields.SAMLResponse ?? '', 'base64').toString();
  for (const changed of [
    text.replace('maya@example.com', 'admin@example.com'),
    text.replace(/<ds:Signature[\s\S]*?<\/ds:Signature>/g, ''),
    text.replaceAll(acsUrl, 'https://other.example/acs'),
  ]) {
    const SAMLResponse = Buffer.from(changed).toString('base64');
    await expect(provider.validatePostResponseAsync({ SAMLResponse })).rejects.toThrow(/signature/i);
  }
});

test('attack 24: a forged, unsigned or foreign logout request ends no session', async () => {
  const address = `${app.endpoint}/api/saml/${strict}/logout`;
  const logout = (issuer = entityId) =>
    authnRequest({ issuer, tail: '<saml:NameID>x</saml:NameID>' }).replaceAll('AuthnRequest', 'LogoutRequest');
  const send = async (url: string, xml: string) =>
    answerOf((await postMessage(url, { SAMLRequest: Buffer.from(xml).toString('base64') })).response);
  expect(await send(address, logout())).toMatchObject({
    status: 400,
    code: 'application.saml.request_signature_required',
  });
  expect(await send(address, signRoot(logout(), await newServiceKeys()))).toMatchObject(refused);
  expect(await send(address, signRoot(logout('https://other.example'), keys))).toMatchObject({ status: 400 });
  // Without a certificate, an application has no single logout.
  expect(await send(`${app.endpoint}/api/saml/${open}/logout`, logout())).toMatchObject({
    status: 400,
    code: 'application.saml.single_logout_not_configured',
  });
  expect(await send(address, signRoot(logout(), keys))).toMatchObject({ status: 302 });
});
