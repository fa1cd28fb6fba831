import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { becomeAdministrator } from '../administrator.ts';
import { expect, test } from '../product.ts';
import { visit } from '../visit.ts';

type Page = Parameters<typeof becomeAdministrator>[0];
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Dismisses the message, so that it is not mistaken for that of the next change. */
async function saved(page: Page): Promise<void> {
  const message = page.getByRole('status').filter({ hasText: 'Changes saved' });
  await message.getByRole('button', { name: 'Dismiss' }).click();
  await expect(message).toHaveCount(0);
}

test('password policy, CAPTCHA provider, blocklist, locks, limits and second factors are set and kept', async ({
  page,
  oss,
}) => {
  test.slow();
  const { api, expectNoComplaints } = await becomeAdministrator(page, oss);
  await page.goto(`${oss.consoleUrl}/security`);
  await expect(page).toHaveURL(/security\/password-policy$/);

  await page.getByLabel('Minimum length').fill('12');
  await page.getByRole('radio', { name: '3 types' }).check();
  await page.getByRole('checkbox', { name: 'Your own words' }).check();
  await page.getByLabel('Words', { exact: true }).fill('fjordlight\nrocket');

  const attempt = card(page, 'Try the policy');
  await attempt.getByRole('textbox', { name: 'Password to try' }).fill('fjordlight');
  await attempt.getByRole('textbox', { name: 'Password to try' }).press('Enter');
  await expect(attempt.getByRole('status')).toContainText('fewer than 12 characters');
  await expect(attempt.getByRole('status')).toContainText('rejected words');

  await page.keyboard.press('Control+s');
  await saved(page);
  const { passwordPolicy } = await api<SignInExperience>('get', '/api/sign-in-exp');
  expect(passwordPolicy).toMatchObject({
    length: { min: 12, max: 256 },
    characterTypes: { min: 3 },
    rejects: { words: ['fjordlight', 'rocket'] },
  });
  expectNoComplaints();

  await page.getByRole('link', { name: 'CAPTCHA', exact: true }).click();
  await page.getByRole('link', { name: /Cloudflare Turnstile/ }).click();
  await page.getByLabel('Site key').fill('site');
  await page.getByLabel('Secret key', { exact: true }).fill('secret');
  await page.getByRole('button', { name: 'Save provider' }).click();
  await expect(page.getByText('Provider saved')).toBeVisible();

  await page.getByRole('switch', { name: 'Require a CAPTCHA' }).check();
  await page.keyboard.press('Control+s');
  await saved(page);
  await page.getByRole('link', { name: 'Manage' }).click();
  await page.getByLabel('Site key').fill('other');
  await page.keyboard.press('Control+s');
  await saved(page);
  expect(await api('get', '/api/captcha-provider')).toMatchObject({ config: { siteKey: 'other' } });

  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Provider deleted')).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Require a CAPTCHA' })).not.toBeChecked();
  await expect(page.getByRole('switch', { name: 'Require a CAPTCHA' })).toBeDisabled();
  expect((await api<SignInExperience>('get', '/api/sign-in-exp')).captchaPolicy).toEqual({ enabled: false });

  await visit(page, `${oss.consoleUrl}/security/blocklist`);
  await expect(page.getByText(/The built-in list of .* has [\d,]+ domains/)).toBeVisible();
  await page.getByRole('switch', { name: 'Block disposable addresses' }).check();
  const list = page.getByLabel('Blocked addresses and domains');
  await list.fill('@spam.example, bad@example.com');
  await page.keyboard.press('Control+s');
  await saved(page);
  expect((await api<SignInExperience>('get', '/api/sign-in-exp')).emailBlocklistPolicy).toEqual({
    blockDisposableAddresses: true,
    blockSubaddressing: false,
    customAllowlist: [],
    customBlocklist: ['@spam.example', 'bad@example.com'],
  });
  await expect(list).toHaveValue('@spam.example\nbad@example.com');

  const row = (id: string) => `insert into sentinel_activities
    (id, target_type, target_hash, action, action_result, decision, decision_expires_at)
    values ('${id}', 'User', md5('${id}') || md5('${id}'), 'Password', 'Failed', 'Blocked', now() + interval '1 hour')`;
  await oss.ask('default', ['one', 'two', 'three'].map(row));
  await page.getByRole('link', { name: 'General', exact: true }).click();
  const locked = card(page, 'Locked identifiers');
  await expect(locked.getByRole('checkbox')).toHaveCount(3);
  await locked.getByRole('button', { name: 'Unlock one', exact: true }).click();
  await expect(locked.getByRole('checkbox')).toHaveCount(2);
  for (const box of await locked.getByRole('checkbox').all()) {
    await box.check();
  }
  await locked.getByRole('button', { name: 'Unlock 2 selected' }).click();
  await expect(locked.getByText('No identifier is locked.')).toBeVisible();

  await locked.getByRole('button', { name: 'Unlock by identifier' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Identifiers').fill('ada@example.com');
  await dialog.getByRole('button', { name: 'Unlock', exact: true }).click();
  await expect(page.getByText('Attempts of 1 identifier deleted')).toBeVisible();

  await page.getByRole('switch', { name: 'Use custom limits' }).check();
  await page.getByRole('textbox', { name: 'Wrong attempts within an hour' }).fill('5');
  await page.getByLabel('Duration of the lockout').fill('15');
  await page.getByLabel('Sessions per person').fill('3');
  await page.keyboard.press('Control+s');
  await saved(page);
  expect((await api<SignInExperience>('get', '/api/sign-in-exp')).sentinelPolicy).toEqual({
    maxAttempts: 5,
    lockoutDuration: 15,
  });
  expect(await api('get', '/api/session-policy')).toEqual({
    maxMinutes: null,
    idleMinutes: null,
    maxSessions: 3,
    alwaysConfirmSignOut: false,
    offersSessionChecks: false,
  });

  await page.getByRole('link', { name: 'Multi-factor auth' }).click();
  await page.getByRole('switch', { name: 'Authenticator app' }).press('Space');
  await page.getByRole('switch', { name: 'Require a second factor' }).press('Space');
  await page.keyboard.press('Control+s');
  await saved(page);
  expect((await api<SignInExperience>('get', '/api/sign-in-exp')).mfa).toMatchObject({
    factors: ['Totp'],
    policy: 'Mandatory',
  });
});
