import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SamlProviderConfig, ssoConnectorsApi } from '@postern/contracts/people/sso-connectors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort, type ListeningApp, listeningApp } from '../server/src/testing/flows.ts';
import { newServiceKeys } from '../server/src/testing/saml-applications.ts';
import { type Program, removeFolder, requireFile, startProgram, temporaryFolder } from './program.ts';
import {
  afterwards,
  createConnector,
  isSignedIn,
  prepareSso,
  signInByProvider,
  signOut,
  visitByProvider,
} from './sso.ts';
import type { Page, Visitor } from './visitor.ts';

const www = '/usr/share/simplesamlphp/www';

let app: ListeningApp;
let folder: string;
let provider: Program;
let address: string;
let prepared: Awaited<ReturnType<typeof prepareSso>>;
let connectorId: string;

const configOf = (port: number) => `<?php
$config = [
  'baseurlpath' => 'http://127.0.0.1:${port}/',
  'certdir' => '${folder}/cert/', 'loggingdir' => '${folder}/log/', 'datadir' => '${folder}/data/',
  'tempdir' => '${folder}/tmp', 'metadatadir' => '${folder}/metadata/',
  'attributenamemapdir' => '/etc/simplesamlphp/attributemap/',
  'secretsalt' => 'a salt of this test', 'auth.adminpassword' => 'not used here',
  'technicalcontact_email' => 'na@example.org', 'timezone' => 'UTC',
  'logging.handler' => 'file', 'enable.saml20-idp' => true,
  'module.enable' => ['exampleauth' => true, 'core' => true, 'saml' => true],
  'session.cookie.secure' => false, 'session.phpsession.savepath' => '${folder}/tmp',
  'store.type' => 'phpsession', 'language.available' => ['en'], 'language.default' => 'en',
  'metadata.sources' => [['type' => 'flatfile']], 'trusted.url.domains' => ['localhost:9'],
  'authproc.idp' => [],
];
`;

const accounts = `<?php
$config = ['staff' => ['exampleauth:UserPass',
  'ada:engine' => ['uid' => ['ada'], 'email' => ['ada@company.example'], 'name' => ['Ada Lovelace']]]];
`;

beforeAll(async () => {
  requireFile(www, 'simplesamlphp');
  app = await listeningApp({ ALLOW_PRIVATE_EGRESS: 'true' });
  prepared = await prepareSso(app);
  folder = await temporaryFolder();
  for (const name of ['cert', 'log', 'data', 'tmp', 'metadata']) {
    await mkdir(join(folder, name));
  }
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  const keys = await newServiceKeys();
  await writeFile(join(folder, 'cert/idp.pem'), keys.privateKey);
  await writeFile(join(folder, 'cert/idp.crt'), keys.certificate);
  await writeFile(join(folder, 'config.php'), configOf(port));
  await writeFile(join(folder, 'authsources.php'), accounts);
  await writeFile(
    join(folder, 'metadata/saml20-idp-hosted.php'),
    `<?php $metadata['${address}/idp'] = ['host' => '__DEFAULT__', 'privatekey' => 'idp.pem', 'certificate' => 'idp.crt',
      'auth' => 'staff', 'NameIDFormat' => 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
      'simplesaml.nameidattribute' => 'uid', 'userid.attribute' => 'uid'];`,
  );
  provider = await startProgram('php', ['-S', `127.0.0.1:${port}`, '-t', www], {
    port,
    env: { SIMPLESAMLPHP_CONFIG_DIR: folder },
  });
  // The metadata URL is read as an administrator would give it.
  connectorId = await createConnector(app, prepared.token, {
    providerName: 'SAML',
    config: { metadataUrl: `${address}/saml2/idp/metadata.php`, signRequests: true, signOutOfProvider: true },
  });
  const { body } = await app.call(ssoConnectorsApi.get, { token: prepared.token, params: { id: connectorId } });
  const { serviceProvider } = SamlProviderConfig.parse(body.providerConfig);
  const certificate = serviceProvider.x509Certificate?.replace(/-----[^-]+-----|\s/g, '');
  await writeFile(
    join(folder, 'metadata/saml20-sp-remote.php'),
    `<?php $metadata['${serviceProvider.entityId}'] = ['AssertionConsumerService' =>
      '${serviceProvider.assertionConsumerServiceUrl}', 'saml20.sign.assertion' => true,
      'SingleLogoutService' => '${serviceProvider.singleLogoutServiceUrl}', 'certData' => '${certificate}',
      'sign.logout' => true, 'validate.logout' => true, 'validate.authnrequest' => true];`,
  );
});
afterAll(async () => {
  await provider?.stop();
  await app?.close();
  await (folder && removeFolder(folder));
});

const atProvider = (visitor: Visitor, first: Page) => visitor.submit(first, { username: 'ada', password: 'engine' });

test('SimpleSAMLphp signs a new user in, and the same user again', async () => {
  const signIn = () => signInByProvider(app, prepared, connectorId, atProvider);
  const user = await signIn();
  expect(user).toMatchObject({
    primaryEmail: 'ada@company.example',
    name: 'Ada Lovelace',
    ssoIdentities: [{ issuer: `${address}/idp`, ssoConnectorId: connectorId }],
  });
  expect((await signIn()).id).toBe(user.id);
});

test('a wrong password at SimpleSAMLphp does not come back', async () => {
  await expect(
    signInByProvider(app, prepared, connectorId, (visitor, first) =>
      visitor.submit(first, { username: 'ada', password: 'wrong' }),
    ),
  ).rejects.toThrow('did not lead back');
});

test('a sign-out here continues at SimpleSAMLphp, and then at the application', async () => {
  const { visitor } = await visitByProvider(app, prepared, connectorId, atProvider);
  expect(await isSignedIn(app, prepared.clientId, visitor)).toBe(true);
  const { url, text } = await signOut(app, prepared.clientId, visitor);
  expect([url, text]).toEqual([`${afterwards}?state=bye`, '']);
  expect(await isSignedIn(app, prepared.clientId, visitor)).toBe(false);
  // The session there has ended as well: the provider asks for the password again.
  await visitByProvider(app, prepared, connectorId, async (_visitor, first) => {
    expect(first.text).toContain('name="password"');
    return atProvider(_visitor, first);
  });
});

test('a sign-out at SimpleSAMLphp ends the session here', async () => {
  const { visitor } = await visitByProvider(app, prepared, connectorId, atProvider);
  const end = `${address}/saml2/idp/initSLO.php?RelayState=${encodeURIComponent(afterwards)}`;
  visitor.stopAt(afterwards);
  const { url, text } = await visitor.open(end);
  expect([url, text.slice(0, 2000)]).toEqual([afterwards, '']);
  expect(await isSignedIn(app, prepared.clientId, visitor)).toBe(false);
});
