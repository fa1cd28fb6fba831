import { createSign, createVerify } from 'node:crypto';
import { type AddressInfo, createConnection } from 'node:net';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { ssoConnectorsApi } from '@postern/contracts/people/sso-connectors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  encode,
  logoutRequestXml,
  logoutResponseXml,
  metadataOf,
  type SigningKey,
  signedResponse,
  signingKey,
  signXml,
} from '#testing/saml';
import { changeSettings } from '#testing/sign-in';
import { arrived } from '#testing/social';
import { connectSso, leaveForSso, returnFromSso } from '#testing/sso';
import { finishSso, isSignedIn, open, signOut } from '#testing/sso-logout';
import { type TestApp, testApp } from '#testing/test-app';
import { flushLogs } from '../../../records/audit/index.ts';

let app: TestApp;
let token: string;
let count = 0;
const key = signingKey();
const stranger = signingKey();
const issuer = 'https://idp.example/saml';
const slo = 'https://idp.example/slo';

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
  await changeSettings(app, { singleSignOnEnabled: true, signInMode: 'SignInAndRegister' });
});
afterAll(() => app.close());

const metadata = (binding: 'Redirect' | 'POST') =>
  metadataOf({ entityId: issuer, signInEndpoint: 'https://idp.example/sso', key, logout: { binding, url: slo } });

const connect = (config: object = {}, binding: 'Redirect' | 'POST' = 'Redirect') =>
  connectSso(app, token, {
    providerName: 'SAML',
    config: { metadata: metadata(binding), signOutOfProvider: true, ...config },
  });

const addressOf = (id: string) => `http://core.test/api/authn/single-sign-on/saml/${id}/logout`;
const inflate = (text: string) => inflateRawSync(Buffer.from(text, 'base64')).toString();

/** Somebody of the company who signs in. */
async function employee({ id, domain }: { id: string; domain: string }, name?: string, sessionIndex = `_s${count}`) {
  count += 1;
  const nameId = name ?? `leaver-${count}`;
  const person = await arrived(app);
  const { authorizationUri, verificationId } = await leaveForSso(person, id);
  const request = inflate(new URL(authorizationUri).searchParams.get('SAMLRequest') ?? '');
  const response = signedResponse(
    {
      issuer,
      audience: `http://core.test/enterprise-sso/${id}`,
      recipient: `http://core.test/api/authn/single-sign-on/saml/${id}`,
      inResponseTo: /\sID="([^"]+)"/.exec(request)?.[1] ?? '',
      nameId,
      sessionIndex,
      attributes: { email: `${nameId}@${domain}` },
    },
    key,
  );
  const form = { SAMLResponse: encode(response), RelayState: 'st' };
  const { to } = await open(app, `/api/authn/single-sign-on/saml/${id}`, form);
  await returnFromSso(person, id, verificationId, Object.fromEntries(new URL(to ?? '').searchParams));
  return { person, userId: await finishSso(person, verificationId), nameId, sessionIndex };
}

