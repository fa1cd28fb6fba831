import { inflateRawSync } from 'node:zlib';
import { userSessionsApi } from '@postern/contracts/people/user-sessions';
import { usersApi } from '@postern/contracts/people/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort, type ListeningApp, listeningApp } from '../server/src/testing/flows.ts';
import { createSamlApplication, metadataOf } from '../server/src/testing/saml-applications.ts';
import { createLemonLdap, type LemonLdap } from './lemonldap.ts';
import { createVisitor, type Visitor } from './visitor.ts';

const maya = { username: 'maya', password: 'correct horse battery' };

let app: ListeningApp;
let token: string;
let userId: string;
let one: LemonLdap;
let two: LemonLdap;
const services: LemonLdap[] = [];

/** A portal of LemonLDAP::NG that leaves sign-in to its SAML application here. */
async function startService(): Promise<LemonLdap> {
  const service = await createLemonLdap(await freePort());
  services.push(service);
  const { address, keys } = service;
  const { id } = await createSamlApplication(app, token, {
    entityId: `${address}/saml/metadata`,
    acsUrl: { binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST', url: `${address}/saml/proxySingleSignOnPost` },
    requestSigning: { certificate: keys.certificate, isRequired: true },
    singleLogoutUrl: `${address}/saml/proxySingleLogout`,
    encryption: { encryptAssertion: true, encryptThenSign: false, certificate: keys.certificate },
  });
  await service.start({
    authentication: 'SAML',
    userDB: 'Same',
    passwordDB: 'Null',
    // The session of the visitor as JSON.
    restSessionServer: 1,
    exportedAttr: 'mail cn _user',
    samlIDPMetaDataXML: { product: { samlIDPMetaDataXML: await metadataOf(app, id) } },
    samlIDPMetaDataExportedAttributes: { product: { mail: '1;email;;', cn: '1;name;;' } },
    samlIDPMetaDataOptions: {
      product: {
        samlIDPMetaDataOptionsNameIDFormat: 'persistent',
        samlIDPMetaDataOptionsSSOBinding: 'http-redirect',
        samlIDPMetaDataOptionsSLOBinding: 'http-redirect',
        samlIDPMetaDataOptionsSignSSOMessage: 1,
        samlIDPMetaDataOptionsCheckSSOMessageSignature: 1,
        samlIDPMetaDataOptionsSignSLOMessage: 1,
        samlIDPMetaDataOptionsCheckSLOMessageSignature: 1,
        samlIDPMetaDataOptionsCheckTime: 1,
        samlIDPMetaDataOptionsCheckAudience: 1,
      },
    },
  });
  return service;
}

beforeAll(async () => {
  app = await listeningApp();
  token = await app.managementToken();
  const profile = { primaryEmail: 'maya@example.com', name: 'Maya Lin' };
  userId = (await app.call(usersApi.create, { token, body: { ...maya, ...profile } })).body.id;
  one = await startService();
  two = await startService();
});
afterAll(async () => {
  for (const service of services) {
    await service.remove();
  }
  await app?.close();
});

/** The session of the visitor at a portal; undefined if there is none. */
async function sessionAt({ address }: LemonLdap, { browser }: Visitor) {
  const response = await browser.request(`${address}/session/my/global`, { headers: { accept: 'application/json' } });
  const body = (await response.json()) as Record<string, unknown>;
  // Without a session it answers 200 with an error code.
  return '_user' in body ? body : undefined;
}

/** Sessions of the user here. */
const countSessions = async () =>
  (await app.call(userSessionsApi.list, { token, params: { userId } })).body.sessions.length;

const messageIn = (url: string) =>
  inflateRawSync(Buffer.from(new URL(url).searchParams.get('SAMLResponse') ?? '', 'base64')).toString('utf8');

test('LemonLDAP::NG signs a user in by a signed request and an encrypted assertion', async () => {
  const visitor = createVisitor(app.endpoint, maya);
  expect(await sessionAt(one, visitor)).toBeUndefined();
  const page = await visitor.open(`${one.address}/`);
  expect([page.status, page.url], one.output()).toEqual([200, `${one.address}/`]);
  expect(await sessionAt(one, visitor)).toEqual({ _user: userId, mail: 'maya@example.com', cn: 'Maya Lin' });
  expect(visitor.signIns()).toBe(1);
});

test('single logout at one LemonLDAP::NG ends the session here and at another LemonLDAP::NG', async () => {
  const before = await countSessions();
  const visitor = createVisitor(app.endpoint, maya);
  await visitor.open(`${one.address}/`);
  await visitor.open(`${two.address}/`);
  expect(await sessionAt(one, visitor)).toMatchObject({ _user: userId });
  expect(await sessionAt(two, visitor)).toMatchObject({ _user: userId });
  expect(await countSessions()).toBe(before + 1);
  const page = await visitor.open(`${one.address}/?logout=1`);
  const logs = one.output() + two.output();
  // The portal accepts our signed response and shows that the user is signed out (its message 47).
  expect([page.status, page.url.split('?')[0]], logs).toEqual([200, `${one.address}/saml/proxySingleLogout`]);
  expect(page.text, logs).toContain('trmsg="47"');
  // The other portal has confirmed our request with a signed response.
  expect(messageIn(page.url)).toContain('status:Success');
  expect(messageIn(page.url)).not.toContain('PartialLogout');
  expect(await sessionAt(one, visitor)).toBeUndefined();
  expect(await sessionAt(two, visitor)).toBeUndefined();
  expect(await countSessions()).toBe(before);
});
