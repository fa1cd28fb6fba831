import type { AccountCenter } from '@postern/contracts/experience/account-center';
import { createSession, demoApp } from '../account-session.ts';
import { becomeAdministrator } from '../administrator.ts';
import { expect, expectToFit, test } from '../product.ts';
import { password } from '../stage.ts';
import { visit } from '../visit.ts';

test('fields of the account center are enabled and disabled, and the account API follows', async ({
  page,
  request,
  oss,
}) => {
  const administrator = await becomeAdministrator(page, oss);
  await administrator.api('post', '/api/users', { username: 'ada', password });
  const { accessToken } = await createSession(request, oss, 'ada', demoApp);
  const ownAccount = async () => {
    const headers = { authorization: `Bearer ${accessToken}` };
    return (await request.get(`${oss.endpoint}/api/my-account`, { headers })).json();
  };
  expect(await ownAccount()).toMatchObject({ code: 'account_center.not_enabled' });
  const stored = () => administrator.api<AccountCenter>('get', '/api/account-center');
  await page.goto(`${oss.consoleUrl}/sign-in-experience/account-center`);
  const access = (field: string) => page.getByRole('combobox', { name: `Access to: ${field}` });
  const allow = async (field: string, choice: string) => {
    await access(field).click();
    await page.getByRole('option', { name: choice, exact: true }).click();
  };
  await expect(access('Email address')).toBeDisabled();
  await expect(page.getByText('No connector stores tokens.')).toBeVisible();
  await expectToFit(page);

  await page.getByRole('switch', { name: 'Enable account API' }).click();
  await allow('Username', 'Edit');
  await allow('Name', 'Read only');
  await allow('Email address', 'Edit');
  await allow('Second factors', 'Edit');
  await expect(page.getByRole('note').filter({ hasText: 'No email connector yet' })).toBeVisible();
  await expect(page.getByRole('note').filter({ hasText: 'Multi-factor authentication is off' })).toBeVisible();
  // The preview shows the account center with these settings, although nothing is saved and nobody is signed in there.
  const preview = page.frameLocator('iframe');
  await expect(preview.locator('.account-nav')).toContainText('Two-step verification');
  await expect(preview.locator('.hello-name')).toContainText('Ada Lovelace');
  await expect(preview.locator('#root')).toHaveAttribute('inert', '');
  await page.getByRole('complementary', { name: 'Preview' }).getByRole('combobox', { name: 'Screen' }).click();
  await page.getByRole('option', { name: 'Sign-in methods' }).click();
  await expect(preview.locator('h1')).toHaveText('Sign-in');
  const origin = page.getByRole('group', { name: /Related origins/ }).getByRole('textbox');
  await origin.fill('https://shop.example.com');
  await page.getByRole('switch', { name: 'Allow people to delete their own account' }).click();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Changes saved')).toBeVisible();
  expect(await stored()).toMatchObject({
    enabled: true,
    fields: { username: 'Edit', name: 'ReadOnly', email: 'Edit', phone: 'Off' },
    webauthnRelatedOrigins: ['https://shop.example.com'],
    deleteAccount: true,
  });
  expect(await ownAccount()).toMatchObject({ username: 'ada' });
  const pages = page.getByRole('link', { name: `${oss.endpoint}/account` });
  await expect(pages).toHaveAttribute('href', `${oss.endpoint}/account`);
  await expect(page.getByRole('button', { name: 'Copy Account pages' })).toBeVisible();

  await administrator.api('post', '/api/connectors', {
    connectorId: 'github-universal',
    config: { clientId: 'postern', clientSecret: 'not a secret' },
    enableTokenStorage: true,
  });
  await visit(page, `${oss.consoleUrl}/sign-in-experience/branding`);
  await expect(pages).toHaveCount(0);
  await visit(page, `${oss.consoleUrl}/sign-in-experience/account-center`);
  await expect(access('Username')).toHaveValue('Edit');
  await expect(access('Phone number')).toHaveValue('Off');
  const vault = page.getByRole('table', { name: 'Connectors that store tokens' });
  await expect(vault.getByRole('link', { name: 'GitHub' })).toHaveAttribute('href', /connectors\/social\//);
  await origin.fill('https://shop.example.com/cart');
  await page.keyboard.press('Control+s');
  await expect(origin).toHaveAccessibleDescription(/without a path/);
  await expectToFit(page);
  await origin.fill('https://shop.example.com');

  await page.getByRole('switch', { name: 'Enable account API' }).click();
  await expect(access('Username')).toHaveValue('Off');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Changes saved').last()).toBeVisible();
  await expect.poll(async () => new Set(Object.values((await stored()).fields))).toEqual(new Set(['Off']));
  expect(await ownAccount()).toMatchObject({ code: 'account_center.not_enabled' });
  administrator.expectNoComplaints();
});
