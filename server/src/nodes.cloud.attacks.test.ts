import { createHash } from 'node:crypto';
import { applicationsApi } from '@postern/contracts/access/applications';
import { domainsApi } from '@postern/contracts/access/domains';
import { tenantsApi } from '@postern/contracts/cloud/tenants';
import { usersApi } from '@postern/contracts/people/users';
import { deviceCodeGrant } from '@postern/contracts/wire';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Running } from './app.ts';
import { addDomain } from './features/access/domains/testing.ts';
import { startDns } from './features/access/domains/testing-dns.ts';
import { type Visitor, visitor } from './testing/sign-in.ts';
import { type TestApp, testApp } from './testing/test-app.ts';
import { consoleTokens } from './testing/tokens.ts';

/** Tenants that one node suspends or deletes, and domains that change hands, while people sign in on another node. */
let dns: Awaited<ReturnType<typeof startDns>>;
let a: TestApp;
let b: Running;
let onB: TestApp;
let owner: Awaited<ReturnType<typeof consoleTokens>>;
const password = 'correct horse battery';
const verifier = 'v'.repeat(43);
const redirectUri = 'https://shop.example/callback';

beforeAll(async () => {
  dns = await startDns();
  a = await testApp({ EDITION: 'cloud', DNS_RESOLVER: dns.address });
  b = await a.another();
  onB = { ...a, ...b };
  owner = await consoleTokens(a, 'owner');
});
afterAll(async () => {
  await a.close();
  await dns.close();
});

let count = 0;
async function createTenant() {
  count += 1;
  const tenantId = await owner.createTenant(`Tenant ${count}`, 'production');
  const token = await a.managementToken(tenantId);
  const username = `person_${count}`;
  await a.call(usersApi.create, { tenantId, token, body: { username, password } });
  const metadata = { redirectUris: [redirectUri], postLogoutRedirectUris: [] };
  const { body: web } = await a.call(applicationsApi.create, {
    tenantId,
    token,
    body: { name: 'Shop', type: 'SPA', oidcClientMetadata: metadata },
  });
  const { body: device } = await a.call(applicationsApi.create, {
    tenantId,
    token,
    body: { name: 'TV', type: 'Native', customClientMetadata: { isDeviceFlow: true } },
  });
  return { tenantId, token, username, clientId: web.id, deviceId: device.id, host: `${tenantId}.core.test` };
}
type Tenant = Awaited<ReturnType<typeof createTenant>>;

