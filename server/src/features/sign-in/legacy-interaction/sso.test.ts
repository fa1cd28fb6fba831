import { usersApi } from '@postern/contracts/people/users';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { identityProvider, type TestIdentityProvider } from '#testing/identity-provider';
import { changeSettings, lastMessage, type Visitor, visitor, ways } from '#testing/sign-in';
import { connectSso } from '#testing/sso';
import { type TestApp, testApp } from '#testing/test-app';

let app: TestApp;
let token: string;
let provider: TestIdentityProvider;
const password = 'fjord-Lighthouse-42';

beforeAll(async () => {
  provider = await identityProvider();
  app = await testApp({ ALLOW_PRIVATE_EGRESS: 'true' });
  token = await app.managementToken();
});
afterAll(async () => {
  provider.close();
  await app.close();
});
beforeEach(() =>
  changeSettings(app, {
    signIn: ways({ identifier: 'email', password: true, verificationCode: true }),
    signUp: { identifiers: ['email'], password: true, verify: true },
    signInMode: 'SignInAndRegister',
    singleSignOnEnabled: true,
  }),
);

async function arrived(event?: string): Promise<Visitor> {
  const person = visitor(app);
  await person.arrive();
  if (event) {
    expect(await person.legacy('PUT', '', { event })).toMatchObject({ status: 204 });
  }
  return person;
}

/** Goes to the identity provider and back, without a call before. */
async function comeBack(person: Visitor, connectorId: string) {
  const at = `/single-sign-on/${connectorId}`;
  const redirectUri = `http://core.test/callback/${connectorId}`;
  const left = await person.legacy('POST', `${at}/authorization-url`, { state: 'st', redirectUri });
  expect([left.status, left.body]).toEqual([200, { redirectTo: expect.any(String) }]);
  return person.legacy('POST', `${at}/authentication`, await provider.visit(left.body.redirectTo));
}

test.each([true, false])(
  'registers and signs in with an enterprise provider, without a call before; switched on: %s (observed 2, row 11)',
  async (singleSignOnEnabled) => {
    await changeSettings(app, { singleSignOnEnabled });
    const { id, domain } = await connectSso(app, token, { config: provider.config });
    provider.hire({ sub: `legacy-${singleSignOnEnabled}`, email: `ada@${domain}`, email_verified: true });
    const stranger = await arrived();
    const unknown = await comeBack(stranger, id);
    expect([unknown.status, unknown.code]).toEqual([422, 'user.identity_not_exist']);
    const registered = await stranger.legacy('POST', `/single-sign-on/${id}/registration`);
    expect([registered.status, registered.body]).toMatchObject([200, {}]);
    expect(await stranger.follow(registered.body.redirectTo)).toContain('code=');
    const person = await arrived();
    const known = await comeBack(person, id);
    expect([known.status, known.body]).toMatchObject([200, {}]);
    expect(await person.follow(known.body.redirectTo)).toContain('code=');
  },
);

test('a redirect to the provider does not begin a sign-in while sign-in is closed', async () => {
  await changeSettings(app, { signInMode: 'Register' });
  const { id } = await connectSso(app, token, { config: provider.config });
  const person = await arrived();
  const redirectUri = `http://core.test/callback/${id}`;
  const left = await person.legacy('POST', `/single-sign-on/${id}/authorization-url`, { state: 'st', redirectUri });
  expect([left.status, left.code]).toEqual([403, 'auth.forbidden']);
});

test('refuses addresses of a domain with single sign-on at once (observed 2, row 14)', async () => {
  const { id, domain } = await connectSso(app, token, { config: provider.config });
  const email = `ada@${domain}`;
  await app.call(usersApi.create, { token, body: { primaryEmail: email, password } });
  const person = await arrived('SignIn');
  await changeSettings(app, { singleSignOnEnabled: false });
  expect(await person.legacy('POST', '/verification/verification-code', { email })).toMatchObject({ status: 204 });
  const { code: verificationCode } = await lastMessage(app, email);
  await changeSettings(app, { singleSignOnEnabled: true });
  for (const identifier of [
    { email, password },
    { email, verificationCode },
    { connectorId: 'any', email },
  ]) {
    for (const asked of [
      await person.legacy('PATCH', '/identifiers', identifier),
      await person.legacy('PUT', '', { event: 'SignIn', identifier }),
    ]) {
      expect([asked.status, asked.code]).toEqual([422, 'session.sso_enabled']);
      expect(asked.body.data.ssoConnectors).toMatchObject([{ id }]);
    }
  }
});
