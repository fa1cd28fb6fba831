import type { Page } from '@playwright/test';
import { installationJobsApi } from '@postern/contracts/operations/jobs';
import { becomeAdministrator } from '../administrator.ts';
import { askDatabase, expect, expectToFit, test } from '../product.ts';

/** Jobs of queues that no server runs, so that they stay as they are. */
const insertJobs = (...rows: string[]) =>
  `insert into jobs (tenant_id, queue, attempts, last_error, dead_at, lease, leased_until, payload) values ${rows.join(', ')}`;
const dead = (queue: string, error: string) =>
  `('*', '${queue}', 10, '${error}', now(), null, null, '{"secret": "canary"}')`;
const running = (queue: string) =>
  `('default', '${queue}', 1, null, null, gen_random_uuid(), now() + interval '1 hour', '{"secret": "canary"}')`;

const table = (page: Page, name: string) => page.getByRole('table', { name, exact: true });

async function end(page: Page, queue: string): Promise<void> {
  await page.getByRole('button', { name: `More actions for ${queue}` }).click();
  await page.getByRole('menuitem', { name: 'Cancel job' }).click();
}

test('an administrator sees what failed, runs it again and ends it', async ({ page, oss }) => {
  const administrator = await becomeAdministrator(page, oss);

  await test.step('a server error is shown, and the page can be retried', async () => {
    await page.route(`**${installationJobsApi.overview.path}`, (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto(`${oss.consoleUrl}/background-jobs`);
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 20_000 });
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).press('Enter');
  });
  await expect(page.getByRole('heading', { level: 1, name: 'Background jobs' })).toBeVisible();
  await expect(page.getByText('No job has failed.')).toBeVisible();
  await expect(page.getByText('No job is running.')).toBeVisible();
  await expect(table(page, 'Queues').getByRole('row', { name: /^audit\.partitions/ })).toBeVisible();

  await test.step('the page updates automatically', async () => {
    await askDatabase(
      oss,
      '*',
      insertJobs(
        dead('mails.one', 'The mail server does not answer: connect ECONNREFUSED 192.0.2.1:25'),
        dead('mails.two', 'down'),
        dead('mails.two', 'down'),
        running('imports'),
      ),
    );
    await expect(table(page, 'Failed').getByRole('row')).toHaveCount(4, { timeout: 20_000 });
    await expect(table(page, 'Failed')).toContainText('connect ECONNREFUSED');
    await expect(table(page, 'Running')).toContainText('Tenant default');
    await expect(page.getByText('canary')).toHaveCount(0);
  });

  await test.step('rows do not move under the pointer', async () => {
    await table(page, 'Failed').getByText('mails.one').hover();
    await askDatabase(oss, '*', insertJobs(dead('mails.three', 'down')));
    const show = page.getByRole('status').filter({ hasText: '1 change' }).getByRole('button', { name: 'Show' });
    await expect(show).toBeVisible({ timeout: 20_000 });
    await expect(table(page, 'Failed').getByRole('row')).toHaveCount(4);
    await expectToFit(page);
    await show.click();
    await expect(table(page, 'Failed')).toContainText('mails.three');
    await askDatabase(oss, '*', `delete from jobs where queue = 'mails.three'`);
    await page.mouse.move(0, 0);
    await expect(table(page, 'Failed').getByRole('row')).toHaveCount(4, { timeout: 20_000 });
  });

  await test.step('retries all failed jobs of a queue', async () => {
    await page.getByRole('button', { name: 'Retry all failed jobs of mails.two' }).click();
    await expect(page.getByText('Retrying 2 jobs.')).toBeVisible();
    await expect(table(page, 'Failed').getByRole('row')).toHaveCount(2);
    await expect(table(page, 'Waiting for retry').getByRole('row')).toHaveCount(3);
  });

  await test.step('retries one job by keyboard', async () => {
    await page.getByRole('button', { name: 'More actions for mails.one' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Retry' }).press('Enter');
    await expect(page.getByText('Retrying the job.')).toBeVisible();
    await expect(page.getByText('No job has failed.')).toBeVisible();
  });

  await test.step('canceling asks for confirmation; a running job is asked to stop', async () => {
    await end(page, 'imports');
    const question = page.getByRole('dialog', { name: 'Cancel this job?' });
    await question.getByRole('button', { name: 'Keep job' }).click();
    await expect(question).toHaveCount(0);
    await end(page, 'imports');
    await question.getByRole('button', { name: 'Cancel job' }).click();
    await expect(page.getByText('Canceling the job.')).toBeVisible();
    await expect(table(page, 'Running').getByText('Canceling')).toBeVisible();
  });

  administrator.expectNoComplaints(500);
});