/** The query of a message, signed by the provider (HTTP-Redirect binding). */
function signedQuery(field: 'SAMLRequest' | 'SAMLResponse', xml: string, { privateKey }: SigningKey, relay?: string) {
  const fields: [string, string][] = [
    [field, deflateRawSync(xml).toString('base64')],
    ...(relay === undefined ? [] : ([['RelayState', relay]] as [string, string][])),
    ['SigAlg', 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'],
  ];
  const query = fields.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  const signature = createSign('RSA-SHA256').update(query).sign(privateKey, 'base64');
  return `${query}&Signature=${encodeURIComponent(signature)}`;
}

const logsOf = async (name: string) => {
  await app.worker.drain();
  await flushLogs(app.app);
  const found = await app.read('default', (db) =>
    db.selectFrom('logs').select('payload').where('key', '=', name).orderBy('created_at', 'desc').execute(),
  );
  return found.map(({ payload }) => payload as Record<string, unknown>);
};

describe('a sign-out here', () => {
  test('sends a signed logout request, and continues at the application after the response', async () => {
    const connector = await connect({ signRequests: true });
    const { person, userId, nameId, sessionIndex } = await employee(connector);
    const start = await signOut(app, person);
    expect(await isSignedIn(person)).toBe(false);
    const url = new URL((await open(app, start)).to ?? '');
    expect(url.origin + url.pathname).toBe(slo);
    const request = inflate(url.searchParams.get('SAMLRequest') ?? '');
    expect(request).toContain(`>${nameId}</saml:NameID>`);
    expect(request).toContain(`<samlp:SessionIndex>${sessionIndex}</samlp:SessionIndex>`);
    expect(request).toContain(`Destination="${slo}"`);
    const { body } = await app.call(ssoConnectorsApi.get, { token, params: { id: connector.id } });
    const { serviceProvider } = body.providerConfig as { serviceProvider: Record<string, string> };
    const [signed = '', signature = ''] = url.search.slice(1).split('&Signature=');
    const verify = createVerify('RSA-SHA256').update(signed);
    expect(verify.verify(serviceProvider.x509Certificate ?? '', decodeURIComponent(signature), 'base64')).toBe(true);
    const relay = url.searchParams.get('RelayState') ?? '';
    const inResponseTo = /\sID="([^"]+)"/.exec(request)?.[1] ?? '';
    const answer = logoutResponseXml({ issuer, destination: addressOf(connector.id), inResponseTo });
    const query = signedQuery('SAMLResponse', answer, key, relay);
    const home = 'http://core.test/oidc/session/end/success';
    expect((await open(app, `${addressOf(connector.id)}?${query}`)).to).toBe(home);
    expect((await logsOf('SsoConnector.SignOut.Sent'))[0]).toMatchObject({ result: 'Success', userId });
  });

  test('uses a form if the provider supports only the POST binding', async () => {
    const connector = await connect({ signRequests: true }, 'POST');
    const { person } = await employee(connector);
    const { status, page, headers } = await open(app, await signOut(app, person));
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(page).toContain(`action="${slo}"`);
    const message = /name="SAMLRequest" value="([^"]+)"/.exec(page)?.[1] ?? '';
    expect(Buffer.from(message, 'base64').toString()).toContain('<ds:SignatureValue>');
  });

  test('goes on whatever the provider answers, and the audit log says that it was not confirmed', async () => {
    const connector = await connect();
    const answers: [name: string, make: (inResponseTo: string) => { xml: string; by: SigningKey }][] = [
      ['a failure', (id) => ({ xml: response(id, { status: 'Responder' }), by: key })],
      ['a forged signature', (id) => ({ xml: response(id), by: stranger })],
      ['a response to another request', () => ({ xml: response('_other'), by: key })],
      ['nonsense', () => ({ xml: '<a/>', by: key })],
    ];
    const response = (inResponseTo: string, more: object = {}) =>
      logoutResponseXml({ issuer, destination: addressOf(connector.id), inResponseTo, ...more });
    for (const [name, make] of answers) {
      const { person, userId } = await employee(connector);
      const url = new URL((await open(app, await signOut(app, person))).to ?? '');
      expect(url.searchParams.has('Signature')).toBe(false);
      const request = inflate(url.searchParams.get('SAMLRequest') ?? '');
      const { xml, by } = make(/\sID="([^"]+)"/.exec(request)?.[1] ?? '');
      const query = signedQuery('SAMLResponse', xml, by, url.searchParams.get('RelayState') ?? '');
      const { to } = await open(app, `${addressOf(connector.id)}?${query}`);
      expect([name, to, await isSignedIn(person)]).toEqual([name, 'http://core.test/oidc/session/end/success', false]);
      const [last] = await logsOf('SsoConnector.SignOut.Sent');
      expect([name, last]).toMatchObject([name, { result: 'Error', userId, error: { code: 'not_confirmed' } }]);
    }
  });

  test('goes to the sign-out URL of a provider that was set up by hand', async () => {
    const byHand = { entityId: issuer, signInEndpoint: 'https://idp.example/sso', x509Certificate: key.certificate };
    const connector = await connect({ ...byHand, signOutEndpoint: slo, metadata: undefined });
    const { person } = await employee(connector);
    const url = new URL((await open(app, await signOut(app, person))).to ?? '');
    expect(url.origin + url.pathname).toBe(slo);
    expect(inflate(url.searchParams.get('SAMLRequest') ?? '')).toContain(`Destination="${slo}"`);
  });

  test('stays here if the provider has no single logout', async () => {
    const plain = metadataOf({ entityId: issuer, signInEndpoint: 'https://idp.example/sso', key });
    const { person } = await employee(await connect({ metadata: plain }));
    expect((await open(app, await signOut(app, person))).to).toBe('http://core.test/oidc/session/end/success');
  });
});

