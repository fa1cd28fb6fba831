import type { Page } from '@playwright/test';
import { pathOf } from '@postern/contracts/endpoint';
import { roleUsersApi } from '@postern/contracts/people/role-users';
import { type User, usersApi } from '@postern/contracts/people/users';
import { becomeAdministrator } from '../administrator.ts';
import { expect, expectAccessible, expectReadable, expectToFit, fillDatabase, test } from '../product.ts';
import { visit } from '../visit.ts';

const people = [
  `insert into roles (id, name, description) values ('agent', 'Support agent', 'Answers customers')`,
  `insert into users (id, username, name, is_suspended, created_at)
   select 'p' || lpad(n::text, 11, '0'), 'person_' || n, case when n <= 30 then 'Ada ' else 'Bob ' end || n, false,
     now() - n * interval '1 minute'
   from generate_series(1, 60) n`,
];

const selectPage = (page: Page) => page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();

test('all matching users but one are suspended, reactivated, and assigned a role, in the background', async ({
  page,
  oss,
}) => {
  const administrator = await becomeAdministrator(page, oss);
  await fillDatabase(oss, ...people);
  const count = async (query: string) =>
    (await administrator.api<User[]>('get', `${usersApi.list.path}?page_size=100&${query}`)).length;
  await page.goto(`${oss.consoleUrl}/users?search=ada`);
  await expect(page.getByText('1–20 of 30')).toBeVisible();
  await selectPage(page);
  await expect(page.getByText('20 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Select all 30' }).click();
  await expect(page.getByText('All 30 selected')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select Ada 2', exact: true }).uncheck();
  await expect(page.getByText('All 29 selected')).toBeVisible();
  await page.reload();
  await expect(page.getByText('All 29 selected')).toBeVisible();
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectReadable(page);
  // At 200 % zoom only the additional columns are hidden.
  await page.setViewportSize({ width: 720, height: 450 });
  await expect(page.getByText('All 29 selected')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Select all rows on this page' })).toBeVisible();
  await expectReadable(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('button', { name: 'Suspend', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Suspend 29 users?');
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  await expect(page.getByText('29 users suspended')).toBeVisible();
  await expect(page.getByText('All 29 selected')).toHaveCount(0);
  expect([await count('isSuspended=true'), await count('search=Ada 2&isSuspended=false')]).toEqual([29, 1]);
  await expect(page.locator('tbody').getByText('Suspended')).toHaveCount(19);

  // A new search clears the selection of all matching users.
  await selectPage(page);
  await page.getByRole('button', { name: 'Select all 30' }).click();
  await page.getByRole('searchbox', { name: 'Search users' }).fill('bob');
  await expect(page.getByText('1–20 of 30')).toBeVisible();
  await expect(page.getByText(/selected/)).toHaveCount(0);

  await visit(page, `${oss.consoleUrl}/users?isSuspended=true`);
  await expect(page.getByText('1–20 of 29')).toBeVisible();
  await selectPage(page);
  await page.getByRole('button', { name: 'Select all 29' }).click();
  await page.getByRole('button', { name: 'More actions for the selection' }).click();
  await page.getByRole('menuitem', { name: 'Reactivate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reactivate' }).click();
  await expect(page.getByText('29 users reactivated')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Nothing matches these filters' })).toBeVisible();

  await visit(page, `${oss.consoleUrl}/users`);
  await expect(page.getByText('1–20 of 60')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select Ada 3', exact: true }).check();
  await page.getByRole('checkbox', { name: 'Select Ada 4', exact: true }).check();
  await page.getByRole('button', { name: 'Assign roles' }).click();
  await expect(dialog).toContainText('Assign roles to 2 users');
  await expectAccessible(page);
  await dialog.getByRole('checkbox', { name: /Support agent/ }).check();
  await dialog.getByRole('button', { name: 'Assign roles' }).click();
  await expect(page.getByText('Roles assigned to 2 users')).toBeVisible();
  const holders = await administrator.api<User[]>('get', pathOf(roleUsersApi.list, { id: 'agent' }));
  expect(holders.map(({ name }) => name).sort()).toEqual(['Ada 3', 'Ada 4']);
  administrator.expectNoComplaints();
});

test('a deletion requires typing the number, and reports users that were already deleted', async ({ page, oss }) => {
  const administrator = await becomeAdministrator(page, oss);
  await fillDatabase(oss, ...people);
  await page.goto(`${oss.consoleUrl}/users?search=bob`);
  await expect(page.getByText('1–20 of 30')).toBeVisible();
  // All in one moment: each click counts, and shows at once.
  const shown = await page.getByRole('checkbox', { name: /Select Bob 3[123]/ }).evaluateAll((boxes) =>
    boxes.map((box) => {
      box.click();
      return box.matches(':checked');
    }),
  );
  expect(shown).toEqual([true, true, true]);
  await administrator.api('delete', pathOf(usersApi.remove, { userId: 'p00000000032' }));
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete 3 users?' });
  const confirm = dialog.getByRole('button', { name: 'Delete', exact: true });
  await expect(confirm).toBeDisabled();
  await dialog.getByRole('textbox').fill('2');
  await expect(confirm).toBeDisabled();
  await expectAccessible(page);
  await dialog.getByRole('textbox').fill('3');
  await page.keyboard.press('Enter');
  await expect(page.getByText('2 users deleted')).toBeVisible();
  await expect(page.getByText('1 could not be changed')).toBeVisible();
  await expect(page.getByText('1–20 of 27')).toBeVisible();
  await expectToFit(page);
  await page.getByRole('button', { name: 'Show details' }).click();
  const report = page.getByRole('dialog', { name: 'Failed changes' });
  await expect(report.getByRole('row', { name: /p00000000032.*Not found/ })).toBeVisible();
  await expectAccessible(page);
  await report.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'Dismiss' }).first().click();
  await expect(page.getByText('2 users deleted')).toHaveCount(0);

  // A job that cannot start shows an error and keeps the selection.
  await page.route('**/api/user-jobs', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  );
  // Not `check()`, which looks only once whether the click had an effect.
  const bob = page.getByRole('checkbox', { name: 'Select Bob 34' });
  await bob.click();
  await expect(bob).toBeChecked();
  await page.getByRole('button', { name: 'Suspend', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByText('1 selected')).toBeVisible();
  administrator.expectNoComplaints('500');
});

test('a running job is visible to other visitors and can be stopped', async ({ page, oss }) => {
  const administrator = await becomeAdministrator(page, oss);
  await fillDatabase(oss, ...people);
  // A job that no worker takes: its lease is held by a worker that does not exist.
  await fillDatabase(
    oss,
    `insert into user_jobs (id, kind, state, total, done, created_by, started_at, lease, leased_until)
     values ('slow', 'suspend', 'running', 2000, 500, 'x', now(), 'elsewhere', now() + interval '1 hour')`,
  );
  await page.goto(`${oss.consoleUrl}/users`);
  await expect(page.getByRole('progressbar', { name: 'Suspending users' })).toHaveAttribute('aria-valuenow', '25');
  await expect(page.getByText('500 of 2,000')).toBeVisible();
  await expectToFit(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  // The button changes before the server answers; the job must not have ended by then.
  const answered = page.waitForResponse('**/user-jobs/slow/cancel');
  await page.getByRole('dialog', { name: 'Stop the job?' }).getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByRole('button', { name: 'Stopping' })).toBeVisible();
  await answered;
  await fillDatabase(
    oss,
    `update user_jobs set state = 'canceled', lease = null, finished_at = now() where id = 'slow'`,
  );
  await expect(page.getByText('Stopped after 500 of 2,000')).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText('Stopped after')).toHaveCount(0);
  administrator.expectNoComplaints();
});
