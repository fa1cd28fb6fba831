import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { samlApplicationsApi } from '@postern/contracts/access/saml-applications';
import { usersApi } from '@postern/contracts/people/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort, type ListeningApp, listeningApp } from '../server/src/testing-flows.ts';
import { createSamlApplication, metadataOf, newServiceKeys } from '../server/src/testing-saml-applications.ts';
import { startApache } from './apache.ts';
import { type Program, removeFolder, requireFile, temporaryFolder } from './program.ts';
import { createVisitor } from './visitor.ts';

const maya = { username: 'maya', password: 'correct horse battery' };

let app: ListeningApp;
let folder: string;
let apache: Program;
let address: string;
let userId: string;

beforeAll(async () => {
  requireFile('/usr/lib/apache2/modules/mod_auth_mellon.so', 'libapache2-mod-auth-mellon');
  app = await listeningApp();
  const token = await app.managementToken();
  const profile = { primaryEmail: 'maya@example.com', name: 'Maya Lin' };
  userId = (await app.call(usersApi.create, { token, body: { ...maya, ...profile } })).body.id;
  folder = await temporaryFolder();
  const port = await freePort();
  address = `http://localhost:${port}`;
  const keys = await newServiceKeys();
  const { id } = await createSamlApplication(app, token, {
    entityId: `${address}/mellon/metadata`,
    acsUrl: { binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST', url: `${address}/mellon/postResponse` },
    requestSigning: { certificate: keys.certificate, isRequired: true },
    singleLogoutUrl: `${address}/mellon/logout`,
    encryption: { encryptAssertion: true, encryptThenSign: false, certificate: keys.certificate },
  });
  expect((await app.call(samlApplicationsApi.get, { token, params: { id } })).status).toBe(200);
  await writeFile(join(folder, 'sp.key'), keys.privateKey, { mode: 0o644 });
  await writeFile(join(folder, 'sp.crt'), keys.certificate);
  await writeFile(join(folder, 'idp.xml'), await metadataOf(app, id));
  const started = await startApache(
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
  apache = started.program;
  await writeFile(join(started.documents, 'secret'), 'a secret page');
  await writeFile(join(started.documents, 'index.html'), 'the start page');
});
afterAll(async () => {
  await apache?.stop();
  await app?.close();
  await (folder && removeFolder(folder));
});

test('mod_auth_mellon signs a user in by a signed request and an encrypted assertion', async () => {
  const visitor = createVisitor(app.endpoint, maya);
  const page = await visitor.open(`${address}/secret`);
  expect([page.status, page.text], apache.output()).toEqual([200, 'a secret page']);
  expect(page.headers.get('x-name-id')).toBe(userId);
  expect(page.headers.get('x-email')).toBe('maya@example.com');
  expect(page.headers.get('x-name')).toBe('Maya Lin');
  expect(visitor.signIns()).toBe(1);
});

test('single logout of mod_auth_mellon ends both sessions', async () => {
  const visitor = createVisitor(app.endpoint, maya);
  await visitor.open(`${address}/secret`);
  const page = await visitor.open(`${address}/mellon/logout?ReturnTo=${encodeURIComponent(`${address}/`)}`);
  expect([page.status, page.url], apache.output()).toEqual([200, `${address}/`]);
  await visitor.open(`${address}/secret`);
  expect(visitor.signIns()).toBe(2);
});
