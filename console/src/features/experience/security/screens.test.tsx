import { CaptchaProvider, captchaApi } from '@postern/contracts/experience/captcha';
import { emailBlocklistApi } from '@postern/contracts/experience/email-blocklist';
import { SessionPolicy, sessionPolicyApi } from '@postern/contracts/experience/session-policy';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { defaultUsernamePolicy, usernamePolicyApi } from '@postern/contracts/experience/username-policy';
import { MessageLimitsState, messageLimitsApi } from '@postern/contracts/messages/message-limits';
import { LockedIdentifier, throttleApi } from '@postern/contracts/operations/throttle';
import { expectAccessible, expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { refuse } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerExperience } from '../../../testing/answer-experience.ts';
import { api, expectNoProblems, has, openScreen, pressSave } from '../../../testing/open-screen.tsx';

afterEach(expectNoProblems);

const card = (name: string) => page.getByRole('region', { name });
/** Names are followed by a help text. */
const begins = (words: string) => new RegExp(`^${words}`);
const field = (name: string) => page.getByRole('textbox', { name: begins(name) });
const required = page.getByRole('switch', { name: begins('Require a CAPTCHA') });

beforeEach(() => api.on(messageLimitsApi.get, sample(MessageLimitsState)));

test('a password policy has limits, and is tried before it is saved', async () => {
  const state = answerExperience(api);
  const judged: string[] = [];
  api.on(signInExperienceApi.tryPassword, ({ body }) => {
    judged.push(body.password);
    const issues = [
      { code: 'password_rejected.too_short', interpolation: { min: 12 } },
      { code: 'password_rejected.restricted.words' },
    ];
    return { issues: body.password === 'fjordlight' ? issues : [] };
  });
  await openScreen('/security');
  await expect.poll(() => location.pathname).toBe('/security/password-policy');
  await field('Minimum length').fill('300');
  await pressSave();
  await expect.element(page.getByText('Use 256 or less.')).toBeVisible();
  await field('Minimum length').fill('12');
  await page.getByRole('radio', { name: '3 types' }).click();
  await page.getByRole('checkbox', { name: 'Your own words' }).click();
  await field('Words').fill('fjordlight\nrocket');
  const attempt = card('Try the policy');
  await attempt.getByRole('textbox', { name: 'Password to try' }).fill('fjordlight');
  await userEvent.keyboard('{Enter}');
  await expect.element(attempt.getByRole('status')).toMatchTextContent('fewer than 12 characters');
  await expect.element(attempt.getByRole('status')).toMatchTextContent('rejected words');
  await attempt.getByRole('textbox', { name: 'Password to try' }).fill('Harbour-42-violet');
  await attempt.getByRole('button', { name: 'Check' }).click();
  await expect.element(attempt.getByRole('status')).toMatchTextContent('is accepted');
  await expectToFit();
  await pressSave();
  await expect.element(page.getByText('Changes saved')).toBeVisible();
  expect(state.stored.passwordPolicy).toMatchObject({
    length: { min: 12, max: 256 },
    characterTypes: { min: 3 },
    rejects: { words: ['fjordlight', 'rocket'] },
  });
  expect(judged).toEqual(['fjordlight', 'Harbour-42-violet']);
});

test('people who may only read see the policies as text', async () => {
  answerExperience(api);
  await openScreen('/security/password-policy', { role: 'reader' });
  await expect.element(card('Rejected passwords').getByText('Leaked passwords: On')).toBeVisible();
  await expect.element(card('Rejected passwords').getByText('Your own words: Off')).toBeVisible();
  expect(page.getByRole('checkbox').elements()).toEqual([]);
  expect(card('Try the policy').elements()).toEqual([]);
  await expectAccessible();
});

test('passwords expire after a number of days, if people can reset them', async () => {
  const state = answerExperience(api, { passwordExpiration: {} });
  await openScreen('/security/password-policy');
  const expiration = card('Expiration');
  await expiration.getByRole('switch', { name: begins('Passwords expire') }).click();
  await expect.element(field('Validity')).toHaveValue('90');
  await field('Validity').fill('0');
  await pressSave();
  await expect.element(field('Validity')).toHaveAttribute('aria-invalid', 'true');
  await field('Validity').fill('30');
  api.on(signInExperienceApi.update, refuse('sign_in_experiences.password_expiration_requires_forgot_password'));
  await pressSave();
  await expect.element(expiration).toMatchTextContent('only while people can reset them');
  await expectToFit();
  const saved: unknown[] = [];
  api.on(signInExperienceApi.update, ({ body }) => {
    saved.push(body.passwordExpiration);
    const { passwordExpiration: _, ...others } = body;
    const passwordExpiration = { enabled: true, validPeriodDays: 30, enabledAt: 1 } as const;
    return { ...state.stored, ...others, passwordExpiration };
  });
  await pressSave();
  await expect.element(page.getByText('Changes saved')).toBeVisible();
  expect(saved).toEqual([{ enabled: true, validPeriodDays: 30 }]);
});

