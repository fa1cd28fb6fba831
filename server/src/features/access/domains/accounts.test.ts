import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';
import { addDomain, checkNow, getOn } from './testing.ts';
import { startAcme } from './testing-acme.ts';
import { startDns } from './testing-dns.ts';

let dns: Awaited<ReturnType<typeof startDns>>;
let folder: string;
let cleanups: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  dns = await startDns();
  folder = await mkdtemp(join(tmpdir(), 'postern-acme-'));
});
afterEach(async () => {
  for (const clean of cleanups.toReversed()) {
    await clean();
  }
  cleanups = [];
});
afterAll(async () => {
  await dns.close();
  await rm(folder, { recursive: true });
});

type Authority = Omit<Parameters<typeof startAcme>[0], 'fetchProof'>;

async function certifyOn(app: TestApp, token: string, domain: string) {
  dns.records.set(domain, 'core.test');
  return checkNow(app, 'default', token, await addDomain(app, 'default', token, domain));
}

async function start(authority: Authority, environment: Record<string, string>) {
  const acme = await startAcme({
    ...authority,
    fetchProof: async (host, path) => String((await getOn(app, host, path)).body),
  });
  cleanups.push(acme.close);
  const app = await testApp({
    DNS_RESOLVER: dns.address,
    TLS_PORT: '0',
    ACME_DIRECTORY_URL: acme.url,
    MULTIPLE_CUSTOM_DOMAINS_ENABLED: 'true',
    SECRET_VAULT_KEK: Buffer.alloc(32, 7).toString('base64'),
    ...environment,
  });
  cleanups.push(app.close);
  const token = await app.managementToken();
  return { app, acme, certify: (domain: string) => certifyOn(app, token, domain) };
}

const active = { status: 'Active', errorMessage: null };

test('without a contact, every order uses the account of the first one', async () => {
  const { app, acme, certify } = await start({}, {});
  expect(await certify('one.acme.example')).toMatchObject(active);
  expect(await certify('two.acme.example')).toMatchObject(active);
  // As the previous release left it.
  await app.write('admin', (db) => sql`update acme_accounts set url = null`.execute(db));
  expect(await certify('three.acme.example')).toMatchObject(active);
  expect(acme.contacts).toEqual([[]]);
});

test('a contact that has changed is sent once', async () => {
  const { app, acme, certify } = await start({}, { ACME_EMAIL: 'new@postern.test' });
  await certify('one.acme.example');
  await app.write('admin', (db) => sql`update acme_accounts set email = 'old@postern.test'`.execute(db));
  await certify('two.acme.example');
  expect(await certify('three.acme.example')).toMatchObject(active);
  expect(acme.contacts).toEqual([['mailto:new@postern.test'], ['mailto:new@postern.test']]);
});

test('an authority that requires an external account binding gets it', async () => {
  const refused = await start({ bindingKid: 'key-1' }, {});
  expect((await refused.certify('one.acme.example')).errorMessage).toContain('The account must be bound');
  const hmac = join(folder, 'hmac');
  await writeFile(hmac, `${Buffer.alloc(32, 1).toString('base64url')}\n`);
  const bound = await start({ bindingKid: 'key-1' }, { ACME_EAB_KID: 'key-1', ACME_EAB_HMAC_KEY_FILE: hmac });
  expect(await bound.certify('one.acme.example')).toMatchObject(active);
});

test('a script proves domains by DNS-01 and removes its records', async () => {
  const log = join(folder, 'log');
  const script = join(folder, 'dns.sh');
  await writeFile(
    script,
    `#!/bin/sh\necho "$1 $2 $3" >> ${log}\ncase "$2" in *bad*) echo "no such zone" >&2; exit 3;; esac\n`,
  );
  await chmod(script, 0o700);
  const calls = () =>
    readFileSync(log, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(' '));
  const findTexts = (name: string) => calls().flatMap(([, one, value = '']) => (one === `${name}.` ? value : []));
  const { certify, acme } = await start({ findTexts }, { ACME_DNS_SCRIPT: script });
  expect(await certify('one.acme.example')).toMatchObject(active);
  expect(calls().map(([action, name]) => [action, name])).toEqual([
    ['present', '_acme-challenge.one.acme.example.'],
    ['cleanup', '_acme-challenge.one.acme.example.'],
  ]);
  expect((await certify('bad.acme.example')).errorMessage).toContain(
    'The DNS script failed to create _acme-challenge.bad.acme.example.: no such zone',
  );
  expect(acme.orders()).toBe(2);
});
