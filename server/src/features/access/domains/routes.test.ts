import { domainsApi } from '@postern/contracts/access/domains';
import { tenantsApi } from '@postern/contracts/cloud/tenants';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';
import { consoleTokens } from '#testing/tokens';
import { addDomain, checkNow, codeOf, getOn } from './testing.ts';
import { answerQuestion, decodeName, encodeName, startDns } from './testing-dns.ts';

let dns: Awaited<ReturnType<typeof startDns>>;
let app: TestApp;
let one: { id: string; token: string };
let two: { id: string; token: string };

beforeAll(async () => {
  dns = await startDns();
  app = await testApp({ EDITION: 'cloud', DNS_RESOLVER: dns.address, MULTIPLE_CUSTOM_DOMAINS_ENABLED: 'true' });
  const owner = await consoleTokens(app, 'owner');
  const tenant = async (name: string) => {
    const id = await owner.createTenant(name, 'production');
    return { id, token: await app.managementToken(id) };
  };
  one = await tenant('One');
  two = await tenant('Two');
});
afterAll(async () => {
  await app.close();
  await dns.close();
});

const create = ({ id, token }: typeof one, domain: string) =>
  app.call(domainsApi.create, { tenantId: id, token, body: { domain } });
const list = async ({ id, token }: typeof one) => (await app.call(domainsApi.list, { tenantId: id, token })).body;
const remove = ({ id, token }: typeof one, domainId: string) =>
  app.call(domainsApi.remove, { tenantId: id, token, params: { id: domainId } });
const pointTo = (domain: string, { id }: typeof one) => dns.records.set(domain, `${id}.core.test`);
const issuerOn = async (host: string) => {
  const { status, body } = await getOn(app, host, '/oidc/.well-known/openid-configuration');
  return status === 200 ? (body as { issuer: string }).issuer : status;
};

beforeEach(async () => {
  for (const tenant of [one, two]) {
    for (const { id } of await list(tenant)) {
      await remove(tenant, id);
    }
  }
  dns.records.clear();
});

test('the test DNS server encodes names and answers as RFC 1035 says', () => {
  expect(encodeName('a.bc').toString('hex')).toBe('016102626300');
  const query = Buffer.concat([
    Buffer.from('beef01000001000000000000', 'hex'),
    encodeName('a.bc'),
    Buffer.from('00050001', 'hex'),
  ]);
  expect(decodeName(query, 12)).toEqual({ name: 'a.bc', end: 18 });
  const answer = answerQuestion(query, new Map([['a.bc', 'd.e']])).toString('hex');
  expect(answer).toBe(
    'beef81800001000100000000' + '016102626300' + '00050001' + 'c00c0005000100000000' + '0005' + '0164016500',
  );
  expect(answerQuestion(query, new Map()).readUInt16BE(2) & 15).toBe(3);
});

test('a domain is served when its record points to the endpoint of the tenant', async () => {
  const { status, body } = await create(one, 'Login.Acme.example');
  expect(status).toBe(201);
  expect(body).toEqual({
    id: expect.stringMatching(/^[\da-z]{21}$/),
    domain: 'login.acme.example',
    status: 'PendingVerification',
    errorMessage: null,
    dnsRecords: [{ name: 'login.acme.example', type: 'CNAME', value: `${one.id}.core.test` }],
    createdAt: expect.closeTo(Date.now(), -5),
  });
  expect(await checkNow(app, one.id, one.token, body.id)).toMatchObject({
    status: 'PendingVerification',
    errorMessage: 'There is no CNAME record for login.acme.example.',
  });
  expect(await issuerOn('login.acme.example')).toBe(404);
  dns.records.set('login.acme.example', 'elsewhere.example');
  expect((await checkNow(app, one.id, one.token, body.id)).errorMessage).toBe(
    `The CNAME record of login.acme.example points to elsewhere.example, not to ${one.id}.core.test.`,
  );
  pointTo('login.acme.example', one);
  expect(await checkNow(app, one.id, one.token, body.id)).toMatchObject({ status: 'Active', errorMessage: null });
  expect(await issuerOn('login.acme.example')).toBe('http://login.acme.example/oidc');
  // The default endpoint stays valid.
  expect(await issuerOn(`${one.id}.core.test`)).toBe(`http://${one.id}.core.test/oidc`);
  expect(await list(one)).toHaveLength(1);
});