test('a username policy has a length, characters and a case, which names in two cases prevent', async () => {
  const state = answerExperience(api, { usernamePolicy: defaultUsernamePolicy });
  const samples = [{ usernameLower: 'anna', userIds: ['one', 'two'] }];
  api.on(usernamePolicyApi.conflicts, () => ({ totalConflicts: 1, samples }));
  await openScreen('/security/usernames');
  await expect.element(page.getByText(/^1 name belongs to several users in different cases: anna\./)).toBeVisible();
  await field('Minimum length').fill('3');
  await field('Maximum length').fill('20');
  for (const kind of ['Lowercase letters', 'Capital letters', 'Underscore']) {
    await page.getByRole('checkbox', { name: begins(kind) }).click();
  }
  await pressSave();
  await expect.element(page.getByText(/a username cannot begin with a digit/)).toBeVisible();
  await page.getByRole('checkbox', { name: begins('Lowercase letters') }).click();
  await page.getByRole('switch', { name: begins('Usernames are case-sensitive') }).click();
  await expectToFit();
  api.on(signInExperienceApi.update, refuse('sign_in_experiences.username_policy_case_conflicts_exist'));
  await pressSave();
  await expect.element(page.getByText(/Rename them first/)).toBeVisible();
  const saved: unknown[] = [];
  api.on(signInExperienceApi.update, ({ body }) => {
    saved.push(body);
    return { ...state.stored, usernamePolicy: body.usernamePolicy ?? defaultUsernamePolicy };
  });
  await pressSave();
  await expect.element(page.getByText('Changes saved')).toBeVisible();
  expect(saved).toEqual([
    {
      usernamePolicy: {
        caseSensitive: false,
        minLength: 3,
        maxLength: 20,
        allowedChars: { lowercase: true, uppercase: false, numbers: true, underscore: false },
      },
    },
  ]);
});

test('codes have a validity and a number of attempts, or the defaults', async () => {
  const state = answerExperience(api, { sentinelPolicy: {}, verificationCodePolicy: {} });
  api.on(sessionPolicyApi.get, sample(SessionPolicy));
  api.on(sessionPolicyApi.save, sample(SessionPolicy));
  api.on(throttleApi.list, []);
  await openScreen('/security/general');
  const codes = card('Verification codes');
  await expect.element(codes).toMatchTextContent('Without a value: 10.');
  await field('Validity').fill('61');
  await field('Wrong attempts per code').fill('3');
  await pressSave();
  await expect.element(field('Validity')).toHaveAttribute('aria-invalid', 'true');
  await field('Validity').fill('1.5');
  await pressSave();
  await expect.element(page.getByText('Changes saved')).toBeVisible();
  expect(state.stored.verificationCodePolicy).toEqual({ expirationDuration: 90, maxRetryAttempts: 3 });
  await expect.element(field('Validity')).toHaveValue('1.5');
  await expectToFit();
});

test('without a CAPTCHA provider none can be required; its keys are required', async () => {
  answerExperience(api, { captchaPolicy: {} });
  api.on(captchaApi.get, refuse('entity.not_found'));
  api.on(captchaApi.save, ({ body }) => {
    const provider = sample(CaptchaProvider, { id: 'c1', config: body.config });
    api.on(captchaApi.get, provider);
    return provider;
  });
  await openScreen('/security/captcha');
  await expect.element(required).toBeDisabled();
  await expectAccessible();
  await page.getByRole('link', { name: /Cloudflare Turnstile/ }).click();
  await page.getByRole('button', { name: 'Save provider' }).click();
  await expect.element(page.getByText('Fill in this field.')).toHaveLength(2);
  await field('Site key').fill('site');
  await page.getByLabelText('Secret key', { exact: true }).fill('secret');
  await expectAccessible();
  await page.getByRole('button', { name: 'Save provider' }).click();
  await expect.element(page.getByText('Provider saved')).toBeVisible();
  await expect.element(required).toBeEnabled();
});

