import { domainsApi, type VerificationFile } from '@postern/contracts/access/domains';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';
import { consoleTokens } from '#testing/tokens';
import { addDomain, checkNow, codeOf, getOn } from './testing.ts';
import { startDns } from './testing-dns.ts';

const host = 'login.acme.example';
let dns: Awaited<ReturnType<typeof startDns>>;
let app: TestApp;
let token: string;
let id: string;

beforeAll(async () => {
  dns = await startDns();
  app = await testApp({ DNS_RESOLVER: dns.address });
  token = await app.managementToken();
  dns.records.set(host, 'core.test');
  id = await addDomain(app, 'default', token, host);
});
afterAll(async () => {
  await app.close();
  await dns.close();
});

const proof: VerificationFile = { path: '/.well-known/proof.txt', content: 'héllo', contentType: 'text/plain' };
const json: VerificationFile = { path: '/owner.json', content: '{"owner":"acme"}', contentType: 'application/json' };
const replace = (verificationFiles: unknown[], domainId = id) =>
  app.call(domainsApi.replaceFiles, {
    token,
    params: { id: domainId },
    body: { verificationFiles: verificationFiles as VerificationFile[] },
  });
const list = async () => (await app.call(domainsApi.listFiles, { token, params: { id } })).body;
const fetchFile = (path: string, on = host, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
  app.core.inject({ method, url: path, headers: { host: on } });

test('a domain serves its files at exactly their paths, and no other host does', async () => {
  expect(await list()).toEqual([]);
  expect(await replace([proof, json])).toMatchObject({ status: 200, body: [proof, json] });
  expect(await list()).toEqual([proof, json]);
  const served = await fetchFile(proof.path);
  expect([served.statusCode, served.body]).toEqual([200, 'héllo']);
  expect(served.headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'content-length': '6',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  });
  const head = await fetchFile(json.path, host, 'HEAD');
  expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', '16']);
  expect(head.headers['content-type']).toBe('application/json; charset=utf-8');
  expect((await fetchFile(`${json.path}?a=b`)).body).toBe(json.content);
  expect((await fetchFile(json.path, host, 'POST')).statusCode).toBe(404);
  for (const [path, on] of [
    [json.path, 'core.test'],
    [`${json.path}/`, host],
    [json.path.toUpperCase(), host],
    ['/.well-known/proof.txt.bak', host],
    ['//owner.json', host],
  ] as const) {
    expect([path, on, (await fetchFile(path, on)).body.includes('acme"}')]).toEqual([path, on, false]);
  }
});

test('other routes come first: OIDC, the API and challenges', async () => {
  const files = ['/.well-known/acme-challenge/abcdefghijklmnopqrstuvwxyz', '/.well-known/webauthn', '/oidc.txt'];
  await replace(files.map((path) => ({ path, content: 'mine', contentType: 'text/plain' })));
  expect((await fetchFile(files[0] ?? '')).statusCode).toBe(404);
  expect((await fetchFile(files[1] ?? '')).body).not.toBe('mine');
  expect((await fetchFile('/oidc/.well-known/openid-configuration')).json()).toMatchObject({
    issuer: `http://${host}/oidc`,
  });
  expect((await fetchFile('/oidc.txt')).body).toBe('mine');
});

test('a removed file is not served any more, on no node; neither is one of a domain that is not active', async () => {
  const other = await app.another();
  const onOther = async () => (await other.core.inject({ url: json.path, headers: { host } })).body;
  await replace([json]);
  await expect.poll(onOther).toBe(json.content);
  await replace([]);
  expect((await fetchFile(json.path)).statusCode).toBe(404);
  await expect.poll(onOther).not.toBe(json.content);
  await replace([json]);
  dns.records.delete(host);
  for (const _ of [1, 2, 3]) {
    await checkNow(app, 'default', token, id);
  }
  expect((await fetchFile(json.path)).statusCode).toBe(404);
  dns.records.set(host, 'core.test');
  await checkNow(app, 'default', token, id);
  expect((await fetchFile(json.path)).body).toBe(json.content);
});

test.each([
  ['/.hidden.txt'],
  ['/name'],
  ['/a/b.txt'],
  ['name.txt'],
  ['//name.txt'],
  ['/../etc/passwd.txt'],
  ['/.well-known/'],
  ['/.well-known/../name.txt'],
  ['/.well-known/.hidden'],
  ['/.well-known/a//b'],
  ['/.WELL-KNOWN/name'],
  ['/na%6de.txt'],
  ['/näme.txt'],
  ['/name.txt?x'],
  ['/name.txt\n'],
  ['/'],
  [''],
  [`/${'a'.repeat(253)}.txt`],
])('the path %j is refused', async (path) => {
  expect(codeOf(await replace([{ ...proof, path }]))).toBe('guard.invalid_input');
});

