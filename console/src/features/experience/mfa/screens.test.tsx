import { AccountCenter, accountCenterApi } from '@postern/contracts/experience/account-center';
import { SignInProtection, signInProtectionApi } from '@postern/contracts/experience/sign-in-protection';
import { connectorsApi } from '@postern/contracts/messages/connectors';
import { expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerExperience } from '../../../testing/answer-experience.ts';
import { api, expectNoProblems, has, openScreen, press, pressSave } from '../../../testing/open-screen.tsx';

afterEach(expectNoProblems);

/** Some names are followed by a help text. */
const factor = (name: string) => page.getByRole('switch', { name: new RegExp(`^${name}`) });
const widest = () => Math.max(...['html', '#main'].map((name) => document.querySelector(name)?.scrollWidth ?? 0));

test('an administrator chooses factors and a policy; rules are explained before saving', async () => {
  const state = answerExperience(api, {
    signIn: {
      methods: [
        { identifier: 'username', password: true, verificationCode: false, isPasswordPrimary: true },
        { identifier: 'email', password: true, verificationCode: true, isPasswordPrimary: true },
      ],
    },
    mfa: { factors: [], policy: 'NoPrompt' },
  });
  api.on(signInProtectionApi.get, sample(SignInProtection, { trustedDevices: { enabled: false, days: 30 } }));
  api.on(connectorsApi.list, []);
  api.on(accountCenterApi.get, sample(AccountCenter, { enabled: true, fields: { mfa: 'Edit' } }));
  await openScreen('/mfa');
  await expect.element(factor('Code by email')).toBeDisabled();
  await expect.element(factor('Code by email')).toHaveAccessibleDescription(/people sign in with email codes/);
  await expect
    .element(factor('Code by text message'))
    .toHaveAccessibleDescription(/Less safe than an app or a passkey/);
  await expect.element(factor('Require a second factor')).toBeDisabled();
  await page.viewport(320, 844);
  await expect.poll(widest).toBeLessThanOrEqual(320);
  await page.viewport(1440, 900);

  await press(factor('Backup codes'), ' ');
  await pressSave();
  const told = page.getByRole('alert').filter({ hasText: 'Backup codes need another factor.' });
  await expect.element(told).toBeVisible();
  await expectToFit();
  await press(factor('Authenticator app'), ' ');
  await press(factor('Require a second factor'), ' ');
  await expect.element(page.getByText(has('People without a factor must set one up'))).toBeVisible();
  expect(page.getByRole('combobox', { name: 'Prompt to set up a factor' }).elements()).toEqual([]);
  await press(factor('Allow sign-in with a passkey'), ' ');
  await press(factor('Show a button on the sign-in page'), ' ');
  await pressSave();
  await expect.element(page.getByText('Changes saved')).toBeVisible();
  expect(state.stored).toMatchObject({
    mfa: { factors: ['Totp', 'BackupCode'], policy: 'Mandatory', organizationRequiredMfaPolicy: 'NoPrompt' },
    passkeySignIn: { enabled: true, showPasskeyButton: true, allowAutofill: false },
  });

  await page.getByText('Backup codes', { exact: true }).click();
  await page.getByText('Authenticator app', { exact: true }).click();
  await pressSave();
  await expect.element(page.getByText('Turn on a factor to choose a policy.')).toBeVisible();
  await expect.poll(() => state.stored.mfa).toMatchObject({ factors: [], policy: 'NoPrompt' });
});

test('factors that nobody can set up are named, and either change that helps is offered', async () => {
  const state = answerExperience(api, { mfa: { factors: [], policy: 'NoPrompt' } });
  api.on(signInProtectionApi.get, sample(SignInProtection, { trustedDevices: { enabled: false, days: 30 } }));
  api.on(connectorsApi.list, []);
  let center = sample(AccountCenter, { enabled: false, fields: { name: 'ReadOnly' } });
  api.on(accountCenterApi.get, () => center);
  api.on(accountCenterApi.update, ({ body }) => {
    center = { ...center, ...body };
    return center;
  });
  await openScreen('/mfa');
  const notice = page.getByRole('note').filter({ hasText: 'Nobody can set up a factor' });
  await expect.element(page.getByText('The sign-in pages do not offer factors.')).toBeVisible();
  expect(notice.elements()).toEqual([]);
  await press(factor('Authenticator app'), ' ');
  await expect.element(notice).toBeVisible();
  await expectToFit();
  await notice.getByRole('button', { name: 'Offer it at sign-in and sign-up' }).click();
  await expect.element(notice).not.toBeInTheDocument();
  await pressSave();
  await expect.poll(() => state.stored.mfa).toMatchObject({ factors: ['Totp'], policy: 'PromptAtSignInAndSignUp' });

  state.stored = { ...state.stored, mfa: { factors: ['Totp'], policy: 'NoPrompt' } };
  await openScreen('/mfa');
  await notice.getByRole('button', { name: 'Allow it in the account center' }).click();
  await expect
    .element(page.getByText('People can set up factors in the account center', { exact: true }))
    .toBeVisible();
  await expect.element(notice).not.toBeInTheDocument();
  expect(center).toMatchObject({ enabled: true, fields: { name: 'ReadOnly', mfa: 'Edit' } });
});

test('adaptive factors are explained, need a factor, and are saved with their policy', async () => {
  const state = answerExperience(api, { mfa: { factors: [], policy: 'NoPrompt' }, adaptiveMfa: {} });
  api.on(signInProtectionApi.get, sample(SignInProtection, { trustedDevices: { enabled: false, days: 30 } }));
  api.on(connectorsApi.list, []);
  api.on(accountCenterApi.get, sample(AccountCenter, { enabled: true, fields: { mfa: 'Edit' } }));
  await openScreen('/mfa');
  const adaptive = factor('Ask only at unusual sign-ins');
  await expect.element(adaptive).toBeDisabled();
  await press(factor('Authenticator app'), ' ');
  await press(adaptive, ' ');
  await expect.element(page.getByText(has('Everyone needs a second factor. Adaptive'))).toBeVisible();
  await expect.element(factor('Require a second factor')).not.toBeInTheDocument();
  await expectToFit();
  await pressSave();
  await expect.element(page.getByText('Changes saved')).toBeVisible();
  expect(state.stored).toMatchObject({
    mfa: { factors: ['Totp'], policy: 'PromptAtSignInAndSignUpMandatory' },
    adaptiveMfa: { enabled: true },
  });
});

test('people who may only read see which factors are on', async () => {
  answerExperience(api, { mfa: { factors: ['Totp'], policy: 'NoPrompt' } });
  api.on(signInProtectionApi.get, sample(SignInProtection, { trustedDevices: { enabled: false, days: 30 } }));
  api.on(connectorsApi.list, []);
  api.on(accountCenterApi.get, sample(AccountCenter, { enabled: true, fields: { mfa: 'Edit' } }));
  await openScreen('/mfa', { role: 'reader' });
  const rows = page.getByRole('list', { name: 'Factors' }).getByRole('listitem');
  await expect.element(rows.filter({ hasText: 'Authenticator app' })).toMatchTextContent(/On$/);
  await expect.element(rows.filter({ hasText: /^Passkey/ })).toMatchTextContent(/Off$/);
  expect(document.querySelectorAll('main input')).toHaveLength(0);
});
