import { captchaApi } from '@postern/contracts/experience/captcha';
import { wellKnownApi } from '@postern/contracts/experience/sign-in-experience';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
});
afterAll(() => app.close());

const secretKey = 'canary-of-the-captcha-secret';
const turnstile = { type: 'Turnstile' as const, siteKey: 'site', secretKey };
const recaptcha = { type: 'RecaptchaEnterprise' as const, siteKey: 'other', secretKey, projectId: 'my-project' };
const save = (config: typeof turnstile | typeof recaptcha) => app.call(captchaApi.save, { token, body: { config } });

test('returns 404 at first', async () => {
  expect(await app.call(captchaApi.get, { token })).toMatchObject({ status: 404, body: { code: 'entity.not_found' } });
  expect(await app.call(captchaApi.remove, { token })).toMatchObject({ status: 404 });
});

test('a new provider replaces the old one, even concurrently', async () => {
  const [first] = await Promise.all([save(turnstile), save(turnstile), save(turnstile)]);
  expect(first).toMatchObject({ status: 200, body: { config: turnstile } });
  const { body } = await save(recaptcha);
  expect(body).toMatchObject({ id: first.body.id, config: recaptcha });
  expect((await app.call(captchaApi.get, { token })).body).toEqual(body);
});

test('the pages get the site key and never the secret (attack 21)', async () => {
  const { body } = await app.call(wellKnownApi.signInExperience);
  expect(body.captchaConfig).toEqual({ type: 'RecaptchaEnterprise', siteKey: 'other' });
  const page = await app.inject(app.core, { method: 'GET', url: '/unknown-session', headers: { host: 'core.test' } });
  expect(JSON.stringify([body, page.body, app.logs])).not.toContain(secretKey);
  await app.worker.drain();
  const reported = await app.read('default', (db) => db.selectFrom('logs').select(['key', 'payload']).execute());
  expect(reported.map(({ key }) => key)).toContain('CaptchaProvider.Data.Updated');
  expect(JSON.stringify(reported)).not.toContain(secretKey);
});

test('the pages get the domain and the mode of reCAPTCHA, and may load only from there', async () => {
  await app.call(signInExperienceApi.update, { token, body: { captchaPolicy: { enabled: true } } });
  const policyOf = async () => {
    const page = await app.inject(app.core, { method: 'GET', url: '/unknown-session', headers: { host: 'core.test' } });
    return String(page.headers['content-security-policy']);
  };
  expect(await policyOf()).toContain('https://www.google.com/recaptcha/');
  const looks = { domain: 'recaptcha.net', mode: 'checkbox' } as const;
  expect((await save({ ...recaptcha, ...looks })).body.config).toEqual({ ...recaptcha, ...looks });
  const { body } = await app.call(wellKnownApi.signInExperience);
  expect(body.captchaConfig).toEqual({ type: 'RecaptchaEnterprise', siteKey: 'other', ...looks });
  expect(await policyOf()).toContain('https://recaptcha.net/recaptcha/');
  expect(await policyOf()).not.toContain('google.com');
  await app.call(signInExperienceApi.update, { token, body: { captchaPolicy: { enabled: false } } });
});

test.each([
  ['a script of another host', { ...recaptcha, domain: 'evil.example' }],
  ['an unknown mode', { ...recaptcha, mode: 'off' }],
  ['a domain for Turnstile', { ...turnstile, domain: 'recaptcha.net' }],
  ['a key too many', { ...turnstile, projectId: 'x' }],
  ['no secret', { type: 'Turnstile', siteKey: 'x' }],
  ['no project', { ...turnstile, type: 'RecaptchaEnterprise' }],
  ['a project that is a path', { ...recaptcha, projectId: '../../x' }],
])('%s returns 400', async (_, config) => {
  const { status } = await app.call(captchaApi.save, { token, body: { config: config as typeof turnstile } });
  expect(status).toBe(400);
});

test('another tenant sees nothing', async () => {
  const admin = { tenantId: 'admin', token: await app.managementToken('admin') };
  expect((await app.call(captchaApi.get, admin)).status).toBe(404);
  expect((await app.call(captchaApi.remove, admin)).status).toBe(404);
  expect((await app.call(wellKnownApi.signInExperience, { tenantId: 'admin' })).body.captchaConfig).toBeUndefined();
});

test('removing the provider turns the captcha off', async () => {
  await app.call(signInExperienceApi.update, { token, body: { captchaPolicy: { enabled: true } } });
  expect((await app.call(captchaApi.remove, { token })).status).toBe(204);
  const { body } = await app.call(wellKnownApi.signInExperience);
  expect([body.captchaPolicy, body.captchaConfig]).toEqual([{ enabled: false }, undefined]);
});
