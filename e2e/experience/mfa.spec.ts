import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { becomeAdministrator } from '../administrator.ts';
import { expect, expectNarrow, expectToFit, test } from '../product.ts';

test('an administrator chooses factors and a policy; rules are explained before saving', async ({ page, oss }) => {
  const administrator = await becomeAdministrator(page, oss);
  const stored = () => administrator.api<SignInExperience>('get', signInExperienceApi.get.path);
  const code = { identifier: 'email', password: true, verificationCode: true, isPasswordPrimary: true };
  const { signIn } = await stored();
  await administrator.api('patch', signInExperienceApi.update.path, {
    signIn: { methods: [...signIn.methods, code] },
  });
  await page.goto(`${oss.consoleUrl}/mfa`);
  const factor = (name: string) => page.getByRole('switch', { name });
  await expect(factor('Code by email')).toBeDisabled();
  await expect(factor('Code by email')).toHaveAccessibleDescription(/people sign in with email codes/);
  await expect(factor('Code by text message')).toHaveAccessibleDescription(/Less safe than an app or a passkey/);
  await expect(factor('Require a second factor')).toBeDisabled();
  await expectNarrow(page, 320);
  await page.setViewportSize({ width: 1440, height: 900 });

  await factor('Backup codes').press('Space');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('alert').filter({ hasText: 'Backup codes need another factor.' })).toBeVisible();
  await expectToFit(page);
  await factor('Authenticator app').press('Space');
  await factor('Require a second factor').press('Space');
  await expect(page.getByText('People without a factor must set one up')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Prompt to set up a factor' })).toHaveCount(0);
  await factor('Allow sign-in with a passkey').press('Space');
  await factor('Show a button on the sign-in page').press('Space');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Changes saved')).toBeVisible();
  expect(await stored()).toMatchObject({
    mfa: { factors: ['Totp', 'BackupCode'], policy: 'Mandatory', organizationRequiredMfaPolicy: 'NoPrompt' },
    passkeySignIn: { enabled: true, showButton: true, allowAutofill: false },
  });

  await page.getByText('Backup codes', { exact: true }).click();
  await page.getByText('Authenticator app', { exact: true }).click();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Turn on a factor to choose a policy.')).toBeVisible();
  await expect.poll(async () => (await stored()).mfa).toMatchObject({ factors: [], policy: 'NoPrompt' });
  administrator.expectNoComplaints();
});
