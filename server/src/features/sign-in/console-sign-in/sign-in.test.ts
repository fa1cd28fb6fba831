import { type SignInExperience, wellKnownApi } from '@postern/contracts/experience/sign-in-experience';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { connectorsApi } from '@postern/contracts/messages/connectors';
import { adminTenantId } from '@postern/contracts/wire';
import { afterEach, describe, expect, test } from 'vitest';
import { createUser, hashPassword } from '#features/people/users';
import { changeSettings, visitor, ways } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';
import { consoleTokens } from '#testing/tokens';
import { connectProviders } from './connect-providers.ts';
import { offerEmail } from './offer-email.ts';

let app: TestApp;
afterEach(() => app.close());

const password = 'a sentence nobody guesses';
const asSeededBefore: Partial<SignInExperience> = {
  signIn: ways({ identifier: 'username', password: true }),
  signUp: { identifiers: ['username'], password: true, verify: false },
};

const settings = async () => (await app.call(wellKnownApi.signInExperience, { tenantId: adminTenantId })).body;

/** Restores the state of the previous release: the step has not run, and only usernames are enabled. */
async function makeOld(more: Partial<SignInExperience> = {}): Promise<void> {
  await app.app.tenancy.system((db) => db.deleteFrom('installation_steps').execute());
  await changeSettings(app, { ...asSeededBefore, ...more }, adminTenantId);
}

const console = {
  client_id: 'admin-console',
  redirect_uri: 'http://admin.test/callback',
  scope: 'openid profile email',
  prompt: 'login consent',
};

async function signInWith(identifier: { type: string; value: string }): Promise<string> {
  const page = visitor(app, adminTenantId);
  await page.arrive(console);
  await page.start('SignIn');
  const { body } = await page.step('POST', '/verification/password', { identifier, password });
  await page.identify(body.verificationId);
  const { body: end, code } = await page.submit();
  return end.redirectTo ? 'signed in' : String(code);
}

describe('console users', () => {
  test('sign up by email with a code, and sign in by email', async () => {
    app = await testApp({ EDITION: 'cloud' });
    expect(await settings()).toMatchObject({
      signUp: { identifiers: ['email'], password: true, verify: true },
      forgotPassword: { email: true },
    });
    const page = visitor(app, adminTenantId);
    expect(await page.arrive({ ...console, first_screen: 'register' })).toContain('/register');
    await page.start('Register');
    const verificationId = await page.proveAddress('Register', 'email', 'new@example.com');
    expect(await page.identify(verificationId)).toMatchObject({ status: 422, code: 'user.missing_profile' });
    await page.step('POST', '/profile', { type: 'password', value: password });
    expect((await page.identify()).status).toBe(201);
    expect((await page.submit()).body.redirectTo).toContain('http://admin.test/oidc/auth/');
    expect(await signInWith({ type: 'email', value: 'new@example.com' })).toBe('signed in');
  });

  test('reset their password with a code', async () => {
    app = await testApp({ EDITION: 'cloud' });
    const old = await hashPassword('forgotten long ago');
    await app.write(adminTenantId, (db) =>
      createUser(db, app.app.config, adminTenantId, {
        primaryEmail: 'lost@example.com',
        isEmailVerified: true,
        password: old,
      }),
    );
    const page = visitor(app, adminTenantId);
    await page.arrive(console);
    await page.start('ForgotPassword');
    const verificationId = await page.proveAddress('ForgotPassword', 'email', 'lost@example.com');
    expect((await page.identify(verificationId)).status).toBe(204);
    expect((await page.step('PUT', '/profile/password', { password })).status).toBe(204);
    expect((await page.submit()).status).toBe(204);
    expect(await signInWith({ type: 'email', value: 'lost@example.com' })).toBe('signed in');
  });

  test('with only a username can still sign in and need no address', async () => {
    app = await testApp({ EDITION: 'cloud' });
    const digest = await hashPassword(password);
    await app.write(adminTenantId, (db) =>
      createUser(db, app.app.config, adminTenantId, { username: 'oldtimer', password: digest }),
    );
    expect((await settings()).signUp.identifiers).toEqual(['email']);
    expect(await signInWith({ type: 'username', value: 'oldtimer' })).toBe('signed in');
  });

  test('can no longer register without an address', async () => {
    app = await testApp({ EDITION: 'cloud' });
    const page = visitor(app, adminTenantId);
    await page.arrive(console);
    await page.start('Register');
    const { body } = await page.step('POST', '/verification/new-password-identity', {
      identifier: { type: 'username', value: 'nameonly' },
      password,
    });
    expect(await page.identify(body.verificationId)).toMatchObject({
      status: 422,
      code: 'user.sign_in_method_not_enabled',
    });
  });
});

