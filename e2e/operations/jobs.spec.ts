import { becomeAdministrator } from '../administrator.ts';
import { askDatabase, expect, test } from '../product.ts';

/** Jobs of queues that no server runs, so that they stay as they are. */
const insertJobs = (...rows: string[]) =>
  `insert into jobs (tenant_id, queue, attempts, last_error, dead_at, lease, leased_until, payload) values ${rows.join(', ')}`;
const dead = (queue: string, error: string) =>
  `('*', '${queue}', 10, '${error}', now(), null, null, '{"secret": "canary"}')`;
const running = (queue: string) =>
  `('default', '${queue}', 1, null, null, gen_random_uuid(), now() + interval '1 hour', '{"secret": "canary"}')`;

test('an administrator sees what failed, runs it again and ends it', async ({ page, oss }) => {
  const administrator = await becomeAdministrator(page, oss);
  const jobs = [dead('mails.one', 'The mail server does not answer'), dead('mails.two', 'down'), running('imports')];
  await askDatabase(oss, '*', insertJobs(...jobs));
  await page.goto(`${oss.consoleUrl}/tenant-settings/background-jobs`);
  const table = (name: string) => page.getByRole('table', { name, exact: true });
  await expect(table('Failed').getByRole('row')).toHaveCount(3);
  await expect(table('Failed')).toContainText('The mail server does not answer');
  await expect(table('Running')).toContainText('Tenant default');
  await expect(table('Queues').getByRole('row', { name: /^Store audit logs *audit\.partitions/ })).toBeVisible();
  await expect(page.getByText('canary')).toHaveCount(0);

  await page.getByRole('button', { name: 'Retry all failed jobs of mails.two' }).click();
  await expect(table('Waiting for retry')).toContainText('mails.two');
  await page.getByRole('button', { name: 'More actions for mails.one' }).click();
  await page.getByRole('menuitem', { name: 'Retry' }).click();
  await expect(page.getByText('No job has failed.')).toBeVisible();

  await page.getByRole('button', { name: 'More actions for imports' }).click();
  await page.getByRole('menuitem', { name: 'Cancel job' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel job' }).click();
  await expect(table('Running').getByText('Canceling')).toBeVisible();
  administrator.expectNoComplaints();
});
