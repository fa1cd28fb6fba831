import type { Page } from '@playwright/test';
import { personalAccessTokensApi } from '@postern/contracts/access/personal-access-tokens';
import { pathOf } from '@postern/contracts/endpoint';
import { userMfaApi } from '@postern/contracts/people/user-mfa';
import { type User, usersApi } from '@postern/contracts/people/users';
import { becomeAdministrator } from '../administrator.ts';
import { expect, fillCode, test } from '../product.ts';

const card = (page: Page, name: string) => page.getByRole('region', { name });

test('an administrator sets a password and a profile with a picture, and adds a second factor and a token', async ({
  page,
  oss,
}) => {
  const administrator = await becomeAdministrator(page, oss);
  const { api } = administrator;
  await api('post', usersApi.create.path, { username: 'taken' });
  const { id: userId } = await api<User>('post', usersApi.create.path, { username: 'maya', name: 'Maya Lindqvist' });
  await page.goto(`${oss.consoleUrl}/users/${userId}`);
  const dialog = page.getByRole('dialog');

  await card(page, 'Password').getByRole('button', { name: 'Set password' }).click();
  await dialog.getByText('Enter a password').click();
  await dialog.getByLabel('New password', { exact: true }).fill('a sentence that nobody guesses');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Maya Lindqvist has a new password')).toBeVisible();
  await api('post', pathOf(usersApi.verifyPassword, { userId }), { password: 'a sentence that nobody guesses' });

  await test.step('an authenticator app is added, whose key is shown once', async () => {
    await card(page, 'Second factors').getByRole('button', { name: 'Add factor' }).click();
    await page.getByRole('menuitem', { name: 'Authenticator app' }).click();
    await dialog.getByRole('button', { name: 'Add and show' }).click();
    await expect(dialog.getByRole('img', { name: 'QR code with the key' })).toBeVisible();
    await expect(dialog.locator('code')).toHaveText(/^[A-Z2-7]{32}$/);
    await dialog.getByRole('button', { name: 'Done' }).click();
    expect(await api('get', pathOf(userMfaApi.list, { userId }))).toMatchObject([{ type: 'Totp' }]);
  });

  await test.step('a token may have any name', async () => {
    const tokens = card(page, 'Personal access tokens');
    await tokens.getByRole('button', { name: 'New token' }).click();
    await dialog.getByLabel('Name').fill('Night / day? 100%');
    await dialog.getByRole('button', { name: 'Create token' }).click();
    const row = tokens.getByRole('row', { name: /Night/ });
    await row.getByRole('button', { name: /Show token/ }).click();
    await expect(row.locator('code')).toHaveText(/^pat_\w{32}$/);
    await row.getByRole('button', { name: /More actions/ }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await dialog.getByLabel('Name').fill('Day / night');
    await page.keyboard.press('Enter');
    await tokens.getByRole('button', { name: 'More actions for Day / night' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Token deleted')).toBeVisible();
    expect(await api('get', pathOf(personalAccessTokensApi.list, { userId }))).toEqual([]);
  });

  await test.step('a taken username is refused, and the profile is saved with an uploaded picture', async () => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Upload: Avatar URL' }).click();
    const picture =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="red"/></svg>';
    await (await chooser).setFiles({ name: 'me.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(picture) });
    await expect(page.getByLabel('Avatar URL', { exact: true })).toHaveValue(/^http.*\.svg$/);
    await page.getByRole('button', { name: 'Edit as JSON' }).click();
    await fillCode(page.getByLabel('Profile (JSON)'), '{"givenName": "Maya"}');
    const username = page.getByLabel('Username', { exact: true });
    await username.fill('taken');
    await page.keyboard.press('Control+s');
    await expect(username).toHaveAccessibleDescription('This username is taken.');
    await username.fill('maya_l');
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Changes saved')).toBeVisible();
    await expect(page.locator('h1').locator('xpath=ancestor::section').locator('img')).toBeVisible();
    expect(await api<User>('get', pathOf(usersApi.get, { userId }))).toMatchObject({
      username: 'maya_l',
      name: 'Maya Lindqvist',
      profile: { givenName: 'Maya' },
    });
  });
  administrator.expectNoComplaints('422');
});