describe('an installation of the previous release', () => {
  test('is migrated once; later changes of an operator are kept', async () => {
    app = await testApp({ EDITION: 'cloud' });
    await makeOld();
    await offerEmail(app.app);
    expect((await settings()).signUp.identifiers).toEqual(['email']);
    await changeSettings(app, asSeededBefore, adminTenantId);
    await offerEmail(app.app);
    expect((await settings()).signUp.identifiers).toEqual(['username']);
  });

  test('keeps settings that its operators changed', async () => {
    app = await testApp({ EDITION: 'cloud' });
    await makeOld({
      signIn: ways({ identifier: 'username', password: true }, { identifier: 'phone', verificationCode: true }),
    });
    await offerEmail(app.app);
    expect((await settings()).signUp.identifiers).toEqual(['username']);
  });

  test('keeps usernames in production until its operators connect a mail provider', async () => {
    app = await testApp({ EDITION: 'cloud', NODE_ENV: 'production' });
    await makeOld();
    await consoleTokens(app, 'operator');
    await offerEmail(app.app);
    expect((await settings()).signUp.identifiers).toEqual(['username']);
    const token = await app.managementToken(adminTenantId);
    const { status } = await app.call(connectorsApi.create, {
      token,
      tenantId: adminTenantId,
      body: { connectorId: 'http-email', config: { endpoint: 'https://mail.example.com/send' } },
    });
    expect(status).toBe(200);
    await offerEmail(app.app);
    expect((await settings()).signUp.identifiers).toEqual(['email']);
    expect((await app.call(signInExperienceApi.get, { token, tenantId: adminTenantId })).body.signIn.methods).toEqual([
      { identifier: 'email', password: true, verificationCode: true, isPasswordPrimary: true },
      { identifier: 'username', password: true, verificationCode: false, isPasswordPrimary: true },
    ]);
  });
});

describe('providers of the operator', () => {
  const google = { ADMIN_GOOGLE_CLIENT_ID: 'google-id', ADMIN_GOOGLE_CLIENT_SECRET: 'google-secret' };
  const github = { ADMIN_GITHUB_CLIENT_ID: 'github-id', ADMIN_GITHUB_CLIENT_SECRET: 'github-secret' };
  const shown = async () => (await settings()).socialConnectors.map(({ id, target }) => [id, target]);

  test('are buttons of the console’s sign-in and redirect to the provider', async () => {
    app = await testApp({ EDITION: 'cloud', ...google, ...github });
    expect(await shown()).toEqual([
      ['console-google', 'google'],
      ['console-github', 'github'],
    ]);
    expect(JSON.stringify(await settings())).not.toContain('google-secret');
    const page = visitor(app, adminTenantId);
    await page.arrive(console);
    await page.start('SignIn');
    const { body } = await page.step('POST', '/verification/social/console-github/authorization-uri', {
      state: 'a state',
      redirectUri: 'http://admin.test/callback/console-github',
    });
    expect(new URL(body.authorizationUri).origin).toBe('https://github.com');
    expect(new URL(body.authorizationUri).searchParams.get('client_id')).toBe('github-id');
  });

  test('are changed, added and removed with the environment at every start', async () => {
    app = await testApp({ EDITION: 'cloud', ...google });
    const withClients = (consoleProviders: TestApp['app']['config']['consoleProviders']) =>
      connectProviders({ ...app.app, config: { ...app.app.config, consoleProviders } });
    await withClients({ github: { clientId: 'github-id', clientSecret: 'github-secret' } });
    expect(await shown()).toEqual([['console-github', 'github']]);
    await withClients({ github: { clientId: 'another-id', clientSecret: 'github-secret' } });
    const token = await app.managementToken(adminTenantId);
    const { body } = await app.call(connectorsApi.list, { token, tenantId: adminTenantId });
    expect(body.map(({ id, config }) => [id, config.clientId])).toEqual([['console-github', 'another-id']]);
    await withClients({});
    expect(await shown()).toEqual([]);
  });

  test('do not change connectors that an operator created in the console', async () => {
    app = await testApp({ EDITION: 'cloud' });
    const token = await app.managementToken(adminTenantId);
    const { body: own } = await app.call(connectorsApi.create, {
      token,
      tenantId: adminTenantId,
      body: { connectorId: 'google-universal', config: { clientId: 'own', clientSecret: 'own secret' } },
    });
    const client = { clientId: 'google-id', clientSecret: 'google-secret' };
    await connectProviders({ ...app.app, config: { ...app.app.config, consoleProviders: { google: client } } });
    const { body } = await app.call(connectorsApi.list, { token, tenantId: adminTenantId });
    expect(body.map(({ id, config }) => [id, config.clientId])).toEqual([[own.id, 'own']]);
  });
});
