import { createHash, randomBytes } from 'node:crypto';
import { applicationsApi } from '@postern/contracts/access/applications';
import { usersApi } from '@postern/contracts/people/users';
import { deviceCodeGrant } from '@postern/contracts/wire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeSettings, type Visitor, visitor, ways } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';

let app: TestApp;
let token: string;
const password = 'correct horse battery';
const redirectUri = 'https://shop.example/callback';

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
  await changeSettings(app, {
    signIn: ways({ identifier: 'username', password: true }),
    signUp: { identifiers: ['username'], password: true, verify: false },
  });
  await app.call(usersApi.create, { token, body: { username: 'maya', password } });
});
afterAll(() => app.close());

async function createApplication(more: object = {}): Promise<string> {
  const { body } = await app.call(applicationsApi.create, {
    token,
    body: {
      name: 'Shop',
      type: 'SPA',
      oidcClientMetadata: { redirectUris: [redirectUri], postLogoutRedirectUris: [] },
      ...more,
    } as never,
  });
  return body.id;
}

const removeUri = (id: string) =>
  app.call(applicationsApi.update, {
    token,
    params: { id },
    body: {
      oidcClientMetadata: { redirectUris: ['https://shop.example/other'], postLogoutRedirectUris: [] },
    },
  });
const removeApplication = (id: string) => app.call(applicationsApi.remove, { token, params: { id } });

const verifier = randomBytes(32).toString('base64url');
const codeChallenge = createHash('sha256').update(verifier).digest('base64url');

/** A browser on the sign-in page of an application. */
async function arrive(id: string): Promise<Visitor> {
  const person = visitor(app);
  await person.arrive({ client_id: id, redirect_uri: redirectUri, code_challenge: codeChallenge });
  return person;
}

async function identify(person: Visitor): Promise<void> {
  await person.start('SignIn');
  const identifier = { type: 'username', value: 'maya' };
  const { body } = await person.step('POST', '/verification/password', { identifier, password });
  expect((await person.identify(body.verificationId)).status).toBe(204);
}

async function submit(person: Visitor): Promise<string> {
  const { status, body } = await person.submit();
  expect(status).toBe(200);
  return body.redirectTo;
}

const redeem = (clientId: string, code: string) =>
  app.core.inject({
    method: 'POST',
    url: '/oidc/token',
    headers: { host: 'core.test', 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: clientId,
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    }).toString(),
  });

const codeIn = (address: string) => new URL(address).searchParams.get('code') ?? '';

describe('attack 45: removed between two steps', () => {
  test('nothing removed: the code is returned and can be redeemed', async () => {
    const id = await createApplication();
    const person = await arrive(id);
    await identify(person);
    const address = await person.follow(await submit(person));
    expect(address).toMatch(/^https:\/\/shop\.example\/callback\?code=/);
    expect((await redeem(id, codeIn(address))).statusCode).toBe(200);
  });

  test.each([
    ['redirect URI', removeUri],
    ['application', removeApplication],
  ])('%s removed before the next step: the step is rejected', async (_what, remove) => {
    const id = await createApplication();
    const person = await arrive(id);
    await identify(person);
    await remove(id);
    const { status, code } = await person.submit();
    expect([status, code]).toEqual([400, 'session.not_found']);
  });

  test.each([
    ['redirect URI', removeUri],
    ['application', removeApplication],
  ])(
    '%s removed before the browser returns: no code, and nothing is sent to the old address',
    async (_what, remove) => {
      const id = await createApplication();
      const person = await arrive(id);
      await identify(person);
      const redirectTo = await submit(person);
      await remove(id);
      expect(await person.follow(redirectTo)).toMatch(/^\/error\?code=oidc\.invalid_redirect_uri&/);
    },
  );

  test('redirect URI removed during a session: a silent request gets no code', async () => {
    const id = await createApplication();
    const person = await arrive(id);
    await identify(person);
    await person.follow(await submit(person));
    const answered = () =>
      person.arrive({ client_id: id, redirect_uri: redirectUri, code_challenge: codeChallenge, prompt: 'none' });
    expect(await answered()).toContain('code=');
    await removeUri(id);
    expect(await answered()).not.toContain('shop.example');
  });

  test('redirect URI removed before the code is redeemed: no tokens', async () => {
    const id = await createApplication();
    const person = await arrive(id);
    await identify(person);
    const code = codeIn(await person.follow(await submit(person)));
    await removeUri(id);
    const answer = await redeem(id, code);
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'invalid_grant']);
  });

  test('application deleted before the code is redeemed: no tokens', async () => {
    const id = await createApplication();
    const person = await arrive(id);
    await identify(person);
    const code = codeIn(await person.follow(await submit(person)));
    await removeApplication(id);
    const answer = await redeem(id, code);
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.json().error).toBe('invalid_client');
  });

  test('user suspended or deleted before the browser returns: no code, but the sign-in page', async () => {
    for (const [username, remove] of [
      [
        'suspended',
        (id: string) => app.call(usersApi.setSuspended, { token, params: { userId: id }, body: { isSuspended: true } }),
      ],
      ['deleted', (id: string) => app.call(usersApi.remove, { token, params: { userId: id } })],
    ] as const) {
      const { body: user } = await app.call(usersApi.create, { token, body: { username, password } });
      const id = await createApplication();
      const person = await arrive(id);
      await person.start('SignIn');
      const identifier = { type: 'username', value: username };
      const { body } = await person.step('POST', '/verification/password', { identifier, password });
      await person.identify(body.verificationId);
      const redirectTo = await submit(person);
      await remove(user.id);
      expect(await person.follow(redirectTo)).toMatch(/^\/sign-in\?/);
    }
  });
});

describe('attack 45: the device flow', () => {
  const device = { type: 'Native', customClientMetadata: { isDeviceFlowEnabled: true } };
  const post = (path: string, fields: Record<string, string>) =>
    app.core.inject({
      method: 'POST',
      url: path,
      headers: { host: 'core.test', 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    });
  const poll = (id: string, code: string) =>
    post('/oidc/token', { grant_type: deviceCodeGrant, client_id: id, device_code: code });

  test.each([
    [
      'the device flow is switched off',
      'invalid_request',
      (id: string) =>
        app.call(applicationsApi.update, {
          token,
          params: { id },
          body: { customClientMetadata: { isDeviceFlowEnabled: false } },
        }),
    ],
    ['the application is deleted', 'invalid_client', removeApplication],
  ])('%s while a device waits: it gets no tokens', async (_what, error, remove) => {
    const id = await createApplication(device);
    const started = (await post('/oidc/device/auth', { client_id: id, scope: 'openid' })).json();
    expect((await poll(id, started.device_code)).json().error).toBe('authorization_pending');
    await remove(id);
    expect((await poll(id, started.device_code)).json().error).toBe(error);
  });
});
