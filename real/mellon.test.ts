import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { usersApi } from '@postern/contracts/people/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort, type ListeningApp, listeningApp } from '../server/src/testing/flows.ts';
import { createSamlApplication, metadataOf, newServiceKeys } from '../server/src/testing/saml-applications.ts';
import { startApache } from './apache.ts';
import { type Program, removeFolder, requireFile, temporaryFolder } from './program.ts';
import { createVisitor } from './visitor.ts';

const maya = { username: 'maya', password: 'correct horse battery' };

type Service = { address: string; folder: string; apache: Program };

let app: ListeningApp;
let token: string;
let userId: string;
const services: Service[] = [];

/** An Apache with mod_auth_mellon, and its SAML application here. */
async function startService(): Promise<Service> {
  const folder = await temporaryFolder();
  const port = await freePort();
  const address = `http://localhost:${port}`;
  const keys = await newServiceKeys();
  const { id } = await createSamlApplication(app, token, {
    entityId: `${address}/mellon/metadata`,
    acsUrl: { binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST', url: `${address}/mellon/postResponse` },
    requestSigning: { certificate: keys.certificate, isRequired: true },
    singleLogoutUrl: `${address}/mellon/logout`,
    encryption: { encryptAssertion: true, encryptThenSign: false, certificate: keys.certificate },
  });
  await writeFile(join(folder, 'sp.key'), keys.privateKey, { mode: 0o644 });
  await writeFile(join(folder, 'sp.crt'), keys.certificate);
  await writeFile(join(folder, 'idp.xml'), await metadataOf(app, id));
  const { program, documents } = await startApache(
    folder,
    port,
    `ServerName ${address}
UseCanonicalName On
MellonLockFile ${folder}/mellon.lock
<Location />
MellonEnable info
MellonEndpointPath /mellon
MellonSPentityId ${address}/mellon/metadata
MellonSPPrivateKeyFile ${folder}/sp.key
MellonSPCertFile ${folder}/sp.crt
MellonIdPMetadataFile ${folder}/idp.xml
MellonSignatureMethod rsa-sha256
MellonSecureCookie Off
</Location>
<Location /secret>
MellonEnable auth
AuthType Mellon
Require valid-user
Header always set X-Name-Id "expr=%{reqenv:MELLON_NAME_ID}"
Header always set X-Email "expr=%{reqenv:MELLON_email}"
Header always set X-Name "expr=%{reqenv:MELLON_name}"
</Location>`,
    ['auth_mellon'],
  );
  await writeFile(join(documents, 'secret'), 'a secret page');
  await writeFile(join(documents, 'index.html'), 'the start page');
  const service = { address, folder, apache: program };
  services.push(service);
  return service;
}

let one: Service;
let two: Service;

beforeAll(async () => {
  requireFile('/usr/lib/apache2/modules/mod_auth_mellon.so', 'libapache2-mod-auth-mellon');
  app = await listeningApp();
  token = await app.managementToken();
  const profile = { primaryEmail: 'maya@example.com', name: 'Maya Lin' };
  userId = (await app.call(usersApi.create, { token, body: { ...maya, ...profile } })).body.id;
  one = await startService();
  two = await startService();
});
afterAll(async () => {
  for (const { apache, folder } of services) {
    await apache.stop();
    await removeFolder(folder);
  }
  await app?.close();
});

test('mod_auth_mellon signs a user in by a signed request and an encrypted assertion', async () => {
  const visitor = createVisitor(app.endpoint, maya);
  const page = await visitor.open(`${one.address}/secret`);
  expect([page.status, page.text], one.apache.output()).toEqual([200, 'a secret page']);
  expect(page.headers.get('x-name-id')).toBe(userId);
  expect(page.headers.get('x-email')).toBe('maya@example.com');
  expect(page.headers.get('x-name')).toBe('Maya Lin');
  expect(visitor.signIns()).toBe(1);
});

test('single logout of mod_auth_mellon ends both sessions', async () => {
  const visitor = createVisitor(app.endpoint, maya);
  await visitor.open(`${one.address}/secret`);
  const page = await visitor.open(`${one.address}/mellon/logout?ReturnTo=${encodeURIComponent(`${one.address}/`)}`);
  expect([page.status, page.url], one.apache.output()).toEqual([200, `${one.address}/`]);
  await visitor.open(`${one.address}/secret`);
  expect(visitor.signIns()).toBe(2);
});

test('single logout at one mod_auth_mellon also ends the session at another', async () => {
  const visitor = createVisitor(app.endpoint, maya);
  await visitor.open(`${one.address}/secret`);
  await visitor.open(`${two.address}/secret`);
  expect(visitor.signIns()).toBe(2);
  // Both have sessions.
  await visitor.open(`${one.address}/secret`);
  await visitor.open(`${two.address}/secret`);
  expect(visitor.signIns()).toBe(2);
  const page = await visitor.open(`${one.address}/mellon/logout?ReturnTo=${encodeURIComponent(`${one.address}/`)}`);
  const logs = one.apache.output() + two.apache.output();
  expect([page.status, page.url], logs).toEqual([200, `${one.address}/`]);
  await visitor.open(`${two.address}/secret`);
  expect(visitor.signIns(), logs).toBe(3);
});
