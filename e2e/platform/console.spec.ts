import type { Page } from '@playwright/test';
import { openConsole } from '../administrator.ts';
import { expect, test } from '../product.ts';

const password = 'administrators choose well';

async function signIn(page: Page) {
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

const account = (page: Page) => page.getByRole('button', { name: /admin/ });

/** By keyboard: opens the account menu, then a submenu, and selects an option. */
async function choose(page: Page, menu: RegExp, choice: string) {
  await account(page).press('Enter');
  await page.getByRole('menuitem', { name: menu }).press('ArrowRight');
  await page.getByRole('menuitemradio', { name: choice }).press('Enter');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
}

test.describe('as npm start runs it', () => {
  test.use({ isFresh: true });

  test('a fresh installation leads to the console, which keeps language and appearance of its administrator', async ({
    page,
    oss,
  }) => {
    const administrator = await openConsole(page, oss);
    await expect(page).toHaveURL(`${oss.consoleUrl}/get-started`);

    await choose(page, /Language/, 'Deutsch');
    await expect(page.getByRole('heading', { level: 1, name: 'Erste Schritte' })).toBeVisible();
    await choose(page, /Sprache/, 'English');
    await expect(page.getByRole('heading', { level: 1, name: 'Get started' })).toBeVisible();
    await choose(page, /Appearance/, 'Dark');
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Get started' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');

    await page.keyboard.press('Control+k');
    const search = page.getByRole('combobox', { name: 'Search or jump to' });
    await search.fill('api');
    await expect(page.getByRole('option', { name: /Management API/ }).first()).toBeVisible();
    await search.fill('user');
    await page.getByRole('option', { name: 'Users', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
    administrator.expectNoComplaints();
  });
});

test('after signing out a link is restored at the next sign-in, registration is closed for others, and the version leads to its news', async ({
  page,
  oss,
}) => {
  const administrator = await openConsole(page, oss);
  await account(page).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /sign in/i })).toBeVisible();

  for (const address of ['?sign_up', '/users?search=ada#top']) {
    await page.goto(`${oss.consoleUrl}${address}`);
    await expect(page.getByRole('heading', { level: 1, name: /sign in/i })).toBeVisible();
    await expect(page.getByText(/create/i)).toHaveCount(0);
  }
  await signIn(page);
  await expect(page).toHaveURL(`${oss.consoleUrl}/users?search=ada#top`);
  await expect(page.getByRole('searchbox', { name: 'Search users' })).toHaveValue('ada');

  await test.step('the version has no dot on a new installation, and leads to dated releases', async () => {
    const version = page.getByRole('link', { name: /^v\d+\.\d+\.\d+/ });
    await expect(version).toHaveAccessibleName(/What’s new$/);
    await version.click();
    const panel = page.getByRole('dialog', { name: 'What’s new' });
    await expect(panel.getByText(/^\w+ \d+, \d{4}$/).first()).toBeVisible();
    await expect(panel.getByRole('link', { name: 'All changes' })).toHaveAttribute('href', /\/docs\/changelog$/);
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
  });
  administrator.expectNoComplaints();
});
