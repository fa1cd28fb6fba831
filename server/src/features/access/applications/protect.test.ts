import { applicationsApi, type CreateApplication } from '@postern/contracts/access/applications';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#platform/config/config';
import { defaultSecretOf } from '#testing/clients';
import { type TestApp, testApp } from '#testing/test-app';
import { protectedDomainOf, tenantOfHost } from './protected-hosts.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await testApp({ PROTECTED_APPS_ENDPOINT: 'https://*.apps.test' });
  token = await app.managementToken();
});
afterAll(() => app.close());

const create = (subDomain: string, origin = 'https://intranet.invalid', more: Partial<CreateApplication> = {}) =>
  app.call(applicationsApi.create, {
    token,
    body: { name: 'Intranet', type: 'Protected', protectedAppMetadata: { subDomain, origin }, ...more },
  });
const update = (id: string, protectedAppMetadata: object) =>
  app.call(applicationsApi.update, { token, params: { id }, body: { protectedAppMetadata } });

test('creates a protected application with its host, its redirect URIs and a secret', async () => {
  const { status, body } = await create('intranet');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    type: 'Protected',
    protectedAppMetadata: {
      host: 'intranet.apps.test',
      origin: 'https://intranet.invalid',
      sessionDuration: 1_209_600,
      pageRules: [],
      additionalScopes: [],
    },
    oidcClientMetadata: {
      redirectUris: ['https://intranet.apps.test/sign-in-callback'],
      postLogoutRedirectUris: ['https://intranet.apps.test'],
    },
  });
  expect(await defaultSecretOf(app, token, body.id)).toMatch(/^\w{32}$/);
  expect((await app.call(applicationsApi.getSystem, { token })).body).toEqual({
    protectedApps: { defaultDomain: 'apps.test' },
  });
});

test('rejects a subdomain that exists or is not valid', async () => {
  await create('taken');
  expect(await create('taken')).toMatchObject({
    status: 422,
    body: { code: 'application.protected_application_subdomain_exists' },
  });
  for (const subDomain of ['', 'A', 'a.b', '-a', 'a-', 'a_b', 'a'.repeat(64), 'a/b', 'a:1', 'é']) {
    expect(await create(subDomain)).toMatchObject({ status: 422, body: { code: 'application.invalid_subdomain' } });
  }
});

test('rejects origins that the proxy must not call', async () => {
  const bad = [
    'intranet',
    'ftp://intranet.invalid',
    'https://user:pass@intranet.invalid',
    'https://intranet.invalid/path',
    'http://127.0.0.1',
    'http://[::1]:3001',
    'http://169.254.169.254',
    'http://10.0.0.1',
    'https://other.apps.test',
    'https://apps.test',
  ];
  for (const origin of bad) {
    expect([origin, (await create('origin', origin)).status]).toEqual([origin, 400]);
  }
});

test('merges changed settings, and rejects those that are not valid', async () => {
  const { body } = await create('merge');
  const rules = [{ path: '^/admin' }];
  expect((await update(body.id, { pageRules: rules })).body.protectedAppMetadata).toEqual({
    ...body.protectedAppMetadata,
    pageRules: rules,
  });
  expect((await update(body.id, { sessionDuration: 3600 })).body.protectedAppMetadata).toEqual({
    ...body.protectedAppMetadata,
    pageRules: rules,
    sessionDuration: 3600,
  });
  const scopes = ['roles', 'urn:logto:scope:organizations', 'roles'];
  expect(await update(body.id, { additionalScopes: scopes })).toMatchObject({
    status: 200,
    body: { protectedAppMetadata: { pageRules: rules, additionalScopes: scopes.slice(0, 2) } },
  });
  const nothing = await app.call(applicationsApi.update, {
    token,
    params: { id: body.id },
    body: { protectedAppMetadata: null },
  });
  expect(nothing).toMatchObject({
    status: 200,
    body: { protectedAppMetadata: { pageRules: rules, additionalScopes: scopes.slice(0, 2) } },
  });
  const bad = [
    { sessionDuration: 0 },
    { pageRules: [{ path: '(' }] },
    { origin: 'http://127.0.0.1' },
    { host: 'x' },
    { additionalScopes: ['openid'] },
  ];
  for (const settings of bad) {
    expect(await update(body.id, settings)).toMatchObject({ status: 400, body: { code: 'guard.invalid_input' } });
  }
});

test('a row without settings is misconfigured', async () => {
  const { body } = await create('empty');
  await app.write('default', (db) =>
    db.updateTable('applications').set({ protected_app_metadata: null }).where('id', '=', body.id).execute(),
  );
  expect(await update(body.id, { sessionDuration: 3600 })).toMatchObject({
    status: 422,
    body: { code: 'application.protected_application_misconfigured' },
  });
});

test('the admin tenant has no protected applications', async () => {
  const adminToken = await app.managementToken('admin');
  expect(await app.call(applicationsApi.getSystem, { token: adminToken, tenantId: 'admin' })).toMatchObject({
    status: 501,
  });
});

test('the domain is apart from the sign-in pages and the console', () => {
  const domain = (PROTECTED_APPS_ENDPOINT: string, more = {}) =>
    readConfig({
      ENDPOINT: 'https://auth.example.com',
      ADMIN_ENDPOINT: 'https://admin.example.com',
      PROTECTED_APPS_ENDPOINT,
      ...more,
    }).protectedApps;
  expect(domain('https://*.apps.example.com')).toMatchObject({
    scheme: 'https',
    domain: 'apps.example.com',
    port: 3003,
  });
  expect(() => domain('https://*.example.com')).toThrow(/PROTECTED_APPS_ENDPOINT: the domain example.com must not/);
  expect(() => domain('https://apps.example.com')).toThrow(/PROTECTED_APPS_ENDPOINT: must start with/);
  expect(() => domain('https://*.apps.example.com', { PROTECTED_APPS_PORT: '3001' })).toThrow(/PROTECTED_APPS_PORT/);
});

test('in the cloud edition the host names the tenant', () => {
  const config = readConfig({ EDITION: 'cloud', PROTECTED_APPS_ENDPOINT: 'https://*.apps.example.com' });
  expect(protectedDomainOf(config, 'abc')).toBe('abc.apps.example.com');
  expect(tenantOfHost(config, 'shop.abc.apps.example.com')).toBe('abc');
  const others = [
    'shop.apps.example.com',
    'a.shop.abc.apps.example.com',
    'shop.admin.apps.example.com',
    'shop.abc.example.com',
  ];
  expect(others.map((host) => tenantOfHost(config, host))).toEqual(others.map(() => undefined));
});
