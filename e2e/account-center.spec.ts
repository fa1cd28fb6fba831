import type { AccountCenter } from '@postern/contracts/experience/account-center';
import { becomeAdministrator, openConsole } from './administrator.ts';
import { expect, expectAccessible, expectToFit, type Product, test } from './product.ts';

type Page = Parameters<typeof becomeAdministrator>[0];

/** Registers a user in the demo app and returns a function that calls the account API as that user. */
async function beSomebody(page: Page, { endpoint }: Product) {
  await page.goto(`${endpoint}/demo-app`);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByLabel('Username').fill('ada');
  await page.getByLabel('Password', { exact: true }).fill('a sentence nobody guesses');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
  const session = await page.evaluate(() => sessionStorage.getItem('postern:demo-app:session'));
  const headers = { authorization: `Bearer ${JSON.parse(session ?? '{}').accessToken}` };
  return async () => (await page.request.get(`${endpoint}/api/my-account`, { headers })).json();
}

test('fields of the account center are enabled and disabled, and the account API follows', async ({
  page,
  context,
  oss,
}) => {
  const administrator = await openConsole(page, oss);
  const ownAccount = await beSomebody(await context.newPage(), oss);
  expect(await ownAccount()).toMatchObject({ code: 'account_center.not_enabled' });
  const stored = () => administrator.api<AccountCenter>('get', '/api/account-center');
  await page.getByRole('link', { name: 'Sign-in experience' }).click();
  await page.getByRole('link', { name: 'Account center' }).click();
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
  expect(await ownAccount()).toMatchObject({ username: 'ada' });
  const pages = page.getByRole('link', { name: `${oss.endpoint}/account` });
  await expect(pages).toHaveAttribute('href', `${oss.endpoint}/account`);
  await expect(page.getByRole('button', { name: 'Copy Account pages' })).toBeVisible();
  await page.reload();
  await expect(access('Username')).toHaveValue('Edit');
  await expect(access('Phone number')).toHaveValue('Off');

  await page.getByRole('switch', { name: 'Enable account API' }).click();
  await expect(access('Username')).toHaveValue('Off');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Changes saved').last()).toBeVisible();
  await expect.poll(async () => new Set(Object.values((await stored()).fields))).toEqual(new Set(['Off']));
  expect(await ownAccount()).toMatchObject({ code: 'account_center.not_enabled' });
  administrator.expectNoComplaints();
});

test('the vault lists the connectors that store tokens', async ({ page, oss }) => {
  const administrator = await becomeAdministrator(page, oss);
  await administrator.api('post', '/api/connectors', {
    connectorId: 'github-universal',
    config: { clientId: 'postern', clientSecret: 'not a secret' },
    enableTokenStorage: true,
  });
  await page.goto(`${oss.consoleUrl}/sign-in-experience/account-center`);
  const list = page.getByRole('table', { name: 'Connectors that store tokens' });
  await expect(list.getByRole('link', { name: 'GitHub' })).toHaveAttribute('href', /connectors\/social\//);
  await expectAccessible(page);
  administrator.expectNoComplaints();
});
