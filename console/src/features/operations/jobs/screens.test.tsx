import { installationJobsApi, JobOverview, JobQueue, ListedJob } from '@postern/contracts/operations/jobs';
import { expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { failWith } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { api, expectNoProblems, openScreen, press } from '../../../testing/open-screen.tsx';

/** The page reads the jobs every 5 seconds. */
const passFiveSeconds = () => vi.advanceTimersByTime(5000);

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => {
  vi.useRealTimers();
  expectNoProblems();
});

let count = 0;
const job = (state: ListedJob['state'], queue: string, given: Partial<ListedJob> = {}) => {
  count += 1;
  const id = `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;
  return sample(ListedJob, { id, state, queue, attempts: 10, lastError: 'down', ...given });
};

/** Jobs that the page can change. */
function answerJobs() {
  let jobs: ListedJob[] = [];
  api.on(installationJobsApi.overview, () => ({
    ...sample(JobOverview),
    queues: ['audit.partitions', ...new Set(jobs.map(({ queue }) => queue))].map((name) =>
      sample(JobQueue, { name, dead: jobs.filter((one) => one.queue === name && one.state === 'dead').length }),
    ),
    dead: jobs.filter(({ state }) => state === 'dead'),
    running: jobs.filter(({ state }) => state === 'running'),
    retrying: jobs.filter(({ state }) => state === 'waiting'),
  }));
  const retry = (wants: (one: ListedJob) => boolean) => {
    const failed = jobs.filter((one) => one.state === 'dead' && wants(one));
    jobs = jobs.map((one) => (failed.includes(one) ? { ...one, state: 'waiting' } : one));
    return failed.length;
  };
  api.on(installationJobsApi.retryQueue, ({ body }) => ({ count: retry(({ queue }) => queue === body.queue) }));
  api.on(installationJobsApi.retry, ({ params }) => void retry(({ id }) => id === params.id));
  api.on(installationJobsApi.cancel, ({ params }) => {
    jobs = jobs.map((one) => (one.id === params.id ? { ...one, isCancelWanted: true } : one));
  });
  return (...given: ListedJob[]) => {
    jobs = given;
  };
}

const table = (name: string) => page.getByRole('table', { name, exact: true });
const rows = (name: string) => table(name).getByRole('row').elements().length;

test('a failure to load can be retried, and jobs that work leave nothing to do', async () => {
  api.on(installationJobsApi.overview, failWith(500));
  await openScreen('/tenant-settings/background-jobs');
  const again = page.getByRole('button', { name: 'Try again' });
  await expect.element(again).toBeVisible();
  answerJobs();
  await press(again, '{Enter}');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await expect.element(page.getByText('No job has failed.')).toBeVisible();
  await expect.element(page.getByText('No job is running.')).toBeVisible();
  await expect
    .element(table('Queues').getByRole('row', { name: /^Store audit logs *audit\.partitions/ }))
    .toBeVisible();
});

test('jobs that fail are added without a reload, but rows do not move under the pointer', async () => {
  const set = answerJobs();
  await openScreen('/tenant-settings/background-jobs');
  await expect.element(page.getByText('No job has failed.')).toBeVisible();
  const lastError = 'The mail server does not answer: connect ECONNREFUSED 192.0.2.1:25';
  const some = [
    job('dead', 'mails.one', { lastError }),
    job('dead', 'mails.two'),
    job('dead', 'mails.two'),
    job('running', 'imports', { tenantId: 'default', lastError: null }),
  ];
  set(...some);
  passFiveSeconds();
  await expect.poll(() => rows('Failed')).toBe(4);
  await expect.element(table('Failed').getByText(/connect ECONNREFUSED/)).toBeVisible();
  await expect.element(table('Running').getByText(/Tenant default/)).toBeVisible();

  await table('Failed').getByText('mails.one').hover();
  set(job('dead', 'mails.three'), ...some);
  passFiveSeconds();
  const show = page.getByRole('status').filter({ hasText: '1 change' }).getByRole('button', { name: 'Show' });
  await expect.element(show).toBeVisible();
  expect(rows('Failed')).toBe(4);
  await expectToFit();
  await show.click();
  await expect.element(table('Failed').getByText('mails.three')).toBeVisible();
  await page.getByRole('heading', { level: 1 }).hover();
  set(...some);
  passFiveSeconds();
  await expect.poll(() => rows('Failed')).toBe(4);
});

test('failed jobs are retried, all of a queue or one by keyboard', async () => {
  answerJobs()(job('dead', 'mails.one'), job('dead', 'mails.two'), job('dead', 'mails.two'));
  await openScreen('/tenant-settings/background-jobs');
  await page.getByRole('button', { name: 'Retry all failed jobs of mails.two' }).click();
  await expect.element(page.getByText('Retrying 2 jobs.')).toBeVisible();
  await expect.poll(() => rows('Failed')).toBe(2);
  await expect.poll(() => rows('Waiting for retry')).toBe(3);
  await press(page.getByRole('button', { name: 'More actions for mails.one' }), '{Enter}');
  await press(page.getByRole('menuitem', { name: 'Retry' }), '{Enter}');
  await expect.element(page.getByText('Retrying the job.')).toBeVisible();
  await expect.element(page.getByText('No job has failed.')).toBeVisible();
});

test('canceling asks for confirmation, and a running job is asked to stop', async () => {
  answerJobs()(job('running', 'imports'));
  await openScreen('/tenant-settings/background-jobs');
  const question = page.getByRole('dialog', { name: 'Cancel this job?' });
  const end = async () => {
    await page.getByRole('button', { name: 'More actions for imports' }).click();
    await page.getByRole('menuitem', { name: 'Cancel job' }).click();
  };
  await end();
  await question.getByRole('button', { name: 'Keep job' }).click();
  await expect.element(question).not.toBeInTheDocument();
  await end();
  await question.getByRole('button', { name: 'Cancel job' }).click();
  await expect.element(page.getByText('Canceling the job.')).toBeVisible();
  await expect.element(table('Running').getByText('Canceling')).toBeVisible();
});
