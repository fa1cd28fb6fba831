import { tenantMembersApi } from '@postern/contracts/cloud/tenant-members';
import { usersApi } from '@postern/contracts/people/users';
import { adminTenantId } from '@postern/contracts/wire';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';
import { consoleTokens } from '#testing/tokens';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ EDITION: 'cloud' });
});
afterAll(() => app.close());

test('a token from before a tenant required a second factor of its members is refused', async () => {
  const owner = await consoleTokens(app, 'owner');
  const id = await owner.createTenant('Careful');
  const token = await owner.organization(id);
  const ask = async () => [
    (await app.call(tenantMembersApi.list, { token, params: { id } })).status,
    (
      await app.inject(app.admin, {
        method: 'GET',
        url: `/m/${id}${usersApi.list.path}`,
        headers: { host: 'admin.test', authorization: `Bearer ${token}` },
      })
    ).status,
  ];
  expect(await ask()).toEqual([200, 200]);
  await app.write(adminTenantId, (db) =>
    sql`update organizations set is_mfa_required = true where id = ${`t-${id}`}`.execute(db),
  );
  expect(await ask()).toEqual([401, 401]);
  // That the owner has a factor does not mean that this sign-in has used it.
  const factor = { id: 'x', type: 'Totp', createdAt: new Date().toISOString() };
  await app.write(adminTenantId, (db) =>
    sql`update users set mfa_verifications = ${JSON.stringify([factor])}::jsonb
      where id = ${decodeJwt(owner.idToken).sub}`.execute(db),
  );
  expect(await ask()).toEqual([401, 401]);
});