describe('a logout request of the identity provider', () => {
  type Given = Partial<Parameters<typeof logoutRequestXml>[0]>;
  const requestTo = (id: string, given: Given) => logoutRequestXml({ issuer, destination: addressOf(id), ...given });
  const byRedirect = (id: string, given: Given, by = key, relay?: string) =>
    open(app, `${addressOf(id)}?${signedQuery('SAMLRequest', requestTo(id, given), by, relay)}`);
  const byPost = (id: string, xml: string) => open(app, addressOf(id), { SAMLRequest: encode(xml) });

  test('ends the named sessions and is answered, with both bindings', async () => {
    const connector = await connect({ signOutOfProvider: false, signRequests: true });
    const { id } = connector;
    const name = 'two-browsers';
    const [one, two] = [await employee(connector, name, '_one'), await employee(connector, name, '_two')];
    const first = await byRedirect(id, { nameId: name, sessionIndexes: ['_two'], id: '_req1' }, key, 'relay');
    const url = new URL(first.to ?? '');
    expect([first.status, url.origin + url.pathname, url.searchParams.get('RelayState')]).toEqual([302, slo, 'relay']);
    const answer = inflate(url.searchParams.get('SAMLResponse') ?? '');
    expect(answer).toContain('InResponseTo="_req1"');
    expect(answer).toContain('status:Success');
    expect(url.searchParams.has('Signature')).toBe(true);
    expect([await isSignedIn(one.person), await isSignedIn(two.person)]).toEqual([true, false]);
    // Without a session index: all sessions of the name.
    const signed = signXml(requestTo(id, { nameId: name }), 'LogoutRequest', key.privateKey);
    expect((await byPost(id, signed)).status).toBe(302);
    expect(await isSignedIn(one.person)).toBe(false);
    expect((await logsOf('User.Sessions.Revoked'))[0]).toMatchObject({ actor: { type: 'identityProvider', id } });
  });

  test('attacks: an unsigned, forged, wrapped, old, replayed or redirected request ends nothing', async () => {
    const connector = await connect();
    const { id } = connector;
    const { person, nameId } = await employee(connector);
    const other = await connect();
    const xml = (given: Given = {}) => requestTo(id, { nameId, ...given });
    const sign = (text: string, by = key) => signXml(text, 'LogoutRequest', by.privateKey);
    const unsigned = `SAMLRequest=${encodeURIComponent(deflateRawSync(xml()).toString('base64'))}`;
    const good = sign(xml({ nameId: 'nobody' }));
    const wrapped = xml({ id: '_evil' }).replace(
      '</samlp:LogoutRequest>',
      `<samlp:Extensions>${good}</samlp:Extensions></samlp:LogoutRequest>`,
    );
    const signature = /<ds:Signature[\s\S]*<\/ds:Signature>/.exec(good)?.[0] ?? '';
    const moved = xml({ id: '_evil' })
      .replace('</saml:Issuer>', `</saml:Issuer>${signature}`)
      .replace(
        '</samlp:LogoutRequest>',
        `<samlp:Extensions>${good.replace(signature, '')}</samlp:Extensions></samlp:LogoutRequest>`,
      );
    const attacks: [name: string, send: () => Promise<{ status: number }>][] = [
      ['unsigned, redirect', () => open(app, `${addressOf(id)}?${unsigned}`)],
      ['unsigned, post', () => byPost(id, xml())],
      ['the key of somebody else, redirect', () => byRedirect(id, { nameId }, stranger)],
      ['the key of somebody else, post', () => byPost(id, sign(xml(), stranger))],
      ['a changed name', () => byPost(id, good.replace('>nobody<', `>${nameId}<`))],
      ['the signed request inside of a forged one', () => byPost(id, wrapped)],
      ['its signature on the forged one', () => byPost(id, moved)],
      [
        'a SHA-1 signature',
        () =>
          byPost(
            id,
            signXml(xml(), 'LogoutRequest', key.privateKey, {
              algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
            }),
          ),
      ],
      ['another issuer', () => byRedirect(id, { nameId, issuer: 'https://evil.example' })],
      ['a request to another service', () => byRedirect(id, { nameId, destination: addressOf(other.id) })],
      ['no destination', () => byRedirect(id, { nameId, destination: undefined })],
      ['an expired request', () => byRedirect(id, { nameId, notOnOrAfter: -600_000 })],
      ['no name', () => byRedirect(id, { nameId: undefined as never })],
      ['both messages', () => open(app, `${addressOf(id)}?SAMLRequest=a&SAMLResponse=b`)],
      ['a document type', () => byPost(id, `<!DOCTYPE a>${sign(xml())}`)],
      ['an unknown connector', () => byRedirect('unknown', { nameId })],
    ];
    for (const [name, send] of attacks) {
      const { status } = await send();
      expect([name, status >= 400 && status < 500]).toEqual([name, true]);
    }
    expect(await isSignedIn(person)).toBe(true);
    expect((await logsOf('SsoConnector.SignOut.Received')).some(({ result }) => result === 'Error')).toBe(true);
    const used = `${addressOf(id)}?${signedQuery('SAMLRequest', xml({ nameId: 'nobody' }), key)}`;
    expect([(await open(app, used)).status, (await open(app, used)).status]).toEqual([302, 401]);
  });

  test('attack: what was signed is what is read, however the address is written', async () => {
    const connector = await connect();
    const { person, nameId } = await employee(connector);
    const mine = signedQuery('SAMLRequest', requestTo(connector.id, { nameId: 'attacker' }), key);
    const forged = encodeURIComponent(deflateRawSync(requestTo(connector.id, { nameId })).toString('base64'));
    const { pathname } = new URL(addressOf(connector.id));
    await app.core.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.core.server.address() as AddressInfo;
    /** Clients remove what follows a #, so this writes the request itself. */
    const send = (target: string) =>
      new Promise<string>((resolve, reject) => {
        const socket = createConnection(port, '127.0.0.1', () =>
          socket.write(`GET ${target} HTTP/1.1\r\nhost: core.test\r\nconnection: close\r\n\r\n`),
        );
        let text = '';
        socket.on('data', (chunk) => {
          text += String(chunk);
        });
        socket.on('end', () => resolve(text.slice(9, 12))).on('error', reject);
      });
    for (const query of [
      `#SAMLRequest=${forged}&a?${mine}`,
      `#SAMLRequest=${forged}&${mine.replace('SAMLRequest', 'a?SAMLRequest')}`,
      `?${mine}&%53AMLRequest=${forged}`,
      `?SAMLRequest=${forged}&${mine.replace('SAMLRequest', 'a?SAMLRequest')}`,
      `?${mine}&%52elayState=not-signed`,
    ]) {
      expect([query, await send(pathname + query)]).toEqual([query, '400']);
    }
    expect(await isSignedIn(person)).toBe(true);
    expect(await send(`${pathname}?${mine}`)).toBe('302');
  });

  test('attack: a request ends no session of another connector or tenant', async () => {
    const [mine, theirs] = [await connect(), await connect()];
    const { person, nameId } = await employee(mine);
    // The other connector trusts the same key, and its request is valid.
    expect((await byRedirect(theirs.id, { nameId })).status).toBe(302);
    const query = signedQuery('SAMLRequest', requestTo(mine.id, { nameId }), key);
    const elsewhere = await app.admin.inject({
      method: 'GET',
      url: `/api/authn/single-sign-on/saml/${mine.id}/logout?${query}`,
      headers: { host: 'admin.test' },
    });
    expect(elsewhere.statusCode).toBe(404);
    expect(await isSignedIn(person)).toBe(true);
  });

  test('the metadata names the address', async () => {
    const { id } = await connect();
    const { page } = await open(app, `/api/authn/single-sign-on/saml/${id}/metadata`);
    expect(page.match(/<md:SingleLogoutService [^>]*>/g)).toEqual([
      `<md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${addressOf(id)}"/>`,
      `<md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${addressOf(id)}"/>`,
    ]);
    const { body } = await app.call(ssoConnectorsApi.get, { token, params: { id } });
    expect(body.providerConfig).toMatchObject({
      serviceProvider: { singleLogoutServiceUrl: addressOf(id) },
      identityProvider: { signOutEndpoint: slo },
    });
  });
});
