import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort, type ListeningApp, listeningApp } from '../server/src/testing-flows.ts';
import { newServiceKeys } from '../server/src/testing-saml-applications.ts';
import { type Program, removeFolder, requireFile, startProgram, temporaryFolder } from './program.ts';
import { createConnector, prepareSso, signInByProvider } from './sso.ts';

const portal = '/usr/share/lemonldap-ng/portal/htdocs/index.psgi';
const sample = '/var/lib/lemonldap-ng/conf/lmConf-1.json';

let app: ListeningApp;
let folder: string;
let provider: Program;
let address: string;
let prepared: Awaited<ReturnType<typeof prepareSso>>;
let connectorId: string;

const settings = () => `[all]
logLevel = warn
[configuration]
type = File
dirName = ${folder}/conf
localStorage = Cache::FileCache
localStorageOptions = {'namespace' => 'config', 'cache_root' => '${folder}/cache'}
[portal]
staticPrefix = /static
templateDir = /usr/share/lemonldap-ng/portal/templates
languages = en
`;

/** The demonstration users of the package, and the identity provider of SAML. */
async function writeConfig(port: number, serviceMetadata?: string): Promise<void> {
  const keys = await readFile(join(folder, 'keys.json'), 'utf8').then(JSON.parse);
  const storage = (name: string) => ({ Directory: join(folder, name), LockDirectory: join(folder, 'lock') });
  const attribute = (name: string) => `1;${name};urn:oasis:names:tc:SAML:2.0:attrname-format:basic;${name}`;
  const service = serviceMetadata && {
    samlSPMetaDataXML: { product: { samlSPMetaDataXML: serviceMetadata } },
    samlSPMetaDataExportedAttributes: { product: { mail: attribute('email'), cn: attribute('name') } },
    samlSPMetaDataOptions: {
      product: {
        samlSPMetaDataOptionsNameIDFormat: 'persistent',
        samlSPMetaDataOptionsSignSSOMessage: 1,
        samlSPMetaDataOptionsCheckSSOMessageSignature: 1,
        samlSPMetaDataOptionsEncryptionMode: 'none',
      },
    },
  };
  await writeFile(
    join(folder, 'conf/lmConf-1.json'),
    JSON.stringify({
      ...JSON.parse(await readFile(sample, 'utf8')),
      cfgNum: 1,
      portal: `http://127.0.0.1:${port}/`,
      domain: '127.0.0.1',
      requireToken: 0,
      registerDB: 'Null',
      portalDisplayRegister: 0,
      portalDisplayResetPassword: 0,
      issuerDBSAMLActivation: 1,
      samlServicePrivateKeySig: keys.privateKey,
      samlServicePublicKeySig: keys.certificate,
      samlServiceSignatureMethod: 'RSA_SHA256',
      globalStorageOptions: storage('sessions'),
      persistentStorageOptions: storage('psessions'),
      localSessionStorage: '',
      ...service,
    }),
  );
}

const start = (port: number) =>
  startProgram('plackup', ['--host', '127.0.0.1', '--port', String(port), portal], {
    port,
    env: { LLNG_DEFAULTCONFFILE: join(folder, 'lemonldap-ng.ini') },
  });

beforeAll(async () => {
  requireFile(portal, 'liblemonldap-ng-portal-perl');
  app = await listeningApp({ ALLOW_PRIVATE_EGRESS: 'true' });
  prepared = await prepareSso(app);
  folder = await temporaryFolder();
  for (const name of ['conf', 'sessions', 'psessions', 'lock', 'cache']) {
    await mkdir(join(folder, name));
  }
  await writeFile(join(folder, 'keys.json'), JSON.stringify(await newServiceKeys()));
  await writeFile(join(folder, 'lemonldap-ng.ini'), settings());
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  await writeConfig(port);
  const first = await start(port);
  // The product reads the metadata of LemonLDAP::NG, and LemonLDAP::NG those of the connector, with its key.
  connectorId = await createConnector(app, prepared.token, {
    providerName: 'SAML',
    config: { metadataUrl: `${address}/saml/metadata`, signRequests: true },
  });
  await first.stop();
  const metadata = await fetch(`${app.endpoint}/api/authn/single-sign-on/saml/${connectorId}/metadata`);
  await writeConfig(port, await metadata.text());
  await removeFolder(join(folder, 'cache'));
  await mkdir(join(folder, 'cache'));
  provider = await start(port);
});
afterAll(async () => {
  await provider?.stop();
  await app?.close();
  await (folder && removeFolder(folder));
});

test('LemonLDAP::NG checks our signed request, and signs a new user in, and the same user again', async () => {
  const signIn = () =>
    signInByProvider(app, prepared, connectorId, (visitor, first) =>
      visitor.submit(first, { user: 'dwho', password: 'dwho' }),
    );
  const user = await signIn();
  expect(user).toMatchObject({
    primaryEmail: 'dwho@badwolf.org',
    name: 'Doctor Who',
    ssoIdentities: [{ issuer: `${address}/saml/metadata`, ssoConnectorId: connectorId }],
  });
  expect((await signIn()).id).toBe(user.id);
});

test('a wrong password at LemonLDAP::NG does not come back', async () => {
  await expect(
    signInByProvider(app, prepared, connectorId, (visitor, first) =>
      visitor.submit(first, { user: 'dwho', password: 'wrong' }),
    ),
  ).rejects.toThrow('did not lead back');
});
