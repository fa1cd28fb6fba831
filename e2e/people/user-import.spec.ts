import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { becomeAdministrator } from '../administrator.ts';
import { expect, test } from '../product.ts';
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

test('a file is checked and imported, with a report of what failed, and users are exported', async ({ page, oss }) => {
  const administrator = await becomeAdministrator(page, oss);
  await page.goto(`${oss.consoleUrl}/users`);
  await openMenu(page, 'Import users');
  await expect(page.getByRole('heading', { name: 'Import users', level: 1 })).toBeVisible();

  await choose(page, 'broken.csv', 'a,b\n1,"2\n');
  await expect(page.getByRole('alert')).toContainText('The file cannot be read.');
  await choose(page, 'people.csv', csv);

  await expect(page.getByRole('heading', { name: 'people.csv' })).toBeVisible();
  await expect(page.getByText('4 users')).toBeVisible();
  const field = (column: string) => page.getByRole('combobox', { name: `Field for ${column}` });
  await expect(field('E-Mail')).toHaveValue('Email');
  await field('Abteilung').click();
  await page.getByRole('option', { name: 'Custom data: Abteilung' }).click();

  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByRole('heading', { name: 'Check of people.csv' })).toBeVisible();
  await expect(page.getByText('2 lines cannot be imported')).toBeVisible();
  const report = page.getByRole('table', { name: 'Report' });
  await expect(report.getByRole('row')).toHaveCount(3);
  await expect(report.getByRole('row', { name: 'Line 3' })).toContainText('This is not an email address.');
  await expect(report.getByRole('row', { name: 'Line 4' })).toContainText('A username starts with a letter');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download report' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toMatch(/^report-.+\.csv$/);
  expect(await readFile(await saved.path(), 'utf8')).toContain('3,error,user_import.email_invalid,primaryEmail');

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

  await test.step('the filtered users are exported', async () => {
    await administrator.api('post', '/api/users', { username: 'formula', name: '=1+1' });
    await visit(page, `${oss.consoleUrl}/users?search=formula`);
    await expect(page.getByRole('link', { name: '=1+1' })).toBeVisible();
    const exporting = page.waitForEvent('download');
    await openMenu(page, 'Export as CSV');
    const exported = await exporting;
    expect(exported.suggestedFilename()).toMatch(/^users-\d{4}-\d\d-\d\d\.csv$/);
    const text = await readFile(await exported.path(), 'utf8');
    expect(text).toContain(",'=1+1,");
    expect(text).not.toContain('maya');
  });
  administrator.expectNoComplaints(400);
});