test('a domain without a CNAME record is proven by a TXT record that names the tenant', async () => {
  const { status, body } = await create(one, 'acme.example');
  expect(status).toBe(201);
  const target = `${one.id}.core.test`;
  expect(body.dnsRecords).toEqual([
    { name: '_postern.acme.example', type: 'TXT', value: target },
    { name: 'acme.example', type: 'ALIAS', value: target },
  ]);
  dns.texts.set('_postern.acme.example', [`${two.id}.core.test`]);
  expect(await checkNow(app, one.id, one.token, body.id)).toMatchObject({
    status: 'PendingVerification',
    errorMessage: `There is no TXT record for _postern.acme.example with the value ${target}.`,
  });
  dns.texts.set('_postern.acme.example', ['another text', target]);
  expect(await checkNow(app, one.id, one.token, body.id)).toMatchObject({ status: 'Active', errorMessage: null });
  expect(await issuerOn('acme.example')).toBe('http://acme.example/oidc');
  // A proxied record of another name is proven in the same way.
  dns.texts.set('_postern.login.acme.example', [`${two.id}.core.test.`]);
  await addDomain(app, two.id, two.token, 'login.acme.example');
  expect((await list(two))[0]?.status).toBe('Active');
  dns.texts.clear();
});

test('the record may point to the endpoint over other names', async () => {
  dns.records.set('login.acme.example', 'alias.acme.example');
  pointTo('alias.acme.example', one);
  await addDomain(app, one.id, one.token, 'login.acme.example');
  expect((await list(one))[0]?.status).toBe('Active');
});

test('a deleted domain is not served any more, on no node', async () => {
  pointTo('login.acme.example', one);
  const other = await app.another();
  const onOther = async () =>
    (
      await other.core.inject({
        url: '/oidc/.well-known/openid-configuration',
        headers: { host: 'login.acme.example' },
      })
    ).statusCode;
  const id = await addDomain(app, one.id, one.token, 'login.acme.example');
  await expect.poll(onOther).toBe(200);
  expect((await remove(one, id)).status).toBe(204);
  expect(await issuerOn('login.acme.example')).toBe(404);
  await expect.poll(onOther).toBe(404);
  expect((await remove(one, id)).status).toBe(404);
});

test('another tenant sees nothing', async () => {
  const { body } = await create(one, 'login.acme.example');
  expect(await list(two)).toEqual([]);
  const input = { tenantId: two.id, token: two.token, params: { id: body.id } };
  expect(codeOf(await app.call(domainsApi.get, input))).toBe('entity.not_exists_with_id');
  expect(codeOf(await app.call(domainsApi.remove, input))).toBe('entity.not_exists_with_id');
  expect(await list(one)).toHaveLength(1);
});

test('names that cannot be used, a second claim and the eleventh domain are refused', async () => {
  expect(codeOf(await create(one, 'example'))).toBe('domain.domain_is_not_allowed');
  expect(codeOf(await create(one, `${two.id}.core.test`))).toBe('domain.domain_is_not_allowed');
  for (let index = 0; index < 10; index += 1) {
    expect((await create(one, `login${index}.acme.example`)).status).toBe(201);
    expect((await create(one, 'login0.acme.example')).status).toBe(422);
  }
  expect(await create(one, 'login10.acme.example')).toMatchObject({
    status: 422,
    body: { code: 'domain.exceed_domain_limit', data: { limit: 10 } },
  });
});

test('changes of a domain are in the audit log', async () => {
  pointTo('login.acme.example', one);
  const id = await addDomain(app, one.id, one.token, 'login.acme.example');
  await remove(one, id);
  await app.worker.drain();
  const rows = await app.read(one.id, (db) =>
    db.selectFrom('logs').select('key').where('key', 'like', 'Domain.%').execute(),
  );
  expect(rows.map(({ key }) => key)).toEqual(
    expect.arrayContaining(['Domain.Created', 'Domain.Data.Updated', 'Domain.Deleted']),
  );
});

