import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { oneTimeTokensApi } from '@postern/contracts/access/one-time-tokens';
import { type CaptchaConfig, captchaApi } from '@postern/contracts/experience/captcha';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { connectorsApi } from '@postern/contracts/messages/connectors';
import { usersApi } from '@postern/contracts/people/users';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeSettings, forgetPauses, type Visitor, visitor, ways } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';
import { flushLogs } from '../../records/audit/index.ts';

const secretKey = 'canary-of-the-captcha-secret';
const turnstile: CaptchaConfig = { type: 'Turnstile', siteKey: 'site', secretKey };
const recaptcha: CaptchaConfig = { type: 'RecaptchaEnterprise', siteKey: 'site', secretKey, projectId: 'my-project' };
const services = ['https://challenges.cloudflare.com', 'https://recaptchaenterprise.googleapis.com'];
const password = 'fjord-Lighthouse-42';

type Asked = { url: string; body: string };
let asked: Asked[] = [];
let answer: { status?: number; body: unknown } = { body: {} };
let isAway = false;
let provider: Server;
let app: TestApp;
let token: string;

/** Responds like both providers; only their host names are redirected to it. */
async function startProvider(): Promise<void> {
  provider = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) {
      body += chunk;
    }
    const person = { access_token: 'a', id: 'acme-1' };
    if (request.url?.startsWith('/acme')) {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(person));
      return;
    }
    asked.push({ url: request.url ?? '', body });
    response.statusCode = answer.status ?? 200;
    response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
}

