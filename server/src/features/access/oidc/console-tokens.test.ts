import { meApi } from '@postern/contracts/account/me';
import { tenantsApi } from '@postern/contracts/cloud/tenants';
import { usersApi } from '@postern/contracts/people/users';
import { adminTenantId } from '@postern/contracts/wire';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';
import { consoleTokens } from '#testing/tokens';
import { endSessionsOf } from './index.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ EDITION: 'cloud' });
});
afterAll(() => app.close());

test('a person who is signed out everywhere, as by a password reset, has no working token of the console', async () => {
  const owner = await consoleTokens(app, 'owner');
  const other = await consoleTokens(app, 'other');
  const tenantId = await owner.createTenant('Mine');
  const organization = await owner.organization(tenantId);
  const throughConsole = (token: string) =>
    app.inject(app.admin, {
      method: 'GET',
      url: `/m/${tenantId}${usersApi.list.path}`,
      headers: { host: 'admin.test', authorization: `Bearer ${token}` },
    });
  const statuses = async () => [
    (await app.call(meApi.get, { token: owner.me })).status,
    (await app.call(tenantsApi.list, { token: owner.cloud })).status,
    (await throughConsole(organization)).status,
  ];
  expect(await statuses()).toEqual([200, 200, 200]);

  await app.write(adminTenantId, (db) => endSessionsOf(db, decodeJwt(owner.me).sub ?? ''));

  expect(await statuses()).toEqual([401, 401, 401]);
  expect((await app.call(meApi.get, { token: other.me })).status).toBe(200);
  // A new sign-in works.
  const again = await consoleTokens(app, 'owner-2');
  expect((await app.call(meApi.get, { token: again.me })).status).toBe(200);
});