describe('attack 48: custom domains', () => {
  test('the same name claimed by two tenants belongs to the one whose endpoint the record names', async () => {
    const claim = (await create(two, 'login.acme.example')).body;
    // A claim without a proof does not block the owner.
    pointTo('login.acme.example', one);
    await addDomain(app, one.id, one.token, 'login.acme.example');
    expect(await checkNow(app, two.id, two.token, claim.id)).toMatchObject({ status: 'PendingVerification' });
    expect(await issuerOn('login.acme.example')).toBe('http://login.acme.example/oidc');
    expect(codeOf(await create(two, 'login.acme.example'))).toBe('domain.domain_in_use');
    const { body } = await getOn(app, 'login.acme.example', '/api/.well-known/sign-in-exp');
    expect((body as { tenantId: string }).tenantId).toBe(one.id);
  });

  test('the first proof wins while the record moves to another tenant', async () => {
    const claim = (await create(two, 'login.acme.example')).body;
    pointTo('login.acme.example', one);
    await addDomain(app, one.id, one.token, 'login.acme.example');
    pointTo('login.acme.example', two);
    expect(await checkNow(app, two.id, two.token, claim.id)).toMatchObject({
      status: 'Error',
      errorMessage: 'login.acme.example is in use by another tenant.',
    });
  });

  test('a domain that no longer points here is not served after three checks', async () => {
    pointTo('login.acme.example', one);
    const id = await addDomain(app, one.id, one.token, 'login.acme.example');
    dns.records.delete('login.acme.example');
    const check = async () => (await checkNow(app, one.id, one.token, id)).status;
    expect([await check(), await check()]).toEqual(['Active', 'Active']);
    expect(await check()).toBe('Error');
    expect(await issuerOn('login.acme.example')).toBe(404);
    pointTo('login.acme.example', one);
    expect(await check()).toBe('Active');
    expect(await issuerOn('login.acme.example')).toBe('http://login.acme.example/oidc');
  });

  test('an outage of the DNS servers does not take an active domain down', async () => {
    pointTo('login.acme.example', one);
    const id = await addDomain(app, one.id, one.token, 'login.acme.example');
    dns.records.set('login.acme.example', 'SERVFAIL');
    for (let round = 0; round < 4; round += 1) {
      expect((await checkNow(app, one.id, one.token, id)).status).toBe('Active');
    }
  });

  test('the port, case and final dot of the Host header choose nothing', async () => {
    pointTo('login.acme.example', one);
    await addDomain(app, one.id, one.token, 'login.acme.example');
    for (const host of ['LOGIN.acme.example', 'login.acme.example.', 'login.acme.example:9999']) {
      expect([host, await issuerOn(host)]).toEqual([host, 'http://login.acme.example/oidc']);
    }
    for (const host of ['x.login.acme.example', 'login.acme.example.evil.test', 'login.acme.example@evil.test']) {
      expect([host, await issuerOn(host)]).toEqual([host, expect.any(Number)]);
    }
    const { status } = await getOn(app, 'evil.test', '/oidc/.well-known/openid-configuration', {
      'x-forwarded-host': 'login.acme.example',
    });
    expect(status).toBe(404);
  });

  test('the path of ACME challenges shows nothing of a tenant', async () => {
    pointTo('login.acme.example', one);
    await addDomain(app, one.id, one.token, 'login.acme.example');
    for (const host of ['login.acme.example', 'unknown.acme.example', `${one.id}.core.test`]) {
      const { status, body } = await getOn(app, host, '/.well-known/acme-challenge/abcdefghijklmnopqrstuvwxyz');
      expect([host, status, (body as { code: string }).code]).toEqual([host, 404, 'request.not_found']);
    }
  });

  test('attack 23: the check asks the DNS server and never connects to the domain', async () => {
    const { body } = await create(one, 'metadata.internal.example');
    dns.asked.length = 0;
    await checkNow(app, one.id, one.token, body.id);
    expect(new Set(dns.asked)).toEqual(new Set(['metadata.internal.example', '_postern.metadata.internal.example']));
  });
});

test('a development tenant has no custom domain until it is converted', async () => {
  const owner = await consoleTokens(app, 'developer');
  const id = await owner.createTenant('Trial');
  const trial = { id, token: await app.managementToken(id) };
  expect(await create(trial, 'trial.example')).toMatchObject({
    status: 422,
    body: { code: 'domain.not_for_development' },
  });
  const token = await owner.organization(id);
  await app.call(tenantsApi.update, { token, params: { id }, body: { tag: 'production' } });
  expect((await create(trial, 'trial.example')).status).toBe(201);
});
