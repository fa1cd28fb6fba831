import { becomeAdministrator } from '../administrator.ts';
import { expect, test } from '../product.ts';

test('an administrator finds who made a change, reads the entry and exports what is filtered', async ({
  page,
  oss,
}) => {
  const { api } = await becomeAdministrator(page, oss);
  await api('post', '/api/roles', { name: 'Auditor', description: 'Reads the logs' });
  const query = '/api/logs?logKey=Role.Created&includeChanges=true&page=1&page_size=1';
  await expect.poll(async () => (await api<unknown[]>('get', query)).length).toBe(1);
  await page.goto(`${oss.consoleUrl}/audit-logs?logKey=Role.Created`);
  const table = page.getByRole('table', { name: 'Audit logs' });
  await expect(table.getByRole('cell', { name: 'admin Administrator' })).toBeVisible();
  await expect(table.getByRole('row')).toHaveCount(2);

  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'JSON lines' }).click();
  expect((await file).suggestedFilename()).toMatch(/^audit-logs-.*\.ndjson$/);
  await expect(page.getByText('The log entries were exported.')).toBeVisible();

  await table.getByRole('link', { name: /Role: created/ }).click();
  await expect(page.getByText(/^Administrator admin \(\w+\)$/)).toBeVisible();
  await expect(page.getByRole('group', { name: 'Raw entry' })).toContainText('"key": "Role.Created"');
});
