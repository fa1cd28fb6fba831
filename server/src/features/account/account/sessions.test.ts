import { accountApi } from '@postern/contracts/account/account';
import { accountCenterApi } from '@postern/contracts/experience/account-center';
import { mySessionsApi, userSessionsApi } from '@postern/contracts/people/user-sessions';
import { usersApi } from '@postern/contracts/people/users';
import { accountCenterAppId, scopes } from '@postern/contracts/wire';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accountToken, allEditable, newOwner, type Owner, openAccountCenter } from '#testing/account';
import { type TestApp, testApp } from '#testing/test-app';
import { consoleTokens } from '#testing/tokens';

let app: TestApp;
let manager: string;

beforeAll(async () => {
  app = await testApp();
  manager = await app.managementToken();
});
afterAll(() => app.close());
beforeEach(() => openAccountCenter(app, manager));

const scope = `openid profile ${scopes.sessions}`;
const owner = () => newOwner(app, manager, {}, scope);
/** The same user in another browser. */
const elsewhere = (person: Owner) => accountToken(app, person, scope);
const list = async (person: Owner, token = person.token) =>
  (await app.call(mySessionsApi.list, { token, headers: await person.permit() })).body.sessions;
const all = { revokeGrantsTarget: 'all' } as const;
const isGood = async (token: string) => (await app.call(accountApi.get, { token })).status === 200;
const codeOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { code?: string } | undefined)?.code,
];
const denied = [401, 'verification_record.permission_denied'];

describe("a person's own sessions", () => {
  test('are listed, and the current one is marked', async () => {
    const person = await owner();
    const second = await elsewhere(person);
    const [mine, theirs] = [await list(person), await list(person, second)];
    expect(mine.map(({ isCurrent }) => isCurrent).toSorted()).toEqual([false, true]);
    expect(mine.map(({ id }) => id).toSorted()).toEqual(theirs.map(({ id }) => id).toSorted());
    expect(mine.find(({ isCurrent }) => isCurrent)?.id).not.toBe(theirs.find(({ isCurrent }) => isCurrent)?.id);
    expect(mine[0]).toMatchObject({ applications: [{ id: 'demo-app', name: 'Demo app' }], methods: ['Password'] });
    expect(mine[0]).toMatchObject({
      payload: { kind: 'Session', uid: mine[0]?.id, accountId: person.id },
      lastSubmission: { interactionEvent: 'SignIn', userId: person.id, signInContext: { ip: '127.0.0.1' } },
      clientId: 'demo-app',
      accountId: person.id,
    });
  });

  test('require a token with the scope and an enabled account center', async () => {
    const person = await newOwner(app, manager);
    const headers = await person.permit();
    const { token } = person;
    expect(codeOf(await app.call(mySessionsApi.list, { token, headers }))).toEqual([401, 'auth.unauthorized']);
    expect(codeOf(await app.call(mySessionsApi.removeOthers, { token, headers }))).toEqual([401, 'auth.unauthorized']);
    const allowed = await elsewhere(person);
    await app.call(accountCenterApi.update, { token: manager, body: { enabled: false } });
    expect(codeOf(await app.call(mySessionsApi.list, { token: allowed }))[1]).toBe('account_center.not_enabled');
  });

  test('check the proof, then the field, then the scope', async () => {
    const person = await newOwner(app, manager);
    const { token } = person;
    const headers = await person.permit();
    const params = { sessionId: 'nothing', deviceId: 'nothing' };
    const reads = [mySessionsApi.list, mySessionsApi.listDevices];
    const changes = [mySessionsApi.remove, mySessionsApi.removeOthers, mySessionsApi.removeDevice];
    const expectAll = async (more: { headers?: typeof headers }, read: unknown[], change: unknown[]) => {
      for (const contract of reads) {
        expect(codeOf(await app.call(contract, { token, ...more }))).toEqual(read);
      }
      for (const contract of changes) {
        expect(codeOf(await app.call(contract, { token, params, query: {}, ...more }))).toEqual(change);
      }
    };
    await openAccountCenter(app, manager, { ...allEditable, session: 'Off' });
    await expectAll({}, denied, denied);
    await expectAll({ headers }, [400, 'account_center.field_not_enabled'], [400, 'account_center.field_not_editable']);
    await openAccountCenter(app, manager, { ...allEditable, session: 'ReadOnly' });
    await expectAll({ headers }, [401, 'auth.unauthorized'], [400, 'account_center.field_not_editable']);
    await openAccountCenter(app, manager);
    await expectAll({ headers }, [401, 'auth.unauthorized'], [401, 'auth.unauthorized']);
  });

  test('are read by the account center without a proof, and not changed', async () => {
    const person = await owner();
    expect(codeOf(await app.call(mySessionsApi.list, { token: person.token }))).toEqual(denied);
    expect(codeOf(await app.call(mySessionsApi.listDevices, { token: person.token }))).toEqual(denied);
    const center = { id: accountCenterAppId, path: '/account/callback' };
    const token = await accountToken(app, person, scope, 'default', center);
    const { sessions } = (await app.call(mySessionsApi.list, { token })).body;
    expect(sessions.filter(({ isCurrent }) => isCurrent)).toMatchObject([{ clientId: accountCenterAppId }]);
    expect((await app.call(mySessionsApi.listDevices, { token })).status).toBe(200);
    const params = { sessionId: sessions[0]?.id ?? '' };
    expect(codeOf(await app.call(mySessionsApi.remove, { token, params, query: all }))).toEqual(denied);
  });

  test('are ended one at a time immediately with a fresh proof', async () => {
    const person = await owner();
    const second = await elsewhere(person);
    const { token } = person;
    const params = { sessionId: (await list(person)).find(({ isCurrent }) => !isCurrent)?.id ?? '' };
    expect(codeOf(await app.call(mySessionsApi.remove, { token, params, query: all }))).toEqual(denied);
    expect(await isGood(second)).toBe(true);
    const headers = await person.permit();
    expect((await app.call(mySessionsApi.remove, { token, params, query: all, headers })).status).toBe(204);
    expect([await isGood(token), await isGood(second)]).toEqual([true, false]);
    expect(await list(person)).toMatchObject([{ isCurrent: true }]);
  });

  test('include the current one, which can be ended with its token', async () => {
    const person = await owner();
    const { token } = person;
    const [current] = await list(person);
    const headers = await person.permit();
    expect(
      (await app.call(mySessionsApi.remove, { token, params: { sessionId: current?.id ?? '' }, query: all, headers }))
        .status,
    ).toBe(204);
    expect(await isGood(token)).toBe(false);
  });

  test('can all be ended except the current one', async () => {
    const person = await owner();
    const others = [await elsewhere(person), await elsewhere(person)];
    const { token } = person;
    expect(codeOf(await app.call(mySessionsApi.removeOthers, { token }))).toEqual(denied);
    expect(await Promise.all(others.map(isGood))).toEqual([true, true]);
    const headers = await person.permit();
    expect((await app.call(mySessionsApi.removeOthers, { token, headers })).status).toBe(204);
    expect([await isGood(token), ...(await Promise.all(others.map(isGood)))]).toEqual([true, false, false]);
    expect(await list(person)).toMatchObject([{ isCurrent: true }]);
  });

  test('attack 1: are not ended by another user with any proof', async () => {
    const [person, thief] = [await owner(), await owner()];
    const [victim] = await list(person);
    const headers = await thief.permit();
    const query = all;
    for (const [sessionId, code] of [
      [victim?.id ?? '', 'oidc.invalid_session_account_id'],
      ['nothing', 'oidc.session_not_found'],
      ["' or true --", 'oidc.session_not_found'],
    ] as const) {
      const answer = await app.call(mySessionsApi.remove, {
        token: thief.token,
        params: { sessionId },
        query,
        headers,
      });
      expect(answer).toMatchObject({ status: 400, body: { code, data: { status: 404 } } });
    }
    const borrowed = await person.permit();
    const params = { sessionId: (await list(thief))[0]?.id ?? '' };
    expect(
      codeOf(await app.call(mySessionsApi.remove, { token: thief.token, params, query, headers: borrowed })),
    ).toEqual(denied);
    expect(await isGood(person.token)).toBe(true);
  });
});

