import { becomeAdministrator } from '../administrator.ts';
import { expect, expectAccessible, expectReadable, test } from '../product.ts';
import { visit } from '../visit.ts';

test('lists are sorted, searched and edited in bulk, and the URL keeps the state', async ({ page, oss }) => {
  const administrator = await becomeAdministrator(page, oss);
  for (const name of ['Beta', 'alpha', 'Gamma']) {
    await Promise.all([
      administrator.api('post', '/api/roles', { name, description: name }),
      administrator.api('post', '/api/applications', { name, type: 'SPA' }),
      administrator.api('post', '/api/resources', { name, indicator: `https://${name.toLowerCase()}.example` }),
    ]);
  }
  const rows = page.locator('tbody tr');
  const names = () => page.locator('[data-row-link] > span:first-child').allTextContents();

  await page.goto(`${oss.consoleUrl}/applications`);
  await expect(rows).toHaveCount(3);
  await expect.poll(names).toEqual(['Gamma', 'alpha', 'Beta']);
  await page.getByRole('button', { name: 'Application', exact: true }).click();
  await expect.poll(names).toEqual(['alpha', 'Beta', 'Gamma']);
  await expect(page.locator('th[aria-sort="ascending"]')).toHaveText('Application');
  await page.getByRole('button', { name: 'Application', exact: true }).click();
  await expect.poll(names).toEqual(['Gamma', 'Beta', 'alpha']);
  await page.getByRole('checkbox', { name: 'Select Beta' }).check();
  await page.getByRole('checkbox', { name: 'Select alpha' }).check();
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.reload();
  await expect(page.getByText('2 selected')).toBeVisible();
  await expect.poll(names).toEqual(['Gamma', 'Beta', 'alpha']);
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectReadable(page);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Delete', exact: true })).toBeDisabled();
  await dialog.getByRole('textbox').fill('delete 2');
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('2 items deleted.')).toBeVisible();
  await expect(rows).toHaveCount(1);

  await visit(page, `${oss.consoleUrl}/api-resources`);
  await page.getByRole('searchbox').fill('alpha.example');
  await expect(rows).toHaveCount(1);
  await page.getByRole('searchbox').fill('');
  await expect(rows).toHaveCount(4);
  // The management API cannot be deleted; it stays selected and the reason is shown.
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await dialog.getByRole('textbox').fill('delete 4');
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText(/1 item could not be deleted/)).toBeVisible();
  await expect(rows).toHaveCount(1);
  await expect(page.getByText('1 selected')).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, `${oss.consoleUrl}/roles?sort=-name`);
  await expect.poll(names).toEqual(['Management API access', 'Gamma', 'Beta', 'alpha']);
  administrator.expectNoComplaints(400);
});
