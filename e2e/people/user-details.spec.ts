import type { Page } from '@playwright/test';
import { personalAccessTokensApi } from '@postern/contracts/access/personal-access-tokens';
import { pathOf } from '@postern/contracts/endpoint';
import { userMfaApi } from '@postern/contracts/people/user-mfa';
import { type User, usersApi } from '@postern/contracts/people/users';
import { type Administrator, becomeAdministrator } from '../administrator.ts';
import { expect, expectAccessible, expectToFit, fillDatabase, test } from '../product.ts';

const createUser = async ({ api }: Administrator, body: object) =>
  (await api<User>('post', usersApi.create.path, body)).id;

const card = (page: Page, name: string) => page.getByRole('region', { name });

test('an administrator sets a password, and second factors are shown once', async ({ page, oss }) => {
  const administrator = await becomeAdministrator(page, oss);
  const userId = await createUser(administrator, { username: 'maya', name: 'Maya Lindqvist' });
  await page.goto(`${oss.consoleUrl}/users/${userId}`);
  await card(page, 'Password').getByRole('button', { name: 'Set password' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Enter a password').click();
  await dialog.getByRole('button', { name: 'Set password' }).click();
  const password = dialog.getByLabel('New password', { exact: true });
  await expect(password).toHaveAccessibleDescription(/Fill in this field/);
  await expect(password).toHaveAttribute('type', 'password');
  await expectAccessible(page);
  await password.fill('a sentence that nobody guesses');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Maya Lindqvist has a new password')).toBeVisible();
  await expect(page.getByText('Password is set')).toBeVisible();
  await administrator.api('post', pathOf(usersApi.verifyPassword, { userId }), {
    password: 'a sentence that nobody guesses',
  });

  const factors = card(page, 'Second factors');
  await expect(factors.getByText('No second factor.')).toBeVisible();
  await factors.getByRole('button', { name: 'Add factor' }).click();
  await expect(page.getByRole('menuitem', { name: /need another factor/ })).toBeDisabled();
  await page.getByRole('menuitem', { name: 'Authenticator app' }).click();
  await dialog.getByRole('button', { name: 'Add and show' }).click();
  await expect(dialog.getByRole('img', { name: 'QR code with the key' })).toBeVisible();
  const secret = await dialog.locator('code').innerText();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  await expectToFit(page);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(secret)).toHaveCount(0);

  await factors.getByRole('button', { name: 'Add factor' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Backup codes']);
  await page.getByRole('menuitem', { name: 'Backup codes' }).press('Enter');
  await dialog.getByRole('button', { name: 'Add and show' }).click();
  await expect(dialog.getByRole('list', { name: 'Backup codes' }).getByRole('listitem')).toHaveCount(10);
  await expectToFit(page);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(factors.getByText('10 codes left')).toBeVisible();
  await expect(factors.getByRole('button', { name: 'Add factor' })).toHaveCount(0);

  await factors.getByRole('button', { name: 'Remove Backup codes' }).click();
  await expect(dialog).toContainText('must set it up again');
  await dialog.getByRole('button', { name: 'Remove factor' }).click();
  await expect(page.getByText('Factor removed')).toBeVisible();
  await expect(factors.getByRole('row')).toHaveCount(2);
  expect(await administrator.api('get', pathOf(userMfaApi.list, { userId }))).toMatchObject([{ type: 'Totp' }]);

  await factors.getByRole('button', { name: 'Create temporary code' }).click();
  await dialog.getByRole('button', { name: 'Create code' }).click();
  await expect(dialog).toContainText('Works once, until');
  await expect(dialog.locator('code')).toHaveText(/^(\w{4}-){3}\w{4}$/);
  await expectToFit(page);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await factors.getByRole('button', { name: 'Reset all' }).click();
  await dialog.getByRole('button', { name: 'Remove all factors' }).click();
  await expect(factors.getByText('No second factor.')).toBeVisible();
  administrator.expectNoComplaints();
});

test('personal access tokens are created, read, renamed and deleted, whatever their name', async ({ page, oss }) => {
  const administrator = await becomeAdministrator(page, oss);
  const userId = await createUser(administrator, { username: 'maya' });
  const path = pathOf(personalAccessTokensApi.list, { userId });
  await administrator.api('post', path, { name: 'Old', expiresAt: Date.now() + 60_000 });
  await fillDatabase(oss, `update personal_access_tokens set expires_at = now() - interval '1 day' where name = 'Old'`);
  await page.route(`**${path}`, (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto(`${oss.consoleUrl}/users/${userId}`);
  const tokens = card(page, 'Personal access tokens');
  await expect(tokens.getByRole('alert')).toBeVisible();
  await page.unroute(`**${path}`);
  await tokens.getByRole('button', { name: 'Try again' }).click();
  const old = tokens.getByRole('row', { name: /Old/ });
  await expect(old).toContainText('Expired');
  await expect(old.getByRole('button', { name: 'Show token Old' })).toHaveCount(0);

  await tokens.getByRole('button', { name: 'New token' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'New token' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await page.keyboard.type('Old');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Name')).toHaveAccessibleDescription(/name/);
  await expectAccessible(page);
  await dialog.getByLabel('Name').fill('Night / day? 100%');
  await dialog.getByLabel('Expiration').click();
  await page.getByRole('option', { name: '7 days' }).click();
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await expect(page.getByText('Token created')).toBeVisible();
  const row = tokens.getByRole('row', { name: /Night/ });
  await expect(row).toContainText('In 7 days');
  await row.getByRole('button', { name: /Show token/ }).click();
  await expect(row.locator('code')).toHaveText(/^pat_\w{32}$/);
  await expectToFit(page);

  await row.getByRole('button', { name: /More actions/ }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Day');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Token renamed')).toBeVisible();
  await tokens.getByRole('button', { name: 'More actions for Day' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog')).toContainText('can no longer get access tokens');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Token deleted')).toBeVisible();
  await expect(tokens.getByRole('row')).toHaveCount(2);
  expect(await administrator.api('get', path)).toMatchObject([{ name: 'Old' }]);
  administrator.expectNoComplaints('422', '500');
});

test('a blocked sign-in is shown and released', async ({ page, browser, oss }) => {
  const administrator = await becomeAdministrator(page, oss);
  const userId = await createUser(administrator, { username: 'maya', name: 'Maya Lindqvist', password: 'right' });
  await administrator.api('patch', '/api/sign-in-exp', { sentinelPolicy: { maxAttempts: 1, lockoutDuration: 60 } });
  const person = await browser.newPage();
  await person.goto(`${oss.endpoint}/demo-app`);
  await person.getByRole('button', { name: 'Sign in' }).click();
  await person.getByLabel('Username').fill('maya');
  await person.getByLabel('Password', { exact: true }).fill('wrong');
  await person.keyboard.press('Enter');
  // The only attempt is used up, and the response says so.
  await expect(person.getByText('Too many attempts. Try again in 60 minutes.')).toBeVisible();
  await person.close();

  await page.goto(`${oss.consoleUrl}/users/${userId}`);
  const notice = page.getByRole('note');
  await expect(notice).toContainText('maya: until');
  await expect(page.getByText('Locked out', { exact: true })).toBeVisible();
  await expectToFit(page);
  await notice.getByRole('button', { name: 'Unlock now' }).click();
  await expect(page.getByText('Maya Lindqvist can sign in again')).toBeVisible();
  await expect(notice).toHaveCount(0);
  expect(await administrator.api('get', pathOf(usersApi.listLockouts, { userId }))).toEqual([]);
  administrator.expectNoComplaints();
});

test('organizations are listed with the roles of the user, and can be reloaded after a failure', async ({
  page,
  oss,
}) => {
  const administrator = await becomeAdministrator(page, oss);
  const userId = await createUser(administrator, { username: 'maya' });
  await page.goto(`${oss.consoleUrl}/users/${userId}`);
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Organizations' }).click();
  await expect(page.getByRole('heading', { name: 'No organizations' })).toBeVisible();
  await expectToFit(page);
  await fillDatabase(
    oss,
    `insert into organizations (id, name) values ('fjord', 'Fjord Research')`,
    `insert into organization_roles (id, name) values ('r1', 'Editor')`,
    `insert into organization_users (organization_id, user_id) values ('fjord', '${userId}')`,
    `insert into organization_users_roles (organization_id, organization_role_id, user_id) values ('fjord', 'r1', '${userId}')`,
  );
  await page.reload();
  await expect(page.getByRole('row', { name: /Fjord Research/ })).toContainText('Editor');
  await expectToFit(page);

  await page.route('**/api/users/*/organizations', (route) => route.fulfill({ status: 500, body: '' }));
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Failed to load' })).toBeVisible();
  await page.unroute('**/api/users/*/organizations');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('row', { name: /Fjord Research/ })).toBeVisible();
  administrator.expectNoComplaints('500');
});
