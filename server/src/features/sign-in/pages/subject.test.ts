import { applicationsApi } from '@postern/contracts/access/applications';
import { oneTimeTokensApi } from '@postern/contracts/access/one-time-tokens';
import { captchaApi } from '@postern/contracts/experience/captcha';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { connectorsApi } from '@postern/contracts/messages/connectors';
import { usersApi } from '@postern/contracts/people/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeSettings, type Visitor, visitor, ways } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';

let app: TestApp;
let token: string;
let connectorId: string;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
  const { body } = await app.call(connectorsApi.create, {
    token,
    body: { connectorId: 'github-universal', config: { clientId: 'client', clientSecret: 'secret' } },
  });
  connectorId = body.id;
  const redirectUris = ['https://shop.example/back', 'shop://signed-in'];
  const oidcClientMetadata = { redirectUris, postLogoutRedirectUris: [] };
  await app.call(applicationsApi.create, { token, body: { name: 'Shop', type: 'Native', oidcClientMetadata } });
});
afterAll(() => app.close());

const cookiesOf = (person?: Visitor) =>
  [...(person?.cookies ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');

const get = (url: string, person?: Visitor) =>
  app.core.inject({
    method: 'GET',
    url,
    headers: { host: 'core.test', cookie: cookiesOf(person) },
  });

async function settingsOf(url: string, person?: Visitor) {
  const { payload } = await get(url, person);
  return JSON.parse(/id="postern-settings">(.*?)<\/script>/.exec(payload)?.[1] ?? '{}');
}

describe('a springboard', () => {
  const redirectTo = (more: Record<string, string> = {}, place = 'https://github.com/login/oauth/authorize') =>
    `${place}?${new URLSearchParams({
      client_id: 'client',
      redirect_uri: `http://core.test/callback/${connectorId}`,
      state: 'st',
      ...more,
    })}`;
  const good = () => ({ connectorId, state: 'st', callback: 'shop://back', redirectTo: redirectTo() });
  const springboardOf = async (query: Record<string, string>, path = '/springboard') =>
    (await settingsOf(`${path}?${new URLSearchParams(query)}`)).springboard;

  test('leads to the provider of a connector and back to an application', async () => {
    expect(await springboardOf(good())).toEqual(good());
    const { connectorId: _, ...rest } = good();
    expect(await springboardOf(rest, `/social/landing/${connectorId}`)).toEqual(good());
    for (const callback of ['com.example.shop:/back', 'logto-callback://com.example.shop/web']) {
      expect(await springboardOf({ ...good(), callback })).toEqual({ ...good(), callback });
    }
  });

  test.each([
    ['another host', { redirectTo: 'https://evil.example/login/oauth/authorize?state=st' }],
    ['another host with our way back', () => ({ redirectTo: redirectTo({}, 'https://evil.example/x') })],
    ['another page of the provider', () => ({ redirectTo: redirectTo({}, 'https://github.com/login/evil') })],
    ['a script', { redirectTo: 'javascript:alert(1)' }],
    ['no address', { redirectTo: '//evil.example' }],
    ['a way back to somebody else', () => ({ redirectTo: redirectTo({ redirect_uri: 'https://evil.example' }) })],
    ['the state of somebody else', { state: 'other' }],
    ['a page on the web as application', { callback: 'https://evil.example' }],
    ['a script as application', { callback: 'javascript:alert(1)' }],
    ['a page on the web, opened by Android', { callback: 'intent://evil.example/#Intent;scheme=https;end' }],
    ['a page on the web, opened by a certain browser', { callback: 'microsoft-edge:https://evil.example' }],
    ['a scheme that no application has registered', { callback: 'stranger://back' }],
    ['a page on the web with the scheme of a redirect URI', { callback: 'https://shop.example/back' }],
    ['no application', { callback: '' }],
    ['no connector', { connectorId: 'none' }],
  ])('does not follow %s (attack 13)', async (_, change) => {
    const more: Record<string, string> = typeof change === 'function' ? change() : change;
    expect(await springboardOf({ ...good(), ...more })).toBeUndefined();
  });

  test('handles duplicate parameters without a server error', async () => {
    const answer = await get('/springboard?state=a&state=b&connectorId=x&connectorId=y&callback=c&redirectTo=d');
    expect(answer.statusCode).toBe(200);
  });

  test('does not work for another tenant', async () => {
    const admin = await app.admin.inject({
      method: 'GET',
      url: `/springboard?${new URLSearchParams(good())}`,
      headers: { host: 'admin.test' },
    });
    expect(admin.payload).not.toContain('shop://back');
  });
});

describe('a one-time token for another account', () => {
  async function signedIn(username: string): Promise<Visitor> {
    await changeSettings(app, { signIn: ways({ identifier: 'username', password: true }) });
    const password = 'a sentence nobody guesses';
    await app.call(usersApi.create, { token, body: { username, password, primaryEmail: `${username}@example.com` } });
    const person = visitor(app);
    await person.arrive();
    await person.start('SignIn');
    const identifier = { type: 'username', value: username };
    const { body } = await person.step('POST', '/verification/password', { identifier, password });
    await person.identify(body.verificationId);
    await person.follow((await person.submit()).body.redirectTo);
    return person;
  }

  test('shows the signed-in user, and staying repeats the request without the token', async () => {
    const person = await signedIn('ada');
    const place = await person.arrive({ one_time_token: 'tok', login_hint: 'eve@example.com', state: 'x' });
    expect(place).toMatch(/^\/switch-account\?/);
    const { switchAccount } = await settingsOf(place, person);
    expect(switchAccount.user).toMatchObject({ username: 'ada', primaryEmail: 'ada@example.com' });
    expect(Object.keys(switchAccount.user)).not.toContain('customData');
    const stay = new URL(switchAccount.stayUri);
    expect([stay.origin, stay.pathname]).toEqual(['http://core.test', '/oidc/auth']);
    expect([...stay.searchParams.keys()]).not.toContain('one_time_token');
    expect(stay.searchParams.get('state')).toBe('x');
    expect(await person.follow(switchAccount.stayUri)).toMatch(/^http:\/\/core\.test\/demo-app\?code=/);
  });

  test('signs in the other user in the same browser', async () => {
    await changeSettings(app, { signUp: { identifiers: [], password: false, verify: false } });
    const person = await signedIn('bea');
    const email = 'eve@example.com';
    const { body } = await app.call(oneTimeTokensApi.create, { token, body: { email } });
    await person.arrive({ one_time_token: body.token, login_hint: email });
    await person.start('SignIn');
    const proof = await person.step('POST', '/verification/one-time-token/verify', {
      identifier: { type: 'email', value: email },
      token: body.token,
    });
    await person.step('PUT', '/interaction-event', { interactionEvent: 'Register' });
    expect((await person.identify(proof.body.verificationId)).status).toBe(201);
    const { redirectTo } = (await person.submit()).body;
    // The engine signs out the first user by a form that submits itself, then continues.
    const form = await get(new URL(redirectTo).pathname, person);
    const xsrf = /name="xsrf" value="([^"]+)/.exec(form.payload)?.[1] ?? '';
    await app.core.inject({
      method: 'POST',
      url: '/oidc/session/end/confirm',
      headers: { host: 'core.test', cookie: cookiesOf(person), 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ xsrf, logout: 'yes' }).toString(),
    });
    expect(await person.follow(redirectTo)).toMatch(/^http:\/\/core\.test\/demo-app\?code=/);
    const place = await person.arrive({ one_time_token: 'x', login_hint: 'bea@example.com' });
    expect((await settingsOf(place, person)).switchAccount.user.primaryEmail).toBe(email);
  });

  test('shows no name to a browser without a session', async () => {
    expect((await settingsOf('/switch-account?login_hint=a@b.example')).switchAccount).toBeUndefined();
    const person = visitor(app);
    await person.arrive();
    expect((await settingsOf('/switch-account', person)).switchAccount).toBeUndefined();
  });
});

const policyOf = async () => String((await get('/unknown-session')).headers['content-security-policy']);

describe('Google One Tap', () => {
  test('allows Google on the pages only if enabled', async () => {
    expect(await policyOf()).not.toContain('google');
    const { body } = await app.call(connectorsApi.create, {
      token,
      body: {
        connectorId: 'google-universal',
        config: { clientId: 'client', clientSecret: 'secret', oneTap: { isEnabled: true } },
      },
    });
    await changeSettings(app, { socialSignInConnectorTargets: ['google'] });
    const policy = await policyOf();
    for (const kind of ['connect-src', 'frame-src', 'style-src']) {
      expect(policy).toMatch(new RegExp(`${kind} [^;]*https://accounts\\.google\\.com/gsi/`));
    }
    expect(policy).toContain("form-action 'self'");
    await app.call(connectorsApi.remove, { token, params: { id: body.id } });
    expect(await policyOf()).not.toContain('google');
  });
});

