import type { Page } from '@playwright/test';
import { type UserView, userViewsApi } from '@postern/contracts/people/user-views';
import { becomeAdministrator } from '../administrator.ts';
import { expect, expectAccessible, expectToFit, fillDatabase, type Product, test } from '../product.ts';
import { visit } from '../visit.ts';

/** Sixty users: every third is suspended, every fourth never signed in, ten come from the shop. */
const people = [
  `insert into applications (id, name, secret, type, oidc_client_metadata)
   values ('shop', 'Northwind Storefront', 'x', 'SPA', '{"redirectUris":[],"postLogoutRedirectUris":[]}')`,
  `insert into roles (id, name, description) values ('agent', 'Support agent', 'Answers customers')`,
  `insert into users (id, username, name, primary_email, application_id, is_suspended, last_sign_in_at, created_at)
   select 'p' || lpad(n::text, 11, '0'), 'person_' || n, 'Person ' || lpad(n::text, 2, '0'), 'person' || n || '@fjord.example',
     case when n <= 10 then 'shop' end, n % 3 = 0,
     case when n % 4 > 0 then now() - n * interval '49 hours' end, now() - n * interval '1 day'
   from generate_series(1, 60) n`,
  `insert into users_roles (user_id, role_id) values ('p00000000003', 'agent'), ('p00000000060', 'agent')`,
];

const names = (page: Page) => page.locator('[data-row-link] > span:first-child').allTextContents();
const headers = (page: Page) => page.locator('thead th').allInnerTexts();

async function openUsers(page: Page, { consoleUrl }: Product) {
  await page.goto(`${consoleUrl}/users`);
  await expect(page.getByText('1–20 of 60')).toBeVisible();
}

