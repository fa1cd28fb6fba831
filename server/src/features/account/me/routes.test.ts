import { meApi, meSocialApi } from '@postern/contracts/account/me';
import { meAssetsApi } from '@postern/contracts/records/user-assets';
import { adminTenantId, cloudApiIndicator, meApiIndicator } from '@postern/contracts/wire';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { trailOf } from '#testing/members';
import { type TestApp, testApp } from '#testing/test-app';
import { consoleTokens } from '#testing/tokens';
import { fileForm } from '../../../platform/testing/form.ts';

const png = Buffer.from('89504e470d0a1a0a0000', 'hex');
let app: TestApp;
let ada: Awaited<ReturnType<typeof consoleTokens>>;
let grace: Awaited<ReturnType<typeof consoleTokens>>;
const idOf = ({ me }: { me: string }) => decodeJwt(me).sub ?? '';

beforeAll(async () => {
  app = await testApp({ EDITION: 'cloud' });
  ada = await consoleTokens(app, 'ada');
  grace = await consoleTokens(app, 'grace');
});
afterAll(() => app.close());

const change = (id: string, values: { is_suspended?: boolean; password_encrypted?: null; custom_data?: string }) =>
  app.write(adminTenantId, (db) => db.updateTable('users').set(values).where('id', '=', id).execute());

beforeEach(async () => {
  for (const person of [ada, grace]) {
    await change(idOf(person), { is_suspended: false, custom_data: '{}' });
  }
});

const calls = (token: string) => [
  () => app.call(meApi.get, { token }),
  () => app.call(meApi.update, { token, body: { name: 'Somebody else' } }),
  () => app.call(meApi.getCustomData, { token }),
  () => app.call(meApi.patchCustomData, { token, body: { a: 1 } }),
  () => app.call(meApi.verifyPassword, { token, body: { password: 'a long enough secret' } }),
  () => app.call(meApi.setPassword, { token, body: { password: 'quite another phrase of words' } }),
  () => app.call(meApi.sendCode, { token, body: { email: 'x@example.com' } }),
  () => app.call(meApi.verifyCode, { token, body: { email: 'x@example.com', verificationCode: '000000' } }),
  () => app.call(meSocialApi.connectors, { token }),
  () => app.call(meSocialApi.authorizationUri, { token, body: { connectorId: 'x', state: 'x', redirectUri: 'x' } }),
  () => app.call(meSocialApi.link, { token, body: { connectorId: 'x', connectorData: {} } }),
  () => app.call(meSocialApi.unlink, { token, params: { connectorId: 'x' } }),
  () => upload(token),
];

function upload(token: string) {
  const { payload, headers } = fileForm({ name: 'me.png', type: 'image/png', content: png });
  return app.inject(app.admin, {
    method: 'POST',
    url: meAssetsApi.upload.path,
    headers: { host: 'admin.test', authorization: `Bearer ${token}`, ...headers },
    payload,
  });
}

describe('the signed-in user', () => {
  test('is read from the token', async () => {
    const { status, body } = await app.call(meApi.get, { token: ada.me });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: idOf(ada),
      username: 'ada',
      primaryEmail: null,
      primaryPhone: null,
      name: null,
      avatar: null,
      customData: {},
      identities: {},
      lastSignInAt: expect.any(Number),
      createdAt: expect.any(Number),
      updatedAt: expect.any(Number),
      profile: {},
      applicationId: 'admin-console',
      isSuspended: false,
      hasPassword: true,
    });
    expect((await app.call(meApi.get, { token: grace.me })).body).toMatchObject({ id: idOf(grace), username: 'grace' });
  });

  test('has hasPassword only with a password', async () => {
    const keyless = await consoleTokens(app, 'keyless');
    await change(idOf(keyless), { password_encrypted: null });
    expect((await app.call(meApi.get, { token: keyless.me })).body).not.toHaveProperty('hasPassword');
  });

  test('cannot be overridden by the request', async () => {
    const { body } = await app.call(meApi.get, {
      token: ada.me,
      query: { userId: idOf(grace), id: idOf(grace) },
      headers: { 'x-user-id': idOf(grace) },
    });
    expect(body.id).toBe(idOf(ada));
  });
});

test('emits no event for an empty change', async () => {
  const reported = async () => (await trailOf(app, 'User.Data.Updated', idOf(ada))).length;
  const before = await reported();
  expect((await app.call(meApi.update, { token: ada.me, body: {} })).status).toBe(200);
  expect((await app.call(meApi.patchCustomData, { token: ada.me, body: {} })).status).toBe(200);
  expect(await reported()).toBe(before);
  await app.call(meApi.update, { token: ada.me, body: { name: 'Ada' } });
  await app.call(meApi.patchCustomData, { token: ada.me, body: { told: true } });
  expect(await reported()).toBe(before + 2);
});