test('reCAPTCHA has a kind of key and a domain of its script', async () => {
  answerExperience(api, { captchaPolicy: {} });
  api.on(captchaApi.get, refuse('entity.not_found'));
  const saved: unknown[] = [];
  api.on(captchaApi.save, ({ body }) => {
    saved.push(body.config);
    const provider = sample(CaptchaProvider, { id: 'c1', config: body.config });
    api.on(captchaApi.get, provider);
    return provider;
  });
  await openScreen('/security/captcha');
  await page.getByRole('link', { name: /reCAPTCHA Enterprise/ }).click();
  await field('Site key').fill('site');
  await page.getByLabelText('API key', { exact: true }).fill('secret');
  await field('Project ID').fill('my-project');
  await page.getByRole('radio', { name: begins('Checkbox') }).click();
  await page.getByRole('combobox', { name: begins('Domain of the script') }).click();
  await page.getByRole('option', { name: 'recaptcha.net', exact: true }).click();
  await expectAccessible();
  await expectToFit();
  await page.getByRole('button', { name: 'Save provider' }).click();
  await expect.element(page.getByText('Provider saved')).toBeVisible();
  const looks = { domain: 'recaptcha.net', mode: 'checkbox' };
  const keys = { siteKey: 'site', secretKey: 'secret', projectId: 'my-project' };
  expect(saved).toEqual([{ type: 'RecaptchaEnterprise', ...keys, ...looks }]);
});

test('a blocklist counts its entries, and names what is neither an address nor a domain', async () => {
  const state = answerExperience(api);
  api.on(emailBlocklistApi.disposableDomains, { date: '2026-09-21', count: 5000 });
  await openScreen('/security/blocklist');
  await expect.element(page.getByText(/The built-in list of .* has 5,000 domains/)).toBeVisible();
  const list = field('Blocked addresses and domains');
  await list.fill('@spam.example, bad@example.com; nonsense @spam.example');
  await expect.element(page.getByText('3 entries')).toBeVisible();
  await pressSave();
  await expect.element(page.getByText(/neither an email address nor a domain.*nonsense/)).toBeVisible();
  await expectAccessible();
  await list.fill('@spam.example, bad@example.com');
  await pressSave();
  await expect.element(list).toHaveValue('@spam.example\nbad@example.com');
  await field('Allowed addresses and domains').fill('*@*.example.com');
  await expect.element(page.getByText('1 entry')).toBeVisible();
  await pressSave();
  await expect.poll(() => state.stored.emailBlocklistPolicy?.customAllowlist).toEqual(['*@*.example.com']);
  expect(state.stored.emailBlocklistPolicy?.customBlocklist).toEqual(['@spam.example', 'bad@example.com']);
});

test('locked identifiers are unlocked one by one, several at once, or by name', async () => {
  answerExperience(api);
  api.on(sessionPolicyApi.get, sample(SessionPolicy));
  let rows = ['one', 'two', 'three'];
  api.on(throttleApi.list, () => rows.map((id) => sample(LockedIdentifier, { id, identifier: id })));
  api.on(throttleApi.unlockSome, ({ body }) => {
    rows = rows.filter((row) => !body.ids.includes(row));
    return { unlocked: body.ids.length };
  });
  api.on(throttleApi.unlock, undefined);
  await openScreen('/security/general');
  const list = card('Locked identifiers');
  await expect.element(list.getByRole('checkbox')).toHaveLength(3);
  await expectToFit();
  // A phone that is turned still shows the current tab, the last of a row that does not fit.
  await page.viewport(390, 844);
  await expect.element(page.getByRole('link', { name: 'General' })).toBeInViewport({ ratio: 0.9 });
  await page.viewport(1440, 900);
  await list.getByRole('button', { name: 'Unlock one' }).click();
  await expect.element(list.getByRole('checkbox')).toHaveLength(2);
  await list.getByRole('checkbox').first().click();
  await list.getByRole('checkbox').last().click();
  await list.getByRole('button', { name: 'Unlock 2 selected' }).click();
  await expect.element(list.getByText('No identifier is locked.')).toBeVisible();
  await list.getByRole('button', { name: 'Unlock by identifier' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Unlock', exact: true }).click();
  await expect.element(dialog.getByText('Fill in this field.')).toBeVisible();
  await dialog.getByLabelText(has('Identifiers')).fill('ada@example.com grace\n+46 70 174 06 35');
  await dialog.getByRole('button', { name: 'Unlock', exact: true }).click();
  await expect.element(page.getByText('Attempts of 3 identifiers deleted')).toBeVisible();
  expect(api.requestsOf(throttleApi.unlock)[0]?.body.targets).toEqual(['ada@example.com', 'grace', '+46701740635']);
});