async function addFilter(page: Page, name: string) {
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

test('filters and order are kept in the URL and work by keyboard', async ({ page, oss }) => {
  const administrator = await becomeAdministrator(page, oss);
  await fillDatabase(oss, ...people);
  await openUsers(page, oss);

  await page.getByRole('button', { name: 'Status' }).press('Enter');
  await expect(page.getByRole('menuitemradio', { name: 'Active' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByText('1–20 of 20')).toBeVisible();
  await expect(page).toHaveURL(/isSuspended=true/);

  await page.getByRole('button', { name: 'Application', exact: true }).click();
  await expect(page.getByRole('searchbox', { name: 'Search applications' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type('north');
  await page.getByRole('checkbox', { name: 'Northwind Storefront' }).check();
  await page.keyboard.press('Escape');
  await expect.poll(() => names(page)).toEqual(['Person 03', 'Person 06', 'Person 09']);
  await expect(page.getByRole('button', { name: /Application:/ })).toBeFocused();

  // Twice in one moment: both clicks count.
  await page.getByRole('button', { name: 'User', exact: true }).evaluate((button) => {
    button.click();
    button.click();
  });
  await expect.poll(() => names(page)).toEqual(['Person 09', 'Person 06', 'Person 03']);
  await page.reload();
  await expect.poll(() => names(page)).toEqual(['Person 09', 'Person 06', 'Person 03']);
  await expect(page.getByRole('button', { name: 'Application: Northwind Storefront' })).toBeVisible();

  await page.getByRole('button', { name: 'Clear filter Application' }).click();
  await page.getByRole('button', { name: 'Clear filter Status' }).click();
  await addFilter(page, 'Role');
  await page.getByRole('checkbox', { name: 'Support agent' }).check();
  await page.keyboard.press('Escape');
  await expect.poll(() => names(page)).toEqual(['Person 60', 'Person 03']);
  await page.getByRole('button', { name: 'Clear filter Role' }).click();
  await expect(page.getByRole('button', { name: /^Role/ })).toHaveCount(0);

  await addFilter(page, 'Latest sign-in');
  await expectAccessible(page);
  await page.getByRole('radio', { name: 'Never' }).click();
  await expect(page.getByText('1–15 of 15')).toBeVisible();
  await page.getByRole('button', { name: /Latest sign-in:/ }).click();
  await page.getByRole('radio', { name: 'Not in the last 90 days' }).click();
  // Fifteen never signed in, plus those whose last sign-in is more than 90 days ago.
  await expect(page.getByText('1–20 of 27')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filter Latest sign-in' }).click();
  await addFilter(page, 'Created');
  const [from, to] = [Date.now() - 5.5 * 86_400_000, Date.now() - 2.5 * 86_400_000].map((time) => {
    const date = new Date(time);
    return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;
  });
  await page.getByLabel('From').fill(to ?? '');
  await page.getByLabel('To').fill(from ?? '');
  await expect(page.getByRole('button', { name: 'Apply' })).toBeDisabled();
  await page.getByLabel('From').fill(from ?? '');
  await page.getByLabel('To').fill(to ?? '');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /Created: .+ – .+/ })).toBeVisible();
  await expect.poll(async () => (await names(page)).length).toBeLessThan(6);

  await addFilter(page, 'Second factor');
  await page.getByRole('menuitemradio', { name: 'Yes' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing matches these filters' })).toBeVisible();
  await expectToFit(page);
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect(page.getByText('1–20 of 60')).toBeVisible();

  // A URL with invalid parameters still opens the list.
  await visit(page, `${oss.consoleUrl}/users?isSuspended=maybe&createdFrom=yesterday&sort=shoeSize&columns=feet`);
  await expect(page.getByText('1–20 of 60')).toBeVisible();
  administrator.expectNoComplaints();
});

test('columns, filters and order are saved as a view, shared, and used as default', async ({ page, oss }) => {
  const administrator = await becomeAdministrator(page, oss);
  await fillDatabase(oss, ...people);
  await openUsers(page, oss);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Username' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'From application' }).click();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  const chosen = ['User', 'Email or phone', 'Username', 'Latest sign-in', 'Created'];
  await expect.poll(async () => (await headers(page)).filter((text) => chosen.includes(text))).toEqual(chosen);
  expect(await headers(page)).not.toContain('From application');
  await page.reload();
  await expect.poll(async () => (await headers(page)).filter((text) => chosen.includes(text))).toEqual(chosen);

  await page.getByRole('button', { name: 'Status' }).click();
  await page.getByRole('menuitemradio', { name: 'Suspended' }).click();
  await page.getByRole('button', { name: 'Latest sign-in', exact: true }).click();
  await page.getByRole('button', { name: 'Views' }).click();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'Save as new view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save this view' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Name')).toHaveAccessibleDescription('Fill in this field.');
  await expectAccessible(page);
  await page.keyboard.type('Locked out');
  await page.keyboard.press('Enter');
  const button = page.getByRole('button', { name: 'Locked out' });
  await expect(button).toBeVisible();
  await expect(page).toHaveURL(/view=/);

  await button.click();
  await page.getByRole('menuitemradio', { name: 'All users' }).click();
  await expect(page.getByText('1–20 of 60')).toBeVisible();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitemradio', { name: 'Locked out' }).click();
  await expect(page.getByText('1–20 of 20')).toBeVisible();
  await expect(page.locator('th[aria-sort="ascending"]')).toHaveText('Latest sign-in');
  await page.goBack();
  await expect(page.getByText('1–20 of 60')).toBeVisible();
  await page.goForward();

  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Password' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Locked out changed' })).toBeVisible();
  await button.click();
  await page.getByRole('menuitem', { name: 'Save changes' }).click();
  await expect(page.getByRole('button', { name: 'Locked out changed' })).toHaveCount(0);
  await expect.poll(() => headers(page)).toContain('Password');

  for (const item of ['Share with all administrators', 'Open the list with this view']) {
    await button.click();
    await page.getByRole('menuitem', { name: item }).click();
    await expect(page.getByRole('menuitem', { name: item })).toHaveCount(0);
  }
  await expect(page.getByText('Default view set')).toBeVisible();
  // Two writes were in flight; the message is about the second one.
  await expect
    .poll(() => administrator.api<UserView[]>('get', userViewsApi.list.path))
    .toMatchObject([{ name: 'Locked out', isShared: true, isDefault: true, filters: { isSuspended: 'true' } }]);
  await page.goto(`${oss.consoleUrl}/users`);
  await expect(page.getByText('1–20 of 20')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Locked out default' }).or(button)).toBeVisible();
  await button.click();
  await page.getByRole('menuitemradio', { name: 'All users' }).click();
  await expect(page.getByText('1–20 of 60')).toBeVisible();
  await page.reload();
  await expect(page.getByText('1–20 of 60')).toBeVisible();

  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitemradio', { name: 'Locked out' }).click();
  await button.click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Out');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Out', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete view' }).click();
  await expect(page.getByRole('dialog', { name: 'Delete the view “Out”?' })).toContainText('all administrators');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete view' }).click();
  await expect(page.getByText('View deleted')).toBeVisible();
  await expect(page.getByText('1–20 of 60')).toBeVisible();
  expect(await administrator.api<UserView[]>('get', userViewsApi.list.path)).toEqual([]);
  await expectToFit(page);
  administrator.expectNoComplaints();
});