test('sizes, types, repeated paths and content that is not JSON are refused, and change nothing', async () => {
  await replace([json]);
  const many = Array.from({ length: 11 }, (_, index) => ({ ...proof, path: `/a${index}.txt` }));
  for (const files of [
    many,
    [proof, { ...proof, content: 'other' }],
    [{ ...json, content: '{' }],
    [{ ...proof, content: '' }],
    [{ ...proof, content: 'x'.repeat(16_385) }],
    [{ ...proof, contentType: 'text/html' }],
    [{ ...proof, content: undefined }],
  ]) {
    expect(codeOf(await replace(files))).toBe('guard.invalid_input');
  }
  expect(await list()).toEqual([json]);
  const largest = many.slice(0, 10).map((file) => ({ ...file, content: 'é'.repeat(16_384) }));
  expect((await replace(largest)).status).toBe(200);
  expect((await replace([{ ...json, path: '/.well-known/a/b-c_d' }])).status).toBe(200);
});

test('an unknown domain has no files, and the change is in the audit log', async () => {
  expect(codeOf(await replace([], 'unknown'))).toBe('entity.not_exists_with_id');
  expect(codeOf(await app.call(domainsApi.listFiles, { token, params: { id: 'unknown' } }))).toBe(
    'entity.not_exists_with_id',
  );
  await replace([proof]);
  await app.worker.drain();
  const { rows } = await app.read('default', (db) =>
    sql`select from logs where key = 'Domain.Data.Updated' and payload::text like '%/.well-known/proof.txt%'`.execute(
      db,
    ),
  );
  expect(rows.length).toBeGreaterThan(0);
});

test('a clean-up deletes domains that have not been active for a while, and keeps the others', async () => {
  const add = async (name: string) =>
    (await app.call(domainsApi.create, { token, body: { domain: `${name}.acme.example` } })).body.id;
  const [old, failing] = [await add('old'), await add('failing'), await add('young')];
  const age = (domainId: string, failingSince: string) =>
    app.app.tenancy.write('default', (db) =>
      sql`update domains set created_at = now() - interval '40 days', failing_since = now() - ${failingSince}::interval
        where id = ${domainId}`.execute(db),
    );
  await age(old, '40 days');
  // It worked until yesterday.
  await age(failing, '1 day');
  await age(id, '40 days');
  const cleanUp = (staleDays: number) => app.call(domainsApi.cleanUp, { token, body: { staleDays } });
  expect(await cleanUp(30)).toMatchObject({
    status: 200,
    body: { scannedCount: 4, deletedCount: 1, skippedActiveCount: 1, failedCount: 0 },
  });
  const names = (await app.call(domainsApi.list, { token })).body.map(({ domain }) => domain);
  expect(names.sort()).toEqual([`failing.acme.example`, host, 'young.acme.example']);
  for (const staleDays of [0, -1, 1.5, Number.MAX_SAFE_INTEGER]) {
    expect(codeOf(await cleanUp(staleDays))).toBe('guard.invalid_input');
  }
});

test('on an address without a name, a clean-up says that domains are not set up', async () => {
  const local = await testApp({ ENDPOINT: 'http://127.0.0.1:3001' });
  const answer = await local.call(domainsApi.cleanUp, {
    token: await local.managementToken(),
    body: { staleDays: 1 },
  });
  expect([answer.status, codeOf(answer)]).toEqual([400, 'domain.not_configured']);
  await local.close();
});

test('in the cloud edition the plan limits the number of domains, and other tenants see no files', async () => {
  const cloud = await testApp({ EDITION: 'cloud', DNS_RESOLVER: dns.address });
  const owner = await consoleTokens(cloud, 'owner');
  const tenant = async (name: string) => {
    const tenantId = await owner.createTenant(name, 'production');
    return { tenantId, token: await cloud.managementToken(tenantId) };
  };
  const [one, two] = [await tenant('One'), await tenant('Two')];
  const create = (domain: string) => cloud.call(domainsApi.create, { ...one, body: { domain } });
  const created = await create('one.example');
  expect(created.status).toBe(201);
  expect(await create('two.example')).toMatchObject({
    status: 403,
    body: { code: 'subscription.limit_exceeded', data: { key: 'customDomainsLimit', limit: 1, usage: 1 } },
  });
  const params = { id: created.body.id };
  expect(codeOf(await cloud.call(domainsApi.listFiles, { ...two, params }))).toBe('entity.not_exists_with_id');
  const stolen = await cloud.call(domainsApi.replaceFiles, { ...two, params, body: { verificationFiles: [proof] } });
  expect(codeOf(stolen)).toBe('entity.not_exists_with_id');
  expect((await cloud.call(domainsApi.listFiles, { ...one, params })).body).toEqual([]);
  expect((await getOn(cloud, 'one.example', proof.path)).status).toBe(404);
  await cloud.close();
});
