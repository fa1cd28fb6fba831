import type { Browser, Page } from '@playwright/test';
import { becomeAdministrator } from '../administrator.ts';
import { expect, type Product, test, watchConsole } from '../product.ts';

/** Opens the sign-in page for the demo app in a new browser context. */
async function openSignIn(browser: Browser, product: Product) {
  const page = await (await browser.newContext()).newPage();
  const complaints = watchConsole(page);
  await page.goto(`${product.endpoint}/demo-app`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  return {
    page,
    /** Sends the form; `outcome` is the text shown afterwards. */
    async expectOutcome(password: string, outcome: string) {
      await page.getByLabel('Username').fill('maya');
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.keyboard.press('Enter');
      await expect(page.getByText(outcome)).toBeVisible();
      expect(complaints.filter((complaint) => !/status of 4\d\d/.test(complaint))).toEqual([]);
    },
  };
}

/** Reads the password from the dialog and closes it. */
async function takePassword(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog');
  const password = await dialog.getByRole('group', { name: 'Password' }).locator('code').innerText();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toHaveCount(0);
  return password;
}

async function chooseAction(page: Page, action: string) {
  await page.getByRole('button', { name: 'More actions', exact: true }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('a created user signs in with the password shown once, until suspended, and again with a new one', async ({
  page,
  browser,
  oss,
}) => {
  const administrator = await becomeAdministrator(page, oss);
  await page.goto(`${oss.consoleUrl}/users`);
  await page.getByRole('link', { name: 'Create user' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill('maya@fjord.example');
  await dialog.getByLabel('Phone').fill('+46 70 174 06 35');
  await dialog.getByLabel('Username').fill('maya');
  await dialog.getByLabel('Name', { exact: false }).last().fill('Maya Lindqvist');
  await page.keyboard.press('Enter');
  const password = await takePassword(page);
  await expect(page).toHaveURL(/\/users\/\w+\/settings$/);
  await expect(page.getByLabel('Phone')).toHaveValue('+46 70 174 06 35');

  const maya = await openSignIn(browser, oss);
  await maya.expectOutcome(password, 'Hello, Maya Lindqvist');

  await chooseAction(page, 'Suspend');
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
  await expect(page.getByText('Maya Lindqvist is suspended')).toBeVisible();
  await maya.page.getByRole('button', { name: 'Refresh tokens' }).click();
  await expect(maya.page.getByText('That did not work')).toBeVisible();
  await maya.page.context().close();
  const again = await openSignIn(browser, oss);
  await again.expectOutcome(password, 'This account is suspended.');

  await chooseAction(page, 'Reactivate');
  await expect(page.getByText('Maya Lindqvist can sign in again')).toBeVisible();

  await chooseAction(page, 'Reset password');
  await page.getByRole('dialog').getByRole('button', { name: 'Reset password' }).click();
  const next = await takePassword(page);
  await again.expectOutcome(password, 'The account or password is incorrect.');
  await again.expectOutcome(next, 'Hello, Maya Lindqvist');
  administrator.expectNoComplaints();
});
