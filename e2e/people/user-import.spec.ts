import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { becomeAdministrator } from '../administrator.ts';
import { expect, expectAccessible, test } from '../product.ts';
import { visit } from '../visit.ts';

const choose = (page: Page, name: string, content: string) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });

async function openMenu(page: Page, item: string) {
  await page.getByRole('button', { name: 'Import and export' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

const csv = `E-Mail;Benutzername;Name;Abteilung;password_hash
maya@fjord.example;maya;Maya Lindqvist;Sales;$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy
not an address;tomas;Tomás Aguilar;Support;
priya@harbor.example;1priya;Priya Raman;Support;
oskar@nyberg.example;oskar;Oskar Nyberg;Sales;
`;

test('a file is dropped, its columns are mapped, checked and imported; the report and the users are shown', async ({
  page,
  oss,
}) => {
  const administrator = await becomeAdministrator(page, oss);
  await page.goto(`${oss.consoleUrl}/users`);
  await openMenu(page, 'Import users');
  await expect(page.getByRole('heading', { name: 'Import users', level: 1 })).toBeVisible();
  await expectAccessible(page);

  await choose(page, 'broken.csv', 'a,b\n1,"2\n');
  await expect(page.getByRole('alert')).toContainText('The file cannot be read.');
  await choose(page, 'people.csv', csv);

  await expect(page.getByRole('heading', { name: 'people.csv' })).toBeVisible();
  await expect(page.getByText('4 users')).toBeVisible();
  const field = (column: string) => page.getByRole('combobox', { name: `Field for ${column}` });
  await expect(field('E-Mail')).toHaveValue('Email');
  await expect(field('password_hash')).toHaveValue('Password hash');
  await expect(field('Abteilung')).toHaveValue('Skip');
  await expectAccessible(page);
  // Two columns mapped to one field are not submitted.
  await field('Abteilung').click();
  await page.getByRole('option', { name: 'Username', exact: true }).click();
  await expect(page.getByText('Another column is mapped to this field.')).toHaveCount(2);
  await field('Abteilung').click();
  await page.getByRole('option', { name: 'Custom data: Abteilung' }).click();

  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByRole('heading', { name: 'Check of people.csv' })).toBeVisible();
  await expect(page.getByText('2 lines cannot be imported')).toBeVisible();
  const report = page.getByRole('table', { name: 'Report' });
  await expect(report.getByRole('row')).toHaveCount(3);
  await expect(report.getByRole('row', { name: 'Line 3' })).toContainText('This is not an email address.');
  await expect(report.getByRole('row', { name: 'Line 4' })).toContainText('A username starts with a letter');
  await expectAccessible(page);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download report' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toMatch(/^report-.+\.csv$/);
  expect(await readFile(await saved.path(), 'utf8')).toContain('3,error,user_import.email_invalid,primaryEmail');

  // Back to the columns: the mapping is kept.
  await page.getByRole('link', { name: 'Change columns and options' }).click();
  await expect(field('Abteilung')).toHaveValue('Custom data: Abteilung');
  await page.goBack();
  await page.getByRole('button', { name: 'Import 2 users' }).click();
  await expect(page.getByRole('heading', { name: 'Import of people.csv' })).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100');
  await expect(page.getByText('Done')).toBeVisible();
  // A later visit shows the same.
  const address = page.url();
  await visit(page, `${oss.consoleUrl}/users/import`);
  await expect(page.getByRole('heading', { name: 'Import users', level: 1 })).toBeVisible();
  await visit(page, address);
  await expect(page.getByRole('heading', { name: 'Import of people.csv' })).toBeVisible();
  await expect(page.getByText('4 of 4')).toBeVisible();
  await page.getByRole('link', { name: 'Show users' }).click();
  await expect(page.getByRole('link', { name: 'Maya Lindqvist' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Oskar Nyberg' })).toBeVisible();
  const [maya] = await administrator.api<{ customData: unknown; hasPassword: boolean }[]>(
    'get',
    '/api/users?search=maya%25',
  );
  expect(maya).toMatchObject({ customData: { Abteilung: 'Sales' }, hasPassword: true });

  await openMenu(page, 'Background jobs');
  const jobs = page.getByRole('table', { name: 'Background jobs' });
  await expect(jobs.getByRole('row')).toHaveCount(3);
  await expect(jobs.getByRole('row', { name: 'Import of people.csv' })).toContainText('Done');
  await expectAccessible(page);
  administrator.expectNoComplaints(400);
});

test('a running import is shown again and can be stopped', async ({ page, oss }) => {
  const administrator = await becomeAdministrator(page, oss);
  await page.goto(`${oss.consoleUrl}/users/import`);
  // Plain text passwords are slow, because each is hashed. Enough users that a fast machine is not done before the
  // stop.
  const count = 6000;
  const rows = Array.from({ length: count }, (_, n) => `slow${n}@many.example,a secret of number ${n}`);
  await choose(page, 'slow.csv', `email,password\n${rows.join('\n')}\n`);
  await page.getByRole('button', { name: 'Import now' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Import now' }).click();
  await expect(page.getByRole('heading', { name: 'Import of slow.csv' })).toBeVisible();
  await expect(page.getByText('The job continues in the background.')).toBeVisible();

  await visit(page, `${oss.consoleUrl}/users/import`);
  await page.getByRole('link', { name: 'Show its progress' }).click();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop the job' }).click();
  await expect(page.getByText('Canceled', { exact: true })).toBeVisible();
  await expect(page.getByText('The job stopped before the rest.')).toBeVisible();
  const [job] = await administrator.api<{ done: number; counts: { created: number } }[]>('get', '/api/user-jobs');
  expect(job?.done).toBeLessThan(count);
  const { length } = await administrator.api<unknown[]>('get', '/api/users?page_size=1');
  // A job that stopped before its first user has no counts.
  expect([length === 1, job?.counts.created ?? 0]).toEqual([(job?.done ?? 0) > 0, job?.done]);
  // The file is still available for another attempt.
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'slow.csv' })).toBeVisible();
  await page.getByRole('button', { name: 'Delete file' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete file' }).click();
  await expect(page.getByRole('heading', { name: 'Import users', level: 1 })).toBeVisible();
  administrator.expectNoComplaints();
});

test('the filtered users are exported; the URL of a deleted file or job shows an error', async ({ page, oss }) => {
  const administrator = await becomeAdministrator(page, oss);
  await administrator.api('post', '/api/users', { username: 'maya', name: '=1+1' });
  await administrator.api('post', '/api/users', { username: 'tomas' });
  await page.goto(`${oss.consoleUrl}/users?search=maya`);
  await expect(page.getByRole('link', { name: '=1+1' })).toBeVisible();
  const saving = page.waitForEvent('download');
  await openMenu(page, 'Export as CSV');
  const saved = await saving;
  expect(saved.suggestedFilename()).toMatch(/^users-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await saved.path(), 'utf8');
  expect(text).toContain(",'=1+1,");
  expect(text).not.toContain('tomas');

  await visit(page, `${oss.consoleUrl}/users/import/nothing`);
  await expect(page.getByRole('heading', { name: 'File not found' })).toBeVisible();
  await expectAccessible(page);
  await visit(page, `${oss.consoleUrl}/users/jobs/nothing`);
  await expect(page.getByRole('heading', { name: 'Job not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Background jobs' }).last().click();
  await expect(page.getByRole('heading', { name: 'No jobs yet' })).toBeVisible();
  await expectAccessible(page);
  administrator.expectNoComplaints(404);
});
