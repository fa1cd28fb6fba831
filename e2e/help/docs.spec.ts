import { expect, expectAccessible, expectNarrow, test, watchConsole } from '../product.ts';

test('the documentation can be read, searched and copied from, also on a phone', async ({ oss, page, context }) => {
  const complaints = watchConsole(page);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${oss.adminEndpoint}/docs`);
  await expect(page.getByRole('heading', { level: 1, name: 'Documentation' })).toBeVisible();
  await expectAccessible(page);

  const navigation = page.getByRole('navigation', { name: 'Pages', exact: true });
  await navigation.getByRole('link', { name: 'Custom JWT' }).click();
  await expect(navigation.getByRole('link', { name: 'Custom JWT' })).toHaveAttribute('aria-current', 'page');
  await expect(page).toHaveTitle('Custom JWT · Postern');
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Limits' }).click();
  await expect(page).toHaveURL(/\/docs\/custom-jwt#limits$/);
  const block = page.locator('.code').first();
  await block.hover();
  await block.getByRole('button', { name: 'Copy' }).click();
  await expect(block.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate('navigator.clipboard.readText()')).toContain('const getCustomJwtClaims');
  await expectAccessible(page);

  await page.getByRole('link', { name: /^Next/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Custom domains' })).toBeVisible();
  // The scripts of the page have run by then.
  await page.waitForLoadState('load');

  await page.keyboard.press('/');
  const search = page.getByRole('combobox', { name: 'Search' });
  await search.fill('signing keys');
  const results = page.getByRole('option');
  await expect(results.first()).toHaveAttribute('aria-selected', 'true');
  await search.press('ArrowDown');
  await expect(results.nth(1)).toHaveAttribute('aria-selected', 'true');
  await search.press('ArrowUp');
  await expectAccessible(page);
  await search.press('Enter');
  await expect(page).toHaveURL(/\/docs\/operations#signing-keys$/);
  await page.waitForLoadState('load');
  await page.keyboard.press('/');
  await search.fill('xylophone');
  await expect(page.getByText('Nothing was found for “xylophone”.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(search).toBeHidden();
  expect(complaints).toEqual([]);

  // On a phone, with another theme, and an unknown address.
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`${oss.adminEndpoint}/docs/operations`);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expectNarrow(page, 390);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Tokens' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Tokens' })).toBeVisible();
  await page.waitForLoadState('load');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Menu' }).click();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused();
  await page.getByRole('button', { name: 'Use the light theme' }).click();
  const missing = await page.goto(`${oss.adminEndpoint}/docs/nothing`);
  expect(missing?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await expectNarrow(page, 390);
  await expectAccessible(page);
});