describe('a captcha', () => {
  const keys = { siteKey: 'site', secretKey: 'canary-of-the-captcha-secret' };
  const demand = (enabled: boolean) =>
    app.call(signInExperienceApi.update, { token, body: { captchaPolicy: { enabled } } });

  test.each([
    [{ type: 'Turnstile' as const, ...keys }, 'https://challenges.cloudflare.com', 'google'],
    [
      { type: 'RecaptchaEnterprise' as const, ...keys, projectId: 'my-project' },
      'https://www.google.com/recaptcha/',
      'cloudflare',
    ],
  ])('allows its own provider on the pages, and only while enabled', async (config, origin, other) => {
    const closed = await policyOf();
    expect(closed).not.toMatch(/cloudflare|google/);
    await app.call(captchaApi.save, { token, body: { config } });
    expect(await policyOf()).not.toContain(origin);
    await demand(true);
    const { headers, payload } = await get('/unknown-session');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain(`frame-src 'self' ${origin}`);
    expect(policy).not.toContain(other);
    // Scripts are allowed by the nonce only.
    expect(policy).toMatch(/script-src 'nonce-[^ ]+' 'strict-dynamic';/);
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
    expect(payload).not.toContain(keys.secretKey);
    await demand(false);
    expect(await policyOf()).not.toContain(origin);
    await app.call(captchaApi.remove, { token });
  });
});
