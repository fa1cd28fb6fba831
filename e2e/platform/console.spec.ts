import type { Page } from '@playwright/test';
import { openConsole } from '../administrator.ts';
import { expect, expectAccessible, expectReadable, test } from '../product.ts';
import { visit } from '../visit.ts';

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

  test('a fresh installation leads to the console, which keeps language, theme and shortcuts of its administrator', async ({
    page,
    oss,
  }) => {
    const administrator = await openConsole(page, oss);
    await expect(page).toHaveURL(`${oss.consoleUrl}/get-started`);
    await expectAccessible(page);

    await choose(page, /Language/, 'Deutsch');
    await expect(page.getByRole('heading', { level: 1, name: 'Erste Schritte' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await choose(page, /Sprache/, 'English');
    await expect(page.getByRole('heading', { level: 1, name: 'Get started' })).toBeVisible();

    await choose(page, /Appearance/, 'Dark');
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await expectReadable(page);
    await account(page).press('Enter');
    await page.getByRole('menuitem', { name: /Appearance/ }).press('ArrowRight');
    await expectAccessible(page);
    await page.getByRole('menuitemradio', { name: 'Light' }).press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');

    await page.keyboard.press('Control+k');
    const search = page.getByRole('combobox', { name: 'Search or jump to' });
    await search.fill('user');
    await expect(page.getByRole('option', { name: 'Users' })).toBeVisible();
    await expectAccessible(page);
    await search.press('ArrowUp');
    await search.press('ArrowDown');
    await search.press('Enter');
    await expect(page).toHaveURL(`${oss.consoleUrl}/users`);
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();

    // Words that match an action are not used as the name of a new object; other words are.
    await page.keyboard.press('Control+k');
    await search.fill('create app');
    await expect(page.getByRole('option', { name: 'Create application', exact: true })).toBeVisible();
    await search.fill('Storefront');
    await expect(page.getByRole('option', { name: 'Create application “Storefront”' })).toBeVisible();

    // Late results appear above, but do not change the selection.
    const answered = Promise.withResolvers<void>();
    await page.route(/\/api\/\w+\?/, async (route) => {
      await answered.promise;
      await route.continue();
    });
    await search.fill('api');
    await search.press('ArrowDown');
    const chosen = page.getByRole('option', { name: 'Create API resource', exact: true });
    await expect(chosen).toHaveAttribute('aria-selected', 'true');
    answered.resolve();
    await expect(page.getByRole('option', { name: /Management API/ }).first()).toBeVisible();
    await expect(chosen).toHaveAttribute('aria-selected', 'true');
    await search.press('Enter');
    await expect(page).toHaveURL(/\/api-resources\/create/);

    await visit(page, `${oss.consoleUrl}/no-such-page`);
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Go to Get started' }).press('Enter');
    await expect(page).toHaveURL(`${oss.consoleUrl}/get-started`);
    administrator.expectNoComplaints();
  });
});

test('after signing out a link is restored at the next sign-in, and registration is closed for others', async ({
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
  administrator.expectNoComplaints();
});