test('are hidden from another tenant', async () => {
  const cloud = await testApp({ EDITION: 'cloud' });
  try {
    const mine = await (await consoleTokens(cloud, 'mine')).createTenant('Mine');
    const theirs = await (await consoleTokens(cloud, 'theirs')).createTenant('Theirs');
    const call = { token: await cloud.managementToken(mine), tenantId: mine };
    const stranger = { token: await cloud.managementToken(theirs), tenantId: theirs };
    const person = { username: 'anna', password: 'a long phrase of words' };
    const { body: user } = await cloud.call(usersApi.create, { ...call, body: person });
    await accountToken(cloud, person, 'openid', mine);
    const params = { userId: user.id };
    const { sessions } = (await cloud.call(userSessionsApi.list, { ...call, params })).body;
    expect(sessions).toHaveLength(1);
    const sessionId = sessions[0]?.id ?? '';
    expect((await cloud.call(userSessionsApi.list, { ...stranger, params })).body).toEqual({ sessions: [] });
    expect((await cloud.call(userSessionsApi.listGrants, { ...stranger, params })).body).toEqual({ grants: [] });
    expect((await cloud.call(userSessionsApi.timeline, { ...stranger, params })).status).toBe(404);
    for (const contract of [userSessionsApi.remove, userSessionsApi.removeAll, userSessionsApi.removeGrant] as const) {
      const all = { ...params, sessionId, grantId: sessionId };
      expect((await cloud.call(contract, { ...stranger, params: all })).status).toBe(404);
    }
    expect((await cloud.call(userSessionsApi.list, { ...call, params })).body.sessions).toHaveLength(1);
  } finally {
    await cloud.close();
  }
});
