import type { Page } from '@playwright/test';
import { arriveInTenant, newcomersPassword, signInToConsole } from '../newcomer.ts';
import { askDatabase, expect, expectAccessible, expectToFit, type Product, test } from '../product.ts';
import { createTenantByRequests } from '../sign-in-by-requests.ts';

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

/** Creates a user with a tenant, and signs the page in without loading the console. */
async function signUp(page: Page, product: Product, username: string, tenant: string): Promise<string> {
  const password = newcomersPassword;
  await product.cli(['admin', 'create', '--username', username], { POSTERN_ADMIN_PASSWORD: password });
  return createTenantByRequests(page, product, { username, password, tenant });
}

async function begin(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Delete account' }).click();
}

test('deletes an account and the tenants without other members once nothing is owed, and leaves the other tenants', async ({
  page,
  browser,
  cloud,
}) => {
  const own = await signUp(page, cloud, 'iris', 'Northwind');
  const other = await (await browser.newContext()).newPage();
  const joined = await signUp(other, cloud, 'oskar', 'Fjord');
  const sql = (...statements: string[]) => askDatabase(cloud, 'admin', ...statements);
  const all = (...statements: string[]) => askDatabase(cloud, '*', ...statements);
  const iris = `(select id from users where username = 'iris')`;
  await sql(
    `insert into organization_users (organization_id, user_id) values ('t-${joined}', ${iris})`,
    `insert into organization_users_roles (organization_id, user_id, organization_role_id)
      values ('t-${joined}', ${iris}, 'collaborator')`,
  );
  await all(`update tenants set tag = 'production', plan_id = 'pro-202509' where id = '${own}'`);
  await askDatabase(
    cloud,
    own,
    `insert into subscriptions (status, current_period_start, current_period_end)
      values ('past_due', now() - interval '1 day', now() + interval '1 day')`,
  );

  await test.step('an ID token without organization roles deletes nothing', async () => {
    await page.goto(`${cloud.consoleUrl}/profile`);
    await expect(page.getByRole('button', { name: 'Delete account' })).toBeVisible();
    await page.route('**/oidc/token', async (route) => {
      const answer = await route.fetch();
      const tokens = await answer.json();
      const [head = '', payload = '', signature = ''] = String(tokens.id_token).split('.');
      const { organization_roles: _, ...claims } = JSON.parse(Buffer.from(payload, 'base64url').toString());
      const changed = Buffer.from(JSON.stringify(claims)).toString('base64url');
      await route.fulfill({ response: answer, json: { ...tokens, id_token: [head, changed, signature].join('.') } });
    });
    await begin(page);
    await page.getByLabel('Current password', { exact: true }).fill(newcomersPassword);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText('Your session does not include your tenants.');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.unroute('**/oidc/token');
  });

  await test.step('a paid plan, a past-due subscription and unpaid bills block the deletion', async () => {
    await page.route('**/api/tenants', async (route) => {
      const answer = await route.fetch();
      const tenants: { id: string }[] = await answer.json();
      const json = tenants.map((tenant) =>
        tenant.id === joined ? { ...tenant, openInvoices: [{ id: 'in_1', amountDue: 1600 }] } : tenant,
      );
      await route.fulfill({ response: answer, json });
    });
    await begin(page);
    const blocked = dialog(page, 'Your account cannot be deleted yet');
    const list = (title: string) => blocked.locator('section', { hasText: title }).getByRole('listitem');
    await expect(list('These tenants have a paid plan')).toHaveText([`Northwind ${own}`]);
    await expect(list('have a problem with their subscription')).toHaveText([`Northwind ${own}`]);
    await expect(list('have unpaid invoices')).toHaveText([`Fjord ${joined}`]);
    await expectToFit(page);
    await blocked.getByRole('button', { name: 'Got it' }).click();
    await page.unroute('**/api/tenants');
  });

  await askDatabase(cloud, own, `delete from subscriptions`);
  await all(`update tenants set plan_id = 'free' where id = '${own}'`);

  await test.step('lists what happens to each tenant and asks for confirmation again', async () => {
    await begin(page);
    const confirm = dialog(page, 'Delete your account?');
    await expect(confirm.locator('section', { hasText: 'You are the only member' }).getByRole('listitem')).toHaveText([
      `Northwind ${own}`,
    ]);
    await expect(confirm.locator('section', { hasText: 'You leave' }).getByRole('listitem')).toHaveText([
      `Fjord ${joined}`,
    ]);
    await expectToFit(page);
    await confirm.getByRole('button', { name: 'Continue' }).click();
    const last = dialog(page, 'Delete permanently?');
    await expect(last.getByRole('button', { name: 'Delete account' })).toBeDisabled();
    await last.getByLabel('Type iris to confirm').fill('iris');
    await expectAccessible(page);
  });

  await test.step('a failure is shown with the request id and changes nothing', async () => {
    await page.route('**/api/me', (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({
            status: 500,
            headers: { 'logto-core-request-id': 'req-42' },
            json: { code: 'server.internal', message: 'The server stumbled.' },
          })
        : route.fallback(),
    );
    await dialog(page, 'Delete permanently?').getByRole('button', { name: 'Delete account' }).click();
    const failed = dialog(page, 'An error occurred');
    await expect(failed).toContainText('The server stumbled.');
    await expect(failed).toContainText('req-42');
    await expect(failed).toContainText('Try again later.');
    await expectAccessible(page);
    await failed.getByRole('button', { name: 'Got it' }).click();
    await page.unroute('**/api/me');
  });

  await test.step('a retry deletes everything and ends at the sign-in page', async () => {
    await begin(page);
    const confirm = dialog(page, 'Delete your account?');
    await expect(confirm).toContainText('Fjord');
    await expect(confirm).toContainText('Northwind');
    await confirm.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Type iris to confirm').fill('iris');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/sign-in/);
    await signInToConsole(page, 'iris');
    await expect(page.getByText('The account or password is incorrect.')).toBeVisible();
  });

  await other.goto(`${cloud.consoleUrl}/${joined}`);
  expect(await arriveInTenant(other)).toBe(joined);
  const rest = await all(`select id from tenants where id in ('${own}', '${joined}') and deleted_at is null`);
  expect(rest).toEqual([{ id: joined }]);
});
