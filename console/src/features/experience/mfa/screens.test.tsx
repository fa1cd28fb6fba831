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
    passkeySignIn: { enabled: true, showButton: true, allowAutofill: false },
  });

  await page.getByText('Backup codes', { exact: true }).click();
  await page.getByText('Authenticator app', { exact: true }).click();
  await pressSave();
  await expect.element(page.getByText('Turn on a factor to choose a policy.')).toBeVisible();
  await expect.poll(() => state.stored.mfa).toMatchObject({ factors: [], policy: 'NoPrompt' });
});
