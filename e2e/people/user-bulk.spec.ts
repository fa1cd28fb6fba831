import { pathOf } from '@postern/contracts/endpoint';
import { type User, usersApi } from '@postern/contracts/people/users';
import { becomeAdministrator } from '../administrator.ts';
import { expect, fillDatabase, test } from '../product.ts';

const people = `insert into users (id, username, name, is_suspended, created_at)
   select 'p' || lpad(n::text, 11, '0'), 'person_' || n, case when n <= 30 then 'Ada ' else 'Bob ' end || n, false,
     now() - n * interval '1 minute'
   from generate_series(1, 60) n`;

test('all matching users but one are suspended in the background, and others are deleted', async ({ page, oss }) => {
  const administrator = await becomeAdministrator(page, oss);
  await fillDatabase(oss, people);
  const count = async (query: string) =>
    (await administrator.api<User[]>('get', `${usersApi.list.path}?page_size=100&${query}`)).length;
  await page.goto(`${oss.consoleUrl}/users?search=ada`);
  await expect(page.getByText('1–20 of 30')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  await page.getByRole('button', { name: 'Select all 30' }).click();
  await page.getByRole('checkbox', { name: 'Select Ada 2', exact: true }).uncheck();
  await page.getByRole('button', { name: 'Suspend', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Suspend 29 users?');
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  await expect(page.getByText('29 users suspended')).toBeVisible();
  expect([await count('isSuspended=true'), await count('search=Ada 2&isSuspended=false')]).toEqual([29, 1]);
  await expect(page.locator('tbody').getByText('Suspended')).toHaveCount(19);

  // One of the selected users was already deleted elsewhere.
  await page.getByRole('searchbox', { name: 'Search users' }).fill('bob');
  for (const name of ['Bob 31', 'Bob 32', 'Bob 33']) {
    await page.getByRole('checkbox', { name: `Select ${name}` }).click();
  }
  await administrator.api('delete', pathOf(usersApi.remove, { userId: 'p00000000032' }));
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await dialog.getByRole('textbox').fill('3');
  await page.keyboard.press('Enter');
  await expect(page.getByText('2 users deleted')).toBeVisible();
  await expect(page.getByText('1 could not be changed')).toBeVisible();
  await expect(page.getByText('1–20 of 27')).toBeVisible();
  await page.getByRole('button', { name: 'Show details' }).click();
  const report = page.getByRole('dialog', { name: 'Failed changes' });
  await expect(report.getByRole('row', { name: /p00000000032.*Not found/ })).toBeVisible();
  administrator.expectNoComplaints();
});
