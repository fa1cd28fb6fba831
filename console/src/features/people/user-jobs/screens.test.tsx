import { rolesApi } from '@postern/contracts/access/roles';
import { ImportFile, userImportsApi } from '@postern/contracts/people/user-imports';
import { UserJob, UserJobFinding, userJobsApi } from '@postern/contracts/people/user-jobs';
import { expectAccessible } from '@postern/ui/testing/expect-accessible.ts';
import { refuse } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { api, openScreen } from '../../../testing/open-screen.tsx';

afterEach(() => {
  expect(api.reset()).toEqual([]);
});

const dialog = page.getByRole('dialog');
const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (column: string) => page.getByRole('combobox', { name: `Field for ${column}` });

const file = sample(ImportFile, {
  id: 'f1',
  name: 'people.csv',
  records: 4,
  columns: [
    { name: 'E-Mail', field: 'primaryEmail', examples: ['maya@fjord.example'] },
    { name: 'Benutzername', field: 'username', examples: ['maya'] },
    { name: 'Abteilung', field: null, examples: ['Sales'] },
    { name: 'password_hash', field: 'passwordDigest', examples: ['•••'] },
  ],
});

const job = (given: Partial<UserJob>) =>
  sample(UserJob, {
    id: 'j1',
    kind: 'import',
    state: 'succeeded',
    total: 4,
    done: 4,
    startedAt: 1,
    finishedAt: 2,
    ...given,
  });

function answerImport(): void {
  api.on(rolesApi.list, []);
  api.on(userImportsApi.get, file);
  api.on(userJobsApi.list, []);
}

