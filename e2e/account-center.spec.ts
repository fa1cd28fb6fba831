import type { AccountCenter } from '@postern/contracts/account-center';
import { becomeAdministrator } from './administrator.ts';
import { expect, expectAccessible, expectToFit, test } from './product.ts';

test('fields of the account are opened and closed, and the account API follows', async ({ page, oss }) => {
  const administrator = await becomeAdministrator(page, oss);
  const stored = () => administrator.api<AccountCenter>('get', '/api/account-center');
  await page.getByRole('link', { name: 'Sign-in experience' }).click();
  await page.getByRole('link', { name: 'Account center' }).click();
  const access = (field: string) => page.getByRole('combobox', { name: `Access to: ${field}` });
  const allow = async (field: string, choice: string) => {
    await access(field).click();
    await page.getByRole('option', { name: choice, exact: true }).click();
  };
  await expect(access('Email address')).toBeDisabled();
  await expect(page.getByText('No connector keeps tokens.')).toBeVisible();
  await expectToFit(page);

  await page.getByRole('switch', { name: 'Account API on' }).click();
  await allow('Username', 'Edit');
  await allow('Name', 'Read only');
  await allow('Email address', 'Edit');
  await allow('Second factors', 'Edit');
  await expect(page.getByRole('note').filter({ hasText: 'No email connector yet' })).toBeVisible();
  await expect(page.getByRole('note').filter({ hasText: 'Multi-factor authentication is off' })).toBeVisible();
  const origins = page.getByRole('group', { name: /Related origins/ });
  await origins.getByRole('textbox').fill('https://shop.example.com/cart');
  await page.keyboard.press('Control+s');
  await expect(origins.getByRole('textbox')).toHaveAccessibleDescription(/without a path/);
  await expectAccessible(page);
  await origins.getByRole('textbox').fill('https://shop.example.com');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Changes saved')).toBeVisible();
  expect(await stored()).toMatchObject({
    enabled: true,
    fields: { username: 'Edit', name: 'ReadOnly', email: 'Edit', phone: 'Off' },
    webauthnRelatedOrigins: ['https://shop.example.com'],
  });
  await page.reload();
  await expect(access('Username')).toHaveValue('Edit');
  await expect(access('Phone number')).toHaveValue('Off');

  await page.getByRole('switch', { name: 'Account API on' }).click();
  await expect(access('Username')).toHaveValue('Off');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Changes saved').last()).toBeVisible();
  await expect.poll(async () => new Set(Object.values((await stored()).fields))).toEqual(new Set(['Off']));
  administrator.expectNoComplaints();
});

test('the vault lists the connectors that keep tokens', async ({ page, oss }) => {
  const administrator = await becomeAdministrator(page, oss);
  await administrator.api('post', '/api/connectors', {
    connectorId: 'github-universal',
    config: { clientId: 'postern', clientSecret: 'not a secret' },
    enableTokenStorage: true,
  });
  await page.goto(`${oss.consoleUrl}/sign-in-experience/account-center`);
  const list = page.getByRole('table', { name: 'Connectors that keep tokens' });
  await expect(list.getByRole('link', { name: 'GitHub' })).toHaveAttribute('href', /connectors\/social\//);
  await expectAccessible(page);
  administrator.expectNoComplaints();
});
