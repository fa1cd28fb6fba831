import { becomeAdministrator } from '../administrator.ts';
import { askDatabase, expect, expectToFit, test } from '../product.ts';
import { visit } from '../visit.ts';

const insertLogs = `insert into logs (tenant_id, id, key, payload, created_at, user_id, application_id, organization_id) values
  ('default', 'log-failed', 'Interaction.SignIn.Verification.Password.Submit',
    '{"key":"Interaction.SignIn.Verification.Password.Submit","result":"Error","userId":"ghost","ip":"192.0.2.7","error":{"code":"session.invalid_credentials","message":"Wrong password."}}',
    now() - interval '1 hour', 'ghost', null, null),
  ('default', 'log-old', 'ExchangeTokenBy.RefreshToken',
    '{"key":"ExchangeTokenBy.RefreshToken","result":"Success","userId":"ghost"}', now() - interval '40 days', 'ghost', null, null),
  ('default', 'log-change', 'Organization.Membership.Updated',
    '{"key":"Organization.Membership.Updated","result":"Success","organizationId":"org1"}', now() - interval '2 hours', null, null, 'org1')`;

const markup = '<img src=x onerror="document.title=\'owned\'">';

const insertMarkup = `insert into logs (tenant_id, id, key, payload, created_at)
  values ('default', 'log-markup', 'Interaction.SignIn.Submit', '${JSON.stringify({
    key: 'Interaction.SignIn.Submit',
    result: 'Error',
    userId: markup,
    ip: markup,
    userAgent: markup,
    error: { code: 'x', message: markup },
  }).replaceAll("'", "''")}', now())`;

test('an administrator filters the audit log, keeps the filters in the URL, reads an entry and exports', async ({
  page,
  oss,
}) => {
  const { api } = await becomeAdministrator(page, oss);
  const list = `${oss.consoleUrl}/audit-logs`;

  await test.step('shows an error, recovers, and has nothing to list in a new tenant', async () => {
    const calls = '**/api/logs?*';
    await page.route(calls, (route) => route.fulfill({ status: 500, json: { code: 'x', message: 'Broken.' } }));
    await page.goto(list);
    await expect(page.getByRole('heading', { level: 1, name: 'Audit logs' })).toBeVisible();
    const retry = page.getByRole('button', { name: /again/i });
    await expect(retry).toBeVisible({ timeout: 20_000 });
    await page.unroute(calls);
    await retry.click();
    await expect(page.getByText('No log entries yet')).toBeVisible();
  });

  await askDatabase(oss, '*', insertLogs);
  await page.goto(`${list}?logKey=Organization.Membership.Updated`);
  const table = page.getByRole('table', { name: 'Audit logs' });
  await expect(table.getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: 'Clear filter Event' }).click();
  await expect(table.getByRole('link', { name: /Sign-in: password checked/ }).first()).toBeVisible();
  await expect(table.getByRole('link', { name: /Organization: members changed/ })).toBeVisible();
  await expectToFit(page);

  await test.step('by event, found by its title', async () => {
    await page.getByRole('button', { name: 'Event', exact: true }).click();
    await page.getByRole('searchbox', { name: 'Search events' }).fill('members');
    await page.getByRole('checkbox', { name: 'Organization: members changed' }).check();
    await page.keyboard.press('Escape');
    await expect(table.getByRole('row')).toHaveCount(2);
    await expect(page).toHaveURL(/logKey=Organization\.Membership\.Updated/);
    await page.getByRole('button', { name: 'Clear filter Event' }).click();
  });

  await test.step('by time, with a preset', async () => {
    await page.getByRole('button', { name: 'Time', exact: true }).click();
    await page.getByRole('radio', { name: 'In the last 30 days' }).click();
    await expect(page).toHaveURL(/start_time=-30d/);
    await expect(table.getByRole('link', { name: /Sign-in: password checked/ }).first()).toBeVisible();
    await expect(table.getByRole('link', { name: /Token for a refresh token/ })).toHaveCount(0);
  });

  await test.step('a search without results offers to clear the filters', async () => {
    await visit(page, `${list}?organizationId=unknown`);
    await expect(page.getByText('Nothing matches these filters')).toBeVisible();
    await page.getByRole('button', { name: 'Clear search and filters' }).click();
    await expect(table).toBeVisible();
  });

  await test.step('details with the raw entry', async () => {
    await visit(page, `${list}?logKey=Interaction.SignIn.Verification.Password.Submit&userId=ghost`);
    await table.getByRole('link', { name: /Sign-in: password checked/ }).click();
    await expect(page.getByText('Wrong password.').first()).toBeVisible();
    await expect(page.getByText('192.0.2.7').first()).toBeVisible();
    await expect(page.getByText('"id": "log-failed"')).toBeVisible();
    await expectToFit(page);
    await page.goBack();
    await expect(table.getByRole('row')).toHaveCount(2);
  });

  await test.step('who made a change, by name', async () => {
    await api('post', '/api/roles', { name: 'Auditor', description: 'Reads the logs' });
    const query = '/api/logs?logKey=Role.Created&includeChanges=true&page=1&page_size=1';
    await expect.poll(async () => (await api<unknown[]>('get', query)).length).toBe(1);
    await visit(page, `${list}?logKey=Role.Created`);
    await expect(table.getByRole('cell', { name: 'Administrator admin' })).toBeVisible();
    await table.getByRole('link', { name: /Role: created/ }).click();
    await expect(page.getByText(/^Administrator admin \(\w+\)$/)).toBeVisible();
    await page.goBack();
  });

  await test.step('export of the filtered entries', async () => {
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'JSON lines' }).click();
    expect((await file).suggestedFilename()).toMatch(/^audit-logs-.*\.ndjson$/);
    await expect(page.getByText('The log entries were exported.')).toBeVisible();
  });

  await test.step('attack 34: markup in an entry is shown as text', async () => {
    await askDatabase(oss, '*', insertMarkup);
    await visit(page, `${list}/log-markup`);
    await expect(page.getByText(markup).first()).toBeVisible();
    expect(await page.locator('img[src="x"]').count()).toBe(0);
    expect(await page.title()).not.toBe('owned');
  });
});