describe('custom data', () => {
  const patch = (token: string, body: Record<string, unknown>) => app.call(meApi.patchCustomData, { token, body });

  test('is merged key by key, for the caller only', async () => {
    expect(await patch(ada.me, { adminConsolePreferences: { language: 'de' }, a: 1 })).toMatchObject({ status: 200 });
    const { body } = await patch(ada.me, { a: { b: null }, userId: idOf(grace) });
    expect(body).toEqual({ adminConsolePreferences: { language: 'de' }, a: { b: null }, userId: idOf(grace) });
    expect((await app.call(meApi.getCustomData, { token: ada.me })).body).toEqual(body);
    expect((await app.call(meApi.get, { token: ada.me })).body.customData).toEqual(body);
    expect((await app.call(meApi.getCustomData, { token: grace.me })).body).toEqual({});
  });

  test('accepts only known answers to the questions of onboarding', async () => {
    const ask = (questionnaire: object) => patch(grace.me, { onboarding: { isOnboardingDone: true, questionnaire } });
    expect((await ask({ project: 'company', deploymentType: 'cloud', companySize: '2-49' })).status).toBe(200);
    for (const wrong of [{ project: 'none' }, { deploymentType: 'moon' }, { companySize: '3' }]) {
      expect(await ask(wrong)).toMatchObject({ status: 400, body: { code: 'guard.invalid_input' } });
    }
  });

  test('keeps all parallel merges', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, n) => patch(ada.me, { [`k${n}`]: n })));
    expect(Object.keys((await app.call(meApi.getCustomData, { token: ada.me })).body)).toHaveLength(20);
  });

  test.each(['[]', '"text"', 'null', '7', '{"a":"\\u0000"}'])(
    'rejects %s, which is not a storable object',
    async (payload) => {
      const answer = await app.inject(app.admin, {
        method: 'PATCH',
        url: '/me/custom-data',
        headers: { host: 'admin.test', authorization: `Bearer ${ada.me}`, 'content-type': 'application/json' },
        payload,
      });
      // JSON null is treated as an empty body, which changes nothing.
      expect([answer.status, (await app.call(meApi.getCustomData, { token: ada.me })).body]).toEqual([
        payload === 'null' ? 200 : 400,
        {},
      ]);
    },
  );
});

describe('a picture', () => {
  test('is uploaded for the caller and can be fetched by everyone', async () => {
    expect((await app.call(meAssetsApi.status, { token: ada.me })).body).toMatchObject({ status: 'ready' });
    const { status, body } = await upload(ada.me);
    const { url } = body as { url: string };
    expect([status, url]).toEqual([
      200,
      expect.stringMatching(new RegExp(`^http://admin\\.test/user-assets/admin/${idOf(ada)}/.+/me\\.png$`)),
    ]);
    const { pathname } = new URL(url);
    const file = await app.admin.inject({ method: 'GET', url: pathname, headers: { host: 'admin.test' } });
    expect([file.statusCode, file.rawPayload.equals(png)]).toEqual([200, true]);
    const saved = await app.call(meApi.update, { token: ada.me, body: { avatar: url } });
    expect(saved.body.avatar).toBe(url);
    await app.call(meApi.update, { token: ada.me, body: { avatar: '' } });
  });
});

describe('rejects', () => {
  test('a suspended user immediately on every node', async () => {
    await change(idOf(ada), { is_suspended: true });
    for (const call of calls(ada.me)) {
      expect(await call()).toMatchObject({ status: 401, body: { code: 'user.suspended' } });
    }
    await change(idOf(ada), { is_suspended: false });
    expect((await app.call(meApi.getCustomData, { token: ada.me })).body).toEqual({});
  });

  test('a deleted user', async () => {
    const gone = await consoleTokens(app, 'gone');
    await app.write(adminTenantId, (db) => db.deleteFrom('users').where('id', '=', idOf(gone)).execute());
    for (const call of calls(gone.me)) {
      expect(await call()).toMatchObject({ status: 401, body: { code: 'auth.unauthorized' } });
    }
  });

  test('all tokens except those for this API', async () => {
    const management = await app.managementToken(adminTenantId);
    for (const token of [ada.cloud, ada.idToken, management, 'nonsense']) {
      for (const call of calls(token)) {
        expect(await call()).toMatchObject({ status: 401, body: { code: 'auth.unauthorized' } });
      }
    }
  });

  test('a token for this API without the scope', async () => {
    const weak = await ada.refresh({ resource: meApiIndicator, scope: 'openid' });
    expect(decodeJwt(weak)).toMatchObject({ aud: meApiIndicator });
    expect(decodeJwt(weak).scope ?? '').not.toContain('all');
    for (const call of calls(weak)) {
      expect(await call()).toMatchObject({ status: 403, body: { code: 'auth.forbidden' } });
    }
    expect(decodeJwt(ada.cloud).aud).toBe(cloudApiIndicator);
  });

  test('another tenant: the API is on the admin origin only', async () => {
    const tenantId = await ada.createTenant('Mine');
    const answer = await app.inject(app.core, {
      method: 'GET',
      url: '/me/custom-data',
      headers: { host: new URL(app.app.endpointOf(tenantId)).host, authorization: `Bearer ${ada.me}` },
    });
    expect(answer).toMatchObject({ status: 404, body: { code: 'request.not_found' } });
  });
});
