import { accountDataApi } from '@postern/contracts/account/account-data';
import { accountCenterApi } from '@postern/contracts/experience/account-center';
import { type EndSession, mySessionsApi } from '@postern/contracts/people/user-sessions';
import { accountCenterAppId, scopes } from '@postern/contracts/wire';
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
const list = async ({ token, permit }: Owner, appType?: 'firstParty' | 'thirdParty') => {
  const headers = await permit();
  const query: Record<string, string> = appType ? { appType } : {};
  return (await app.call(accountDataApi.listGrants, { token, query, headers })).body.grants;
};
const noGrant = [404, 'oidc.invalid_grant'];
const denied = [401, 'verification_record.permission_denied'];
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
    refreshUntil: expect.any(Number),
    payload: { kind: 'Grant', jti: grant?.id, clientId: shop.id, accountId: person.id },
  });
  expect([await list(person, 'firstParty'), await list(person, 'thirdParty')]).toEqual([[grant], []]);
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

test('survive the end of their session unless the query names them', async () => {
  const person = await owner();
  const { token } = person;
  const endShop = async (query: EndSession) => {
    const headers = await person.permit();
    const { sessions } = (await app.call(mySessionsApi.list, { token, headers })).body;
    const params = { sessionId: sessions.find(({ clientId }) => clientId === shop.id)?.id ?? '' };
    expect((await app.call(mySessionsApi.remove, { token, params, query, headers })).status).toBe(204);
    expect((await app.call(mySessionsApi.list, { token, headers })).body.sessions).toMatchObject([{ isCurrent: true }]);
  };
  const kept = await allow(person);
  await endShop({});
  expect([await kept.refresh(), await list(person)]).toMatchObject([200, [{ application: { id: shop.id } }]]);
  const ended = await allow(person);
  await endShop({ revokeGrantsTarget: 'firstParty' });
  expect(await ended.refresh()).toBe(400);
});

test('rejects the grant of another user and a missing proof (attacks 18 and 19)', async () => {
  const [person, other] = [await owner(), await owner()];
  const tokens = await allow(other);
  const [grant] = await list(other);
  expect(codeOf(await takeBack(person, grant?.id ?? '', await person.permit()))).toEqual(noGrant);
  expect(codeOf(await takeBack(person, 'x', await person.permit()))).toEqual(noGrant);
  expect(codeOf(await takeBack(other, grant?.id ?? '', {}))).toEqual(denied);
  expect(codeOf(await takeBack(other, grant?.id ?? '', await person.permit()))).toEqual(denied);
  expect([await tokens.userinfo(), await tokens.refresh()]).toEqual([200, 200]);
});

test('rejects a missing proof, scope and field, and a disabled account center', async () => {
  const person = await owner();
  const small = await accountToken(app, person, 'openid profile email');
  const headers = await person.permit();
  const ask = async (token: string, more: { headers?: typeof headers } = { headers }) =>
    codeOf(await app.call(accountDataApi.listGrants, { token, query: {}, ...more }));
  expect(await ask(small, {})).toEqual(denied);
  expect(await ask(person.token, {})).toEqual(denied);
  expect(await ask(small)).toEqual([401, 'auth.unauthorized']);
  expect(codeOf(await takeBack({ ...person, token: small }, 'x', headers))).toEqual([401, 'auth.unauthorized']);
  const center = { id: accountCenterAppId, path: '/account/callback' };
  const own = await accountToken(app, person, `openid ${scopes.sessions}`, 'default', center);
  const { body } = await app.call(accountDataApi.listGrants, { token: own, query: {} });
  expect(body).toEqual({ grants: [] });
  const fields = { ...allEditable, session: 'Off' as const };
  await app.call(accountCenterApi.update, { token: manager, body: { fields } });
  expect(await ask(small)).toEqual([400, 'account_center.field_not_enabled']);
  expect(codeOf(await takeBack({ ...person, token: small }, 'x', headers))).toEqual([
    400,
    'account_center.field_not_editable',
  ]);
  await app.call(accountCenterApi.update, { token: manager, body: { fields: allEditable } });
  await app.call(accountCenterApi.update, { token: manager, body: { enabled: false } });
  expect(await ask(person.token)).toEqual([400, 'account_center.not_enabled']);
});
