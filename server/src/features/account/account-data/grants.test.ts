import { accountDataApi } from '@postern/contracts/account/account-data';
import { accountCenterApi } from '@postern/contracts/experience/account-center';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountToken, allEditable, newOwner, type Owner, openAccountCenter } from '#testing/account';
import { createClient, redirectUri, type TestClient } from '#testing/clients';
import { authorize, type ListeningApp, listeningApp } from '#testing/flows';

let app: ListeningApp;
let manager: string;
let shop: TestClient;

beforeAll(async () => {
  app = await listeningApp();
  manager = await app.managementToken();
  shop = await createClient(app, manager, { type: 'SPA', name: 'Shop' });
  await openAccountCenter(app, manager);
});
afterAll(() => app.close());

const owner = () => newOwner(app, manager, {}, 'openid urn:logto:scope:sessions');
const codeOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { code?: string } | undefined)?.code,
];
const list = async ({ token }: Owner) => (await app.call(accountDataApi.listGrants, { token })).body;
const takeBack = ({ token }: Owner, grantId: string, headers: Record<string, string>) =>
  app.call(accountDataApi.removeGrant, { token, params: { grantId }, headers });

/** Grants the shop offline access and returns functions that check its tokens. */
async function allow(person: Owner) {
  const scope = 'openid profile offline_access';
  const flow = { issuer: `${app.endpoint}/oidc`, clientId: shop.id, redirectUri, person, scope };
  const { tokens } = await authorize(flow);
  const host = new URL(app.endpoint).host;
  return {
    userinfo: async () => {
      const headers = { host, authorization: `Bearer ${tokens.access_token}` };
      return (await app.core.inject({ method: 'GET', url: '/oidc/me', headers })).statusCode;
    },
    refresh: async () => {
      const payload = new URLSearchParams({
        client_id: shop.id,
        grant_type: 'refresh_token',
        refresh_token: tokens.refresh_token ?? '',
      }).toString();
      const headers = { host, 'content-type': 'application/x-www-form-urlencoded' };
      return (await app.core.inject({ method: 'POST', url: '/oidc/token', headers, payload })).statusCode;
    },
  };
}

test('lists applications with offline access and revokes it immediately', async () => {
  const [person, other] = [await owner(), await owner()];
  expect(await list(person)).toEqual([]);
  const [tokens, others] = [await allow(person), await allow(other)];
  const [grant, ...none] = await list(person);
  expect(none).toEqual([]);
  expect(grant).toMatchObject({
    application: { id: shop.id, name: 'Shop' },
    scopes: expect.arrayContaining(['profile']),
  });
  expect(await tokens.userinfo()).toBe(200);
  expect((await takeBack(person, grant?.id ?? '', await person.permit())).status).toBe(204);
  expect([await tokens.userinfo(), await tokens.refresh()]).toEqual([401, 400]);
  expect(await list(person)).toEqual([]);
  expect([await others.userinfo(), (await list(other)).length]).toEqual([200, 1]);
  await app.worker.drain();
  const rows = await app.read('default', (db) =>
    db.selectFrom('logs').select('payload').where('key', '=', 'User.Grants.Revoked').execute(),
  );
  expect(rows.map(({ payload }) => payload)).toMatchObject([{ subjectId: person.id, revoked: shop.id }]);
});

test('rejects the grant of another user and a missing proof (attacks 18 and 19)', async () => {
  const [person, other] = [await owner(), await owner()];
  const tokens = await allow(other);
  const [grant] = await list(other);
  expect(codeOf(await takeBack(person, grant?.id ?? '', await person.permit()))).toEqual([404, 'entity.not_found']);
  expect(codeOf(await takeBack(person, 'x', await person.permit()))).toEqual([404, 'entity.not_found']);
  const denied = [401, 'verification_record.permission_denied'];
  expect(codeOf(await takeBack(other, grant?.id ?? '', {}))).toEqual(denied);
  expect(codeOf(await takeBack(other, grant?.id ?? '', await person.permit()))).toEqual(denied);
  expect([await tokens.userinfo(), await tokens.refresh()]).toEqual([200, 200]);
});

test('rejects a missing scope and a disabled account center', async () => {
  const person = await owner();
  const small = await accountToken(app, person, 'openid profile email');
  expect(codeOf(await app.call(accountDataApi.listGrants, { token: small }))).toEqual([401, 'auth.unauthorized']);
  const fields = { ...allEditable, session: 'Off' as const };
  await app.call(accountCenterApi.update, { token: manager, body: { fields } });
  expect(codeOf(await app.call(accountDataApi.listGrants, { token: person.token }))).toEqual([
    400,
    'account_center.field_not_enabled',
  ]);
  await app.call(accountCenterApi.update, { token: manager, body: { fields: allEditable } });
  await app.call(accountCenterApi.update, { token: manager, body: { enabled: false } });
  expect(codeOf(await app.call(accountDataApi.listGrants, { token: person.token }))).toEqual([
    400,
    'account_center.not_enabled',
  ]);
});