const local = () => `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;

beforeAll(async () => {
  await startProvider();
  app = await testApp({ ALLOW_PRIVATE_EGRESS: 'true' });
  const { egress } = app.app;
  const { fetch } = egress;
  egress.fetch = (url, init) => {
    const service = services.find((one) => url.startsWith(one));
    const place = isAway ? 'http://127.0.0.1:1' : local();
    return fetch(service ? url.replace(service, place) : url, init);
  };
  token = await app.managementToken();
  await app.call(usersApi.create, { token, body: { username: 'ada', password, primaryEmail: 'ada@example.com' } });
  await changeSettings(app, {
    signIn: ways(
      { identifier: 'username', password: true },
      { identifier: 'email', password: true, verificationCode: true },
    ),
    signUp: { identifiers: ['username'], password: true, verify: false },
    forgotPasswordMethods: ['EmailVerificationCode'],
  });
});
afterAll(async () => {
  provider.close();
  await app.close();
});

const demand = async (enabled: boolean, config: CaptchaConfig = turnstile) => {
  await app.call(captchaApi.save, { token, body: { config } });
  await app.call(signInExperienceApi.update, { token, body: { captchaPolicy: { enabled } } });
};
beforeEach(async () => {
  asked = [];
  isAway = false;
  answer = { body: { success: true } };
  await forgetPauses(app);
  await demand(true);
});

async function begin(event: 'SignIn' | 'Register' | 'ForgotPassword', captchaToken?: string) {
  const person = visitor(app);
  await person.arrive();
  const { status, code } = await person.step('PUT', '', { interactionEvent: event, captchaToken });
  return { person, status, code };
}

const identifier = { type: 'username', value: 'ada' };
const byPassword = async (person: Visitor) =>
  person.identify((await person.step('POST', '/verification/password', { identifier, password })).body.verificationId);
const sendCode = (person: Visitor, interactionEvent: string, value = 'ada@example.com') =>
  person.step('POST', '/verification/verification-code', { identifier: { type: 'email', value }, interactionEvent });
const newIdentity = async (person: Visitor, username: string) =>
  (
    await person.step('POST', '/verification/new-password-identity', {
      identifier: { type: 'username', value: username },
      password,
    })
  ).body.verificationId;
const hasUser = (username: string) =>
  app.read('default', async (db) =>
    Boolean(await db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirst()),
  );
const verdicts = async () => {
  await flushLogs(app.app);
  const rows = await app.read('default', (db) =>
    db
      .selectFrom('logs')
      .select('payload')
      .where('key', '=', 'Interaction.Create.Captcha')
      .orderBy('created_at')
      .execute(),
  );
  return rows.map(({ payload }) => payload as Record<string, unknown>);
};

describe('a token', () => {
  test('that Turnstile accepts leads to a session', async () => {
    const { person, status } = await begin('SignIn', 'good');
    expect(status).toBe(204);
    expect(asked).toEqual([{ url: '/turnstile/v0/siteverify', body: `secret=${secretKey}&response=good` }]);
    expect((await byPassword(person)).status).toBe(204);
    const { status: last, body } = await person.submit();
    expect([last, await person.follow(body.redirectTo)]).toEqual([200, expect.stringContaining('code=')]);
    expect((await verdicts()).at(-1)).toMatchObject({ result: 'Success', success: true, applicationId: 'demo-app' });
  });

  test.each([
    [0.5, 204, { success: true, score: 0.5 }],
    [0.49, 422, { success: false, score: 0.49 }],
  ])('with a score of %s at reCAPTCHA ends in %s', async (score, status, verdict) => {
    await demand(true, recaptcha);
    answer = { body: { tokenProperties: { valid: true }, riskAnalysis: { score } } };
    expect((await begin('SignIn', 'scored')).status).toBe(status);
    const [{ url, body } = { url: '', body: '{}' }] = asked;
    expect(url).toBe(`/v1/projects/my-project/assessments?key=${secretKey}`);
    expect(JSON.parse(body)).toEqual({
      event: { token: 'scored', siteKey: 'site', expectedAction: 'interaction' },
    });
    expect((await verdicts()).at(-1)).toMatchObject(verdict);
  });

  test('of a checkbox needs no score, but must be valid', async () => {
    await demand(true, { ...recaptcha, mode: 'checkbox' });
    answer = { body: { tokenProperties: { valid: true }, riskAnalysis: { score: 0.1 } } };
    expect((await begin('SignIn', 'checked')).status).toBe(204);
    answer = { body: { tokenProperties: { valid: false }, riskAnalysis: { score: 1 } } };
    expect((await begin('SignIn', 'unchecked')).status).toBe(422);
  });

  test.each<[string, CaptchaConfig, { status?: number; body: unknown }, string]>([
    [
      'refused by Turnstile',
      turnstile,
      { body: { success: false, 'error-codes': ['timeout-or-duplicate'] } },
      'timeout-or-duplicate',
    ],
    [
      'invalid at reCAPTCHA, whatever its score',
      recaptcha,
      { body: { tokenProperties: { valid: false, invalidReason: 'DUPE' }, riskAnalysis: { score: 1 } } },
      'DUPE',
    ],
    ['without a score', recaptcha, { body: { tokenProperties: { valid: true } } }, 'score too low'],
    ['at a provider that fails', recaptcha, { status: 503, body: {} }, 'it answered 503'],
    ['at a provider that sends a page', turnstile, { body: '<html>' }, 'makes no sense'],
    ['at a provider that says success in words', turnstile, { body: { success: 'true' } }, 'makes no sense'],
    ['at a provider that sends too much', turnstile, { body: ' '.repeat(100_000) }, 'too much'],
  ])('%s leaves no sign-in', async (_, config, given, reason) => {
    await demand(true, config);
    answer = given;
    const { person, status, code } = await begin('SignIn', 'bad');
    expect([status, code]).toEqual([422, 'session.captcha_failed']);
    expect((await sendCode(person, 'SignIn')).code).toBe('session.interaction_not_found');
    expect((await person.submit()).code).toBe('session.interaction_not_found');
    expect((await verdicts()).at(-1)).toMatchObject({ result: 'Error', success: false });
    expect((await verdicts()).at(-1)?.errorMessage).toContain(reason);
  });

  test('counts as failed while its provider is unavailable, and the log has the reason', async () => {
    isAway = true;
    const from = app.logs.length;
    expect(await begin('SignIn', 'good')).toMatchObject({ status: 422, code: 'session.captcha_failed' });
    expect(app.logs.slice(from).join()).toContain('captcha verification failed');
  });

  test('is not valid after a restart', async () => {
    const { person } = await begin('SignIn', 'good');
    await person.start('SignIn');
    expect((await sendCode(person, 'SignIn')).code).toBe('session.captcha_required');
  });

  test('is never logged, and neither is the secret', async () => {
    answer = { body: { success: false, 'error-codes': [`${secretKey} is wrong`] } };
    await begin('SignIn', 'canary-of-the-token');
    isAway = true;
    await begin('SignIn', 'canary-of-the-token');
    const reported = app.logs.join() + JSON.stringify(await verdicts());
    expect(reported).not.toMatch(/canary-of-the-(captcha-secret|token)/);
  });
});

describe('without a token', () => {
  test('sends no code for any event', async () => {
    for (const event of ['SignIn', 'Register', 'ForgotPassword'] as const) {
      const { person, status } = await begin(event);
      expect(status).toBe(204);
      expect(await sendCode(person, event)).toMatchObject({ status: 422, code: 'session.captcha_required' });
    }
    expect(await app.read('default', (db) => db.selectFrom('mailbox_messages').select('id').execute())).toEqual([]);
  });

  test('creates no account, also after changing the event', async () => {
    const { person } = await begin('Register');
    expect((await person.identify(await newIdentity(person, 'robot'))).code).toBe('session.captcha_required');
    expect((await person.identify()).code).toBe('session.captcha_required');
    await person.step('POST', '/profile', { type: 'username', value: 'robot' });
    await person.step('POST', '/profile', { type: 'password', value: password });
    expect((await person.identify()).code).toBe('session.captcha_required');

    const other = (await begin('SignIn')).person;
    await other.step('PUT', '/interaction-event', { interactionEvent: 'Register' });
    expect((await other.identify(await newIdentity(other, 'robot'))).code).toBe('session.captcha_required');
    expect(await hasUser('robot')).toBe(false);
  });

  test('rejects a correct password at the last step', async () => {
    const { person } = await begin('SignIn');
    expect((await byPassword(person)).status).toBe(204);
    expect(await person.submit()).toMatchObject({ status: 422, code: 'session.captcha_required' });
    // Neither a rejected token nor a restart without one changes that.
    answer = { body: { success: false } };
    await person.step('PUT', '', { interactionEvent: 'SignIn', captchaToken: 'bad' });
    expect((await person.submit()).code).toBe('session.captcha_required');
  });

  test('sends a code to an identified user, but creates no session', async () => {
    const { person } = await begin('SignIn');
    await byPassword(person);
    expect((await sendCode(person, 'SignIn', 'another@example.com')).status).toBe(200);
    expect((await person.submit()).code).toBe('session.captcha_required');
    await app.write('default', (db) => db.deleteFrom('mailbox_messages').execute());
  });

  test('applies immediately if enabled during a sign-in', async () => {
    await demand(false);
    const { person } = await begin('SignIn');
    await byPassword(person);
    await demand(true);
    expect((await person.submit()).code).toBe('session.captcha_required');
  });
});

describe('is not required for', () => {
  test('a one-time token', async () => {
    const { body } = await app.call(oneTimeTokensApi.create, { token, body: { email: 'ada@example.com' } });
    const { person } = await begin('SignIn');
    const given = { identifier: { type: 'email', value: 'ada@example.com' } };
    const wrong = await person.step('POST', '/verification/one-time-token/verify', { ...given, token: 'x'.repeat(32) });
    expect([wrong.status, (await sendCode(person, 'SignIn')).code]).toEqual([404, 'session.captcha_required']);
    const shown = await person.step('POST', '/verification/one-time-token/verify', { ...given, token: body.token });
    expect((await person.identify(shown.body.verificationId)).status).toBe(204);
    expect((await person.submit()).status).toBe(200);
    expect(asked).toEqual([]);
  });

  test('a user of a provider, after the callback and not before', async () => {
    const { body } = await app.call(connectorsApi.create, {
      token,
      body: {
        connectorId: 'oauth2',
        metadata: { target: 'acme', name: { en: 'Acme' } },
        config: {
          authorizationEndpoint: 'https://acme.example/authorize',
          tokenEndpoint: `${local()}/acme/token`,
          userInfoEndpoint: `${local()}/acme/me`,
          clientId: 'postern',
          clientSecret: 'secret',
          tokenEndpointResponseType: 'json',
        },
      },
    });
    await changeSettings(app, {
      socialSignInConnectorTargets: ['acme'],
      signUp: { identifiers: [], password: false, verify: false },
    });
    const { person } = await begin('SignIn');
    const way = `/verification/social/${body.id}`;
    const redirectUri = `http://core.test/callback/${body.id}`;
    const left = await person.step('POST', `${way}/authorization-uri`, { state: 'st', redirectUri });
    const { verificationId } = left.body;
    expect((await sendCode(person, 'SignIn')).code).toBe('session.captcha_required');
    const connectorData = { code: 'c', state: 'st', redirectUri };
    expect((await person.step('POST', `${way}/verify`, { verificationId, connectorData })).status).toBe(200);
    await person.step('PUT', '/interaction-event', { interactionEvent: 'Register' });
    expect((await person.identify(verificationId)).status).toBe(201);
    expect((await person.submit()).status).toBe(200);
  });
});

describe('is not required and not verified', () => {
  test.each([
    ['where it is off', () => demand(false)],
    [
      'where there is no provider',
      async () => {
        await app.call(captchaApi.remove, { token });
        await app.call(signInExperienceApi.update, { token, body: { captchaPolicy: { enabled: true } } });
      },
    ],
  ])('%s', async (_, set) => {
    await set();
    answer = { body: { success: false } };
    const { person, status } = await begin('SignIn', 'whatever');
    expect(status).toBe(204);
    expect((await sendCode(person, 'SignIn')).status).toBe(200);
    await byPassword(person);
    expect((await person.submit()).status).toBe(200);
    expect(asked).toEqual([]);
  });

  test('in another tenant', async () => {
    const person = visitor(app, 'admin');
    await person.arrive({ client_id: 'admin-console', redirect_uri: 'http://admin.test/console/callback' });
    const { status } = await person.step('PUT', '', { interactionEvent: 'SignIn', captchaToken: 'whatever' });
    expect([status, asked]).toEqual([204, []]);
  });
});