test('the first step takes a file, and shows an import that is running', async () => {
  answerImport();
  api.on(userJobsApi.list, [job({ state: 'running', done: 1, finishedAt: null })]);
  await openScreen('/users/import');
  await expect.element(page.getByRole('heading', { name: 'Import users', level: 1 })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Show its progress' })).toBeVisible();
  await expectAccessible();
});

test('columns are mapped, each field once, and the file is checked', async () => {
  answerImport();
  const input = {
    fileId: 'f1',
    fileName: 'people.csv',
    isDryRun: true,
    format: 'csv',
    mapping: { Abteilung: 'customData.Abteilung' },
  };
  const counts = { created: 2 };
  const checked = job({ failed: 2, counts, input });
  api.on(userImportsApi.start, checked);
  api.on(userJobsApi.get, checked);
  api.on(userJobsApi.report, [
    sample(UserJobFinding, {
      line: 3,
      level: 'error',
      field: 'primaryEmail',
      message: 'This is not an email address.',
    }),
    sample(UserJobFinding, { line: 4, level: 'error', field: 'username', message: 'A username starts with a letter.' }),
  ]);
  await openScreen('/users/import/f1');
  await expect.element(page.getByRole('heading', { name: 'people.csv' })).toBeVisible();
  await expect.element(page.getByText('4 users')).toBeVisible();
  await expect.element(field('E-Mail')).toHaveValue('Email');
  await expect.element(field('password_hash')).toHaveValue('Password hash');
  await expect.element(field('Abteilung')).toHaveValue('Skip');
  await expectAccessible();
  await field('Abteilung').click();
  await page.getByRole('option', { name: 'Username', exact: true }).click();
  await expect.poll(() => page.getByText('Another column is mapped to this field.').elements()).toHaveLength(2);
  await field('Abteilung').click();
  await page.getByRole('option', { name: 'Custom data: Abteilung' }).click();

  await button('Check the file').click();
  await expect.element(page.getByRole('heading', { name: 'Check of people.csv' })).toBeVisible();
  expect(api.requestsOf(userImportsApi.start)[0]?.body).toMatchObject({
    isDryRun: true,
    mapping: { Abteilung: 'customData.Abteilung' },
  });
  await expect.element(page.getByText('2 lines cannot be imported')).toBeVisible();
  const report = page.getByRole('table', { name: 'Report' });
  await expect.poll(() => report.getByRole('row').elements()).toHaveLength(3);
  await expect.element(report.getByRole('row', { name: /Line 3/ })).toMatchTextContent(/not an email address/);
  await expect.element(report.getByRole('row', { name: /Line 4/ })).toMatchTextContent(/starts with a letter/);
  await expectAccessible();

  // Back to the columns: the mapping is kept.
  await page.getByRole('link', { name: 'Change columns and options' }).click();
  await expect.element(field('Abteilung')).toHaveValue('Custom data: Abteilung');
  history.back();
  await expect.element(button('Import 2 users')).toBeVisible();
});

test('a running import can be stopped, and the file is still there for another attempt', async () => {
  answerImport();
  const input = { fileId: 'f1', fileName: 'people.csv', isDryRun: false };
  let current = job({ state: 'running', total: 6000, done: 600, finishedAt: null, input });
  api.on(userJobsApi.get, () => current);
  api.on(userJobsApi.report, []);
  api.on(userJobsApi.cancel, () => {
    current = { ...current, state: 'canceled', isCancelWanted: true, finishedAt: 3 };
    return current;
  });
  api.on(userImportsApi.remove, undefined);
  await openScreen('/users/jobs/j1');
  await expect.element(page.getByRole('heading', { name: 'Import of people.csv' })).toBeVisible();
  await expect.element(page.getByText(/The job continues in the background\./)).toBeVisible();
  await expect.element(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '10');
  await expectAccessible();
  await button('Cancel').click();
  await dialog.getByRole('button', { name: 'Stop the job' }).click();
  await expect.element(page.getByText('Canceled', { exact: true })).toBeVisible();
  await expect.element(page.getByText(/The job stopped before the rest\./)).toBeVisible();
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect.element(page.getByRole('heading', { name: 'people.csv' })).toBeVisible();
  await button('Delete file').click();
  await dialog.getByRole('button', { name: 'Delete file' }).click();
  await expect.element(page.getByRole('heading', { name: 'Import users', level: 1 })).toBeVisible();
});

test('findings of the last moment of a job are shown', async () => {
  answerImport();
  let current = job({ state: 'running', done: 1, finishedAt: null });
  const finding = sample(UserJobFinding, { line: 3, level: 'error', message: 'This is not an email address.' });
  api.on(userJobsApi.get, () => current);
  api.on(userJobsApi.report, () => (current.state === 'running' ? [] : [finding]));
  await openScreen('/users/jobs/j1');
  await expect.element(page.getByRole('heading', { name: 'No problems so far' })).toBeVisible();
  current = job({ failed: 1 });
  await expect.element(page.getByRole('table', { name: 'Report' }).getByRole('row').nth(1)).toBeVisible();
});

test('jobs are listed, and the address of a deleted file or job says so', async () => {
  answerImport();
  api.on(userJobsApi.list, [job({ input: { fileName: 'people.csv' } })]);
  await openScreen('/users/jobs');
  const row = page
    .getByRole('table', { name: 'Imports and bulk changes' })
    .getByRole('row', { name: /Import of people\.csv/ });
  await expect.element(row).toMatchTextContent(/Done/);
  await expectAccessible();
  api.on(userImportsApi.get, refuse('entity.not_found'));
  await openScreen('/users/import/nothing');
  await expect.element(page.getByRole('heading', { name: 'File not found' })).toBeVisible();
  await expectAccessible();
  api.on(userJobsApi.get, refuse('entity.not_found'));
  api.on(userJobsApi.list, []);
  await openScreen('/users/jobs/nothing');
  await expect.element(page.getByRole('heading', { name: 'Job not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Imports and bulk changes' }).last().click();
  await expect.element(page.getByRole('heading', { name: 'No jobs yet' })).toBeVisible();
  await expectAccessible();
});
