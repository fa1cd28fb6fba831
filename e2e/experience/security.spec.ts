import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { becomeAdministrator } from '../administrator.ts';
import { expect, expectAccessible, expectToFit, test } from '../product.ts';

type Page = Parameters<typeof becomeAdministrator>[0];
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Dismisses the message, so that it is not mistaken for that of the next change. */
async function saved(page: Page): Promise<void> {
  const message = page.getByRole('status').filter({ hasText: 'Changes saved' });
  await message.getByRole('button', { name: 'Dismiss' }).click();
  await expect(message).toHaveCount(0);
}

test('a password policy is tried before it is saved, and a CAPTCHA provider is set up, required and deleted', async ({
  page,
  oss,
}) => {
  const { api, expectNoComplaints } = await becomeAdministrator(page, oss);
  await page.goto(`${oss.consoleUrl}/security`);
  await expect(page).toHaveURL(/security\/password-policy$/);

  await page.getByLabel('Minimum length').fill('300');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Use 256 or less.')).toBeVisible();
  await page.getByLabel('Minimum length').fill('12');
  await page.getByRole('radio', { name: '3 types' }).check();
  await page.getByRole('checkbox', { name: 'Your own words' }).check();
  await page.getByLabel('Words', { exact: true }).fill('fjordlight\nrocket');

  const attempt = card(page, 'Try the policy');
  await attempt.getByRole('textbox', { name: 'Password to try' }).fill('fjordlight');
  await attempt.getByRole('textbox', { name: 'Password to try' }).press('Enter');
  await expect(attempt.getByRole('status')).toContainText('fewer than 12 characters');
  await expect(attempt.getByRole('status')).toContainText('rejected words');
  await attempt.getByRole('textbox', { name: 'Password to try' }).fill('Harbour-42-violet');
  await attempt.getByRole('button', { name: 'Check' }).click();
  await expect(attempt.getByRole('status')).toContainText('is accepted');
  await expectToFit(page);

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
  await expect(page.getByRole('switch', { name: 'Require a CAPTCHA' })).toBeDisabled();
  await expectAccessible(page);
  await page.getByRole('link', { name: /Cloudflare Turnstile/ }).click();
  await page.getByRole('button', { name: 'Save provider' }).click();
  await expect(page.getByText('Fill in this field.')).toHaveCount(2);
  await page.getByLabel('Site key').fill('site');
  await page.getByLabel('Secret key', { exact: true }).fill('secret');
  await expectAccessible(page);
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
});

test('a blocklist is checked and saved, locked identifiers are listed and unlocked, and limits are saved', async ({
  page,
  oss,
}) => {
  const { api } = await becomeAdministrator(page, oss);
  await page.goto(`${oss.consoleUrl}/security/blocklist`);
  await expect(page.getByText(/The built-in list of .* has [\d,]+ domains/)).toBeVisible();
  await page.getByRole('switch', { name: 'Block disposable addresses' }).check();
  const list = page.getByLabel('Blocked addresses and domains');
  await list.fill('@spam.example, bad@example.com; nonsense @spam.example');
  await expect(page.getByText('3 entries')).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/neither an email address nor a domain.*nonsense/)).toBeVisible();
  await expectAccessible(page);
  await list.fill('@spam.example, bad@example.com');
  await page.keyboard.press('Control+s');
  await saved(page);
  expect((await api<SignInExperience>('get', '/api/sign-in-exp')).emailBlocklistPolicy).toEqual({
    blockDisposableAddresses: true,
    blockSubaddressing: false,
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
  await expectToFit(page);
  // A phone that is turned still shows the current tab, the last of a row that does not fit.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('link', { name: 'General', exact: true })).toBeInViewport({ ratio: 0.9 });
  await page.setViewportSize({ width: 1440, height: 900 });
  await locked.getByRole('button', { name: 'Unlock one', exact: true }).click();
  await expect(locked.getByRole('checkbox')).toHaveCount(2);
  for (const box of await locked.getByRole('checkbox').all()) {
    await box.check();
  }
  await locked.getByRole('button', { name: 'Unlock 2 selected' }).click();
  await expect(locked.getByText('No identifier is locked.')).toBeVisible();

  await locked.getByRole('button', { name: 'Unlock by identifier' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Unlock', exact: true }).click();
  await expect(dialog.getByText('Fill in this field.')).toBeVisible();
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
  expect(await api('get', '/api/session-policy')).toEqual({ maxMinutes: null, idleMinutes: null, maxSessions: 3 });
});
