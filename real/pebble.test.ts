import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { domainsApi } from '@postern/contracts/access/domains';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDomain, checkNow } from '../server/src/features/access/domains/testing.ts';
import { startDns } from '../server/src/features/access/domains/testing-dns.ts';
import { freePort, type ListeningApp, listeningApp } from '../server/src/testing/flows.ts';
import { createTlsFiles } from './certificate.ts';
import { type Program, removeFolder, requireFile, startProgram, temporaryFolder } from './program.ts';

const domain = 'login.acme.example';
const hmacKey = Buffer.alloc(32, 9).toString('base64url');

let app: ListeningApp;
let folder: string;
let names: Program;
let authority: Program;
let dns: Awaited<ReturnType<typeof startDns>>;
let management: string;

beforeAll(async () => {
  requireFile('/usr/bin/pebble', 'pebble');
  folder = await temporaryFolder();
  const certificate = await createTlsFiles(folder);
  setDefaultCACertificates([...getCACertificates('default'), certificate]);
  const [port, managementPort, dnsPort, controlPort] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ];
  dns = await startDns();
  dns.records.set(domain, 'localhost');
  dns.records.set('second.acme.example', 'localhost');
  app = await listeningApp({
    DNS_RESOLVER: dns.address,
    TLS_PORT: '0',
    ACME_DIRECTORY_URL: `https://localhost:${port}/dir`,
    ACME_EAB_KID: 'key-1',
    ACME_EAB_HMAC_KEY: hmacKey,
    MULTIPLE_CUSTOM_DOMAINS_ENABLED: 'true',
    SECRET_VAULT_KEK: Buffer.alloc(32, 7).toString('base64'),
  });
  // The names that the authority validates lead to this machine.
  names = await startProgram(
    '/usr/bin/pebble-challtestsrv',
    [
      ...['-dns01', `127.0.0.1:${dnsPort}`, '-management', `127.0.0.1:${controlPort}`, '-defaultIPv4', '127.0.0.1'],
      ...['-defaultIPv6', '', '-http01', '', '-https01', '', '-tlsalpn01', ''],
    ],
    { port: controlPort },
  );
  const config = join(folder, 'pebble.json');
  await writeFile(
    config,
    JSON.stringify({
      pebble: {
        listenAddress: `127.0.0.1:${port}`,
        managementListenAddress: `127.0.0.1:${managementPort}`,
        certificate: join(folder, 'tls.crt'),
        privateKey: join(folder, 'tls.key'),
        httpPort: Number(new URL(app.endpoint).port),
        tlsPort: 9,
        ocspResponderURL: '',
        externalAccountBindingRequired: true,
        externalAccountMACKeys: { 'key-1': hmacKey },
        // A week, as short-lived certificates of public authorities.
        certificateValidityPeriod: 7 * 86_400,
      },
    }),
  );
  authority = await startProgram('/usr/bin/pebble', ['-config', config, '-dnsserver', `127.0.0.1:${dnsPort}`], {
    port,
    env: { PEBBLE_VA_NOSLEEP: '1' },
  });
  management = `https://localhost:${managementPort}`;
  app.tls?.listen(0, '127.0.0.1');
  await once(app.tls ?? app.core.server, 'listening');
});
afterAll(async () => {
  await app?.close();
  await authority?.stop();
  await names?.stop();
  await dns?.close();
  await (folder && removeFolder(folder));
});

test('pebble issues a certificate that browsers which trust it accept', async () => {
  const token = await app.managementToken();
  const id = await addDomain(app, 'default', token, domain);
  await expect.poll(async () => (await checkNow(app, 'default', token, id)).status, { timeout: 30_000 }).toBe('Active');
  const [listed] = (await app.call(domainsApi.list, { token })).body;
  expect(listed, authority.output()).toMatchObject({ domain, status: 'Active', errorMessage: null });
  const root = await (await fetch(`${management}/roots/0`)).text();
  const address = app.tls?.address() as AddressInfo | undefined;
  const issuer = await new Promise<string>((resolve, reject) =>
    request(
      {
        host: '127.0.0.1',
        port: address?.port,
        servername: domain,
        ca: root,
        path: '/oidc/.well-known/openid-configuration',
        headers: { host: domain },
      },
      async (response) => {
        let text = '';
        for await (const chunk of response) {
          text += chunk;
        }
        resolve(JSON.parse(text).issuer);
      },
    )
      .on('error', reject)
      .end(),
  );
  expect(issuer).toBe(`https://${domain}/oidc`);
});

test('further orders use the account without a contact, and a certificate of a week is not ordered again', async () => {
  const token = await app.managementToken();
  const id = await addDomain(app, 'default', token, 'second.acme.example');
  await expect.poll(async () => (await checkNow(app, 'default', token, id)).status, { timeout: 30_000 }).toBe('Active');
  const issued = () => authority.output().split('Issued certificate').length - 1;
  const before = issued();
  expect(before).toBe(2);
  await checkNow(app, 'default', token, id);
  await checkNow(app, 'default', token, id);
  expect(issued(), authority.output()).toBe(before);
});