const post = (host: string, url: string, form: Record<string, string>) =>
  b.core.inject({
    method: 'POST',
    url,
    headers: { host, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  });

/** On the second node, as far as the person being identified. */
async function park(tenant: Tenant, endpoint = `http://${tenant.host}`): Promise<Visitor> {
  const browser = visitor(onB, tenant.tenantId, endpoint);
  await browser.arrive({
    client_id: tenant.clientId,
    redirect_uri: redirectUri,
    scope: 'openid profile offline_access',
    prompt: 'login consent',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  });
  await browser.start('SignIn');
  const identifier = { type: 'username', value: tenant.username };
  const { body } = await browser.step('POST', '/verification/password', { identifier, password });
  expect((await browser.identify(body.verificationId)).status).toBe(204);
  return browser;
}

const codeIn = (address: string) => new URL(address, 'http://core.test').searchParams.get('code') ?? '';
const redeem = ({ host, clientId }: Tenant, code: string) =>
  post(host, '/oidc/token', {
    grant_type: 'authorization_code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code,
    code_verifier: verifier,
  });

const endings: [string, (tenant: Tenant) => Promise<unknown>][] = [
  [
    'suspends',
    ({ tenantId }) =>
      a.app.tenancy.system((db) => sql`update tenants set is_suspended = true where id = ${tenantId}`.execute(db)),
  ],
  [
    'deletes',
    async ({ tenantId }) =>
      expect(
        (await a.call(tenantsApi.remove, { token: await owner.organization(tenantId), params: { id: tenantId } }))
          .status,
      ).toBe(204),
  ],
];

describe('a tenant that another node', () => {
  test.each(endings)('%s: nothing that this node has begun or issued goes on', async (_how, end) => {
    const tenant = await createTenant();
    const { host, clientId, deviceId } = tenant;
    const [parked, submitted, arrived] = [await park(tenant), await park(tenant), await park(tenant)];
    const { redirectTo } = (await submitted.submit()).body;
    const unused = codeIn(await arrived.follow((await arrived.submit()).body.redirectTo));
    const issued = await park(tenant);
    const tokens = (await redeem(tenant, codeIn(await issued.follow((await issued.submit()).body.redirectTo)))).json();
    expect(tokens).toMatchObject({ access_token: expect.any(String), refresh_token: expect.any(String) });
    const device = (await post(host, '/oidc/device/auth', { client_id: deviceId, scope: 'openid' })).json();
    const bearer = { host, authorization: `Bearer ${tokens.access_token}` };
    const attempts: Record<string, () => Promise<number>> = {
      submit: async () => (await parked.submit()).status,
      follow: async () => {
        const { pathname, search } = new URL(redirectTo);
        const cookie = [...submitted.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
        const answer = await b.core.inject({ url: pathname + search, headers: { host, cookie } });
        return String(answer.headers.location).includes('code=') ? 200 : 400;
      },
      code: async () => (await redeem(tenant, unused)).statusCode,
      refresh: async () =>
        (
          await post(host, '/oidc/token', {
            grant_type: 'refresh_token',
            client_id: clientId,
            refresh_token: tokens.refresh_token,
          })
        ).statusCode,
      userinfo: async () => (await b.core.inject({ url: '/oidc/me', headers: bearer })).statusCode,
      account: async () => (await b.core.inject({ url: '/api/my-account', headers: bearer })).statusCode,
      management: async () =>
        (await b.core.inject({ url: '/api/users', headers: { host, authorization: `Bearer ${tenant.token}` } }))
          .statusCode,
      device: async () =>
        (
          await post(host, '/oidc/token', {
            grant_type: deviceCodeGrant,
            client_id: deviceId,
            device_code: device.device_code,
          })
        ).json().error === 'authorization_pending'
          ? 200
          : 400,
    };
    const dropped = new Promise<void>((resolve) => {
      b.app.cache.onDrop((id) => id === tenant.tenantId && resolve());
    });
    await end(tenant);
    await dropped;
    for (const [name, attempt] of Object.entries(attempts)) {
      expect([name, (await attempt()) >= 400]).toEqual([name, true]);
    }
  });
});

test('a domain that moves to another tenant answers for it on every node, and for nobody before', async () => {
  const host = 'login.moving.example';
  const endpoint = `http://${host}`;
  dns.records.set(host, 'core.test');
  const [before, after] = [await createTenant(), await createTenant()];
  dns.records.set(host, before.host);
  const id = await addDomain(a, before.tenantId, before.token, host);
  const file = { path: '/owner.txt', content: before.tenantId, contentType: 'text/plain' as const };
  await a.call(domainsApi.replaceFiles, { ...before, params: { id }, body: { verificationFiles: [file] } });
  const look = async (url: string) => (await b.core.inject({ url, headers: { host } })).body;
  const keysOf = async (on: string) => (await b.core.inject({ url: '/oidc/jwks', headers: { host: on } })).body;
  await expect.poll(() => look(file.path)).toBe(before.tenantId);
  expect(await keysOf(host)).toBe(await keysOf(before.host));
  const parked = await park(before, endpoint);

  await a.call(domainsApi.remove, { ...before, params: { id } });
  dns.records.set(host, after.host);
  await addDomain(a, after.tenantId, after.token, host);
  await expect.poll(async () => (await keysOf(host)) === (await keysOf(after.host))).toBe(true);
  expect(await look(file.path)).not.toBe(before.tenantId);
  expect((await parked.submit()).status).toBeGreaterThanOrEqual(400);
  const bearer = { host, authorization: `Bearer ${before.token}` };
  expect((await b.core.inject({ url: '/api/users', headers: bearer })).statusCode).toBe(401);
});
