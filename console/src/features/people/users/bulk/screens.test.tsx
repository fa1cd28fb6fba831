import { applicationsApi } from '@postern/contracts/access/applications';
import { RoleWithHolders, rolesApi } from '@postern/contracts/access/roles';
import { UserJob, UserJobFinding, userJobsApi } from '@postern/contracts/people/user-jobs';
import { userBulkApi } from '@postern/contracts/people/user-jobs-bulk';
import { userViewsApi } from '@postern/contracts/people/user-views';
import { User, usersApi } from '@postern/contracts/people/users';
import { expectAccessible, expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { refuse } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { api, openScreen, reloadScreen } from '../../../../testing/open-screen.tsx';

let users: User[];
let jobs: UserJob[];

const dialog = page.getByRole('dialog');
const button = (name: string) => page.getByRole('button', { name, exact: true });
const selectPage = page.getByRole('checkbox', { name: 'Select all rows on this page' });
const started = () => api.requestsOf(userBulkApi.start).at(-1)?.body;

beforeEach(() => {
  users = Array.from({ length: 30 }, (_, index) => sample(User, { id: `p${index + 1}`, name: `Ada ${index + 1}` }));
  jobs = [];
  api.on(userViewsApi.list, []);
  api.on(applicationsApi.list, []);
  api.on(rolesApi.list, [sample(RoleWithHolders, { id: 'agent', name: 'Support agent' })]);
  api.on(usersApi.list, () => users);
  api.on(userJobsApi.list, () => jobs);
});

afterEach(() => {
  expect(api.reset()).toEqual([]);
});

/** Answers the start of a job with one that has ended. */
function endAtOnce(result: Partial<UserJob>, change: () => void = () => {}): void {
  api.on(userBulkApi.start, ({ body: { kind } }) => {
    change();
    jobs = [sample(UserJob, { id: kind, kind, state: 'succeeded', startedAt: 1, ...result })];
    return sample(UserJob, { id: kind, kind, state: 'queued' });
  });
}

test('all matching users but one are selected, which stays after a reload and on narrow screens', async () => {
  endAtOnce({ counts: { suspended: 29 } });
  await openScreen('/users?search=ada');
  await expect.element(page.getByText('1–20 of 30')).toBeVisible();
  await selectPage.click();
  await expect.element(page.getByText('20 selected')).toBeVisible();
  await button('Select all 30').click();
  await expect.element(page.getByText('All 30 selected')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select Ada 2', exact: true }).click();
  await expect.element(page.getByText('All 29 selected')).toBeVisible();
  await reloadScreen();
  await expect.element(page.getByText('All 29 selected')).toBeVisible();
  await expectToFit();
  // At 200 % zoom only the additional columns are hidden.
  await page.viewport(720, 450);
  await expect.element(page.getByText('All 29 selected')).toBeVisible();
  await expect.element(selectPage).toBeVisible();
  await expectAccessible();
  await page.viewport(1440, 900);

  await button('Suspend').click();
  await expect.element(page.getByRole('dialog', { name: 'Suspend 29 users?' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  await expect.element(page.getByText('29 users suspended')).toBeVisible();
  await expect.element(page.getByText('All 29 selected')).not.toBeInTheDocument();
  expect(started()).toEqual({ kind: 'suspend', filter: { search: '%ada%' }, excludedIds: ['p2'] });

  // A new search clears the selection of all matching users.
  await selectPage.click();
  await button('Select all 30').click();
  await page.getByRole('searchbox', { name: 'Search users' }).fill('bob');
  await expect.poll(() => location.search).toContain('search=bob');
  await expect.element(page.getByText(/selected/)).not.toBeInTheDocument();
});

test('suspended users are reactivated, and roles are assigned to some users', async () => {
  endAtOnce({ counts: { reactivated: 30 } }, () => {
    users = [];
  });
  await openScreen('/users?isSuspended=true');
  await selectPage.click();
  await button('Select all 30').click();
  await button('More actions for the selection').click();
  await page.getByRole('menuitem', { name: 'Reactivate' }).click();
  await dialog.getByRole('button', { name: 'Reactivate' }).click();
  await expect.element(page.getByText('30 users reactivated')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Nothing matches these filters' })).toBeVisible();
  expect(started()).toEqual({ kind: 'unsuspend', filter: { isSuspended: 'true' } });

  users = [sample(User, { id: 'p3', name: 'Ada 3' }), sample(User, { id: 'p4', name: 'Ada 4' })];
  endAtOnce({ counts: { changed: 2 } });
  await openScreen('/users');
  await page.getByRole('checkbox', { name: 'Select Ada 3', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Select Ada 4', exact: true }).click();
  await button('Assign roles').click();
  await expect.element(page.getByRole('dialog', { name: 'Assign roles to 2 users' })).toBeVisible();
  await expectAccessible();
  await dialog.getByRole('checkbox', { name: /Support agent/ }).click();
  await dialog.getByRole('button', { name: 'Assign roles' }).click();
  await expect.element(page.getByText('Roles assigned to 2 users')).toBeVisible();
  expect(started()).toEqual({ kind: 'assign-roles', userIds: ['p3', 'p4'], roleIds: ['agent'] });
});

test('a deletion requires typing the number, and reports users that could not be deleted', async () => {
  endAtOnce({ done: 3, failed: 1, total: 3, counts: { deleted: 2 } }, () => {
    users = users.filter(({ id }) => id !== 'p1' && id !== 'p3');
  });
  const finding = { line: 2, level: 'error', subject: 'p2', message: 'Not found.' } as const;
  api.on(userJobsApi.report, [sample(UserJobFinding, finding)]);
  await openScreen('/users');
  await expect.element(page.getByText('1–20 of 30')).toBeVisible();
  // All in one moment: each click counts, and shows at once.
  const boxes = ['Ada 1', 'Ada 2', 'Ada 3'].map(
    (name) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).element() as HTMLInputElement,
  );
  const shown = boxes.map((box) => {
    box.click();
    return box.matches(':checked');
  });
  expect(shown).toEqual([true, true, true]);
  await button('Delete').click();
  const question = page.getByRole('dialog', { name: 'Delete 3 users?' });
  const confirm = question.getByRole('button', { name: 'Delete', exact: true });
  await expect.element(confirm).toBeDisabled();
  await question.getByRole('textbox').fill('2');
  await expect.element(confirm).toBeDisabled();
  await expectAccessible();
  await question.getByRole('textbox').fill('3');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('2 users deleted')).toBeVisible();
  await expect.element(page.getByText('1 could not be changed')).toBeVisible();
  await expect.element(page.getByText('1–20 of 28')).toBeVisible();
  expect(started()).toEqual({ kind: 'delete', userIds: ['p1', 'p2', 'p3'] });
  await expectToFit();
  await button('Show details').click();
  const report = page.getByRole('dialog', { name: 'Failed changes' });
  await expect.element(report.getByRole('row', { name: /p2.*Not found/ })).toBeVisible();
  await expectAccessible();
  await report.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'Dismiss' }).first().click();
  await expect.element(page.getByText('2 users deleted')).not.toBeInTheDocument();
});

test('a job that cannot start shows an error and keeps the selection', async () => {
  api.on(userBulkApi.start, refuse('oidc.server_error'));
  await openScreen('/users');
  const ada = page.getByRole('checkbox', { name: 'Select Ada 4', exact: true });
  await ada.click();
  await expect.element(ada).toBeChecked();
  await button('Suspend').click();
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(page.getByText('1 selected')).toBeVisible();
});

test('a running job is visible to other visitors and can be stopped', async () => {
  const job = sample(UserJob, { id: 'slow', kind: 'suspend', state: 'running', total: 2000, done: 500, startedAt: 1 });
  jobs = [job];
  const answer = Promise.withResolvers<void>();
  api.on(userJobsApi.cancel, async () => {
    await answer.promise;
    return { ...job, isCancelWanted: true };
  });
  await openScreen('/users');
  const progress = page.getByRole('progressbar', { name: 'Suspending users' });
  await expect.element(progress).toHaveAttribute('aria-valuenow', '25');
  await expect.element(page.getByText('500 of 2,000')).toBeVisible();
  await expectToFit();
  await button('Cancel').click();
  await page.getByRole('dialog', { name: 'Stop the job?' }).getByRole('button', { name: 'Stop' }).click();
  // The button changes before the server answers.
  await expect.element(button('Stopping')).toBeVisible();
  answer.resolve();
  jobs = [{ ...job, state: 'canceled', isCancelWanted: true }];
  await expect.element(page.getByText('Stopped after 500 of 2,000')).toBeVisible();
  await button('Dismiss').click();
  await expect.element(page.getByText(/Stopped after/)).not.toBeInTheDocument();
});
