import type { Page } from '@playwright/test';
import { askDatabase, expect, expectAccessible, type Product, test, watchConsole } from '../product.ts';
import { prepareNewcomer, visit } from '../visit.ts';

/** Runs a CLI command as the operator of the installation. */
const run = ({ cli }: Product, ...words: string[]) => cli(words);

const manyTenants = (count: number) =>
  `insert into tenants (id, name, plan_id, tag, created_at)
    select 'bulk' || n, 'Bulk ' || n, case when n % 2 = 0 then 'free' else 'dev' end,
      case when n % 2 = 0 then 'production' else 'development' end, now() - n * interval '1 hour'
    from generate_series(1, ${count}) as n`;

async function openArea(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account: / }).click();
  await page.getByRole('menuitem', { name: 'Operators' }).click();
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await page.getByRole('link', { name: 'All tenants' }).click();
  await expect(page.getByRole('heading', { name: 'All tenants' })).toBeVisible();
}

const actions = (page: Page) => page.getByRole('button', { name: 'More actions' });

test('an operator finds a tenant among many, suspends it, changes its plan and resumes it', async ({
  page,
  browser,
  cloud,
}) => {
  const complaints = watchConsole(page);
  const owner = await (await browser.newContext()).newPage();
  await prepareNewcomer(page, cloud, 'olga', 'Headquarters');
  const tenantId = await prepareNewcomer(owner, cloud, 'owen', 'Acme Rockets');
  await askDatabase(cloud, '*', manyTenants(300));

  await test.step('other users see neither the menu entry nor the pages', async () => {
    const missing = async () => {
      await expect(owner.getByRole('link', { name: 'Back to the console' }).first()).toBeVisible();
      await expect(owner.getByRole('heading', { level: 1 })).toHaveText('Page not found');
    };
    await owner.goto(`${cloud.consoleUrl}/operator/tenants/${tenantId}`);
    await missing();
    await visit(owner, `${cloud.consoleUrl}/${tenantId}`);
    await expect(owner.getByText(/^\d of 4 done$/)).toBeVisible();
    await owner.getByRole('button', { name: /^Account: / }).click();
    await expect(owner.getByRole('menuitem', { name: 'Profile' })).toBeVisible();
    await expect(owner.getByRole('menuitem', { name: 'Operators' })).toHaveCount(0);
    await owner.keyboard.press('Escape');
    await visit(owner, `${cloud.consoleUrl}/operator`);
    await missing();
    await visit(owner, `${cloud.consoleUrl}/${tenantId}`);
  });

  await test.step('search and filters are kept in the URL', async () => {
    await run(cloud, 'operator', 'add', 'olga');
    await page.goto(cloud.consoleUrl);
    await openArea(page);
    await expect(page.getByText('1–20 of 302')).toBeVisible();
    await page.getByRole('button', { name: 'Plan', exact: true }).click();
    await page.getByRole('menuitemradio', { name: 'Free' }).click();
    await expect(page.getByText('1–20 of 150')).toBeVisible();
    await expect(page).toHaveURL(/\/operator\/tenants\?\w+=free$/);
    await page.getByRole('button', { name: /clear/i }).first().click();
    await page.getByRole('searchbox', { name: 'Search tenants' }).fill('rockets');
    await expect(page.getByRole('row', { name: /Acme Rockets/ })).toContainText('owen');
    await expect(page).toHaveURL(/\/operator\/tenants\?search=rockets$/);
  });

  await test.step('a suspension applies at once', async () => {
    await page.getByRole('link', { name: 'Acme Rockets' }).click();
    await expect(page.getByRole('heading', { name: 'Acme Rockets' })).toBeVisible();
    await expect(page.getByRole('table', { name: 'Members' })).toContainText(/owen.*Administrator/);
    await actions(page).click();
    await page.getByRole('menuitem', { name: 'Suspend tenant' }).click();
    const dialog = page.getByRole('dialog', { name: 'Suspend Acme Rockets?' });
    await expect(dialog.getByLabel('Reason')).toBeFocused();
    await page.keyboard.type('Sends spam');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Acme Rockets is suspended')).toBeVisible();
    await expect(page.getByRole('table', { name: 'Suspensions' })).toContainText('Sends spam');
    const history = page.getByRole('table', { name: 'History' }).getByRole('row');
    await expect(history.filter({ hasText: 'Suspended: Sends spam' })).toContainText('olga');
  });

  const facts = page.getByRole('region', { name: 'Metrics' });
  await test.step('the overview shows metrics and databases', async () => {
    await visit(page, `${cloud.consoleUrl}/operator`);
    await expect(facts).toContainText('Every invoice is paid.');
    await expect(page.getByRole('region', { name: 'Databases' })).toContainText('Reachable');
  });

  await test.step('service levels are compared with the objectives', async () => {
    // So many that the requests of this test do not matter.
    const hour = "date_trunc('hour', now()) - interval '1 hour'";
    await askDatabase(cloud, '*', `insert into service_levels values (${hour}, 'api', 1000000, 500, 20000)`);
    await page.getByRole('link', { name: 'Service levels' }).click();
    const api = page.getByRole('region', { name: 'API' });
    await expect(api).toContainText('99.95%');
  });

  await test.step('the overview counts the tenant and links to it', async () => {
    await visit(page, `${cloud.consoleUrl}/operator`);
    await facts.getByRole('link', { name: 'Show' }).click();
    await expect(page).toHaveURL(/\/operator\/tenants\?state=suspended$/);
    await page.getByRole('link', { name: 'Acme Rockets' }).click();
    await expect(page.getByText('No invoices yet.')).toBeVisible();
  });

  await test.step('its members see the reason, and sign-in is blocked', async () => {
    await expect(owner.getByRole('heading', { name: 'This tenant is suspended' })).toBeVisible();
    const visitor = await owner.context().newPage();
    await visitor.goto(`${cloud.endpoint.replace('*', tenantId)}/sign-in`);
    await expect(visitor.getByText('Sign-in is currently not available.')).toBeVisible();
    await expectAccessible(visitor);
    await visitor.close();
  });

  await test.step('a custom plan has limits of its own', async () => {
    await page.getByRole('button', { name: 'Change plan' }).click();
    const dialog = page.getByRole('dialog', { name: 'Plan of Acme Rockets' });
    await dialog.getByRole('combobox', { name: 'Plan' }).click();
    await page.getByRole('option', { name: 'New agreed plan' }).click();
    await dialog.getByLabel('Name of the plan').fill('enterprise-acme');
    await dialog.getByLabel('Monthly active users').fill('250');
    await dialog.getByRole('button', { name: 'Change plan' }).click();
    await expect(page.getByText('Plan of Acme Rockets changed')).toBeVisible();
    await expect(page.getByText('0 of 250')).toBeVisible();
    await expect(page.getByRole('table', { name: 'History' })).toContainText(
      'Plan changed from Development to enterprise-acme',
    );
  });

  await test.step('resuming makes the tenant available again', async () => {
    await actions(page).click();
    await page.getByRole('menuitem', { name: 'Resume tenant' }).click();
    await expect(page.getByText('Acme Rockets is active again')).toBeVisible();
    await expect(owner.getByText(/^\d of 4 done$/)).toBeVisible();
    await visit(owner, `${cloud.consoleUrl}/${tenantId}/tenant-settings/subscription`);
    await expect(owner.getByRole('region', { name: 'Subscription' })).toContainText('As agreed');
    await expect(owner.getByRole('button', { name: 'Manage payment' })).toHaveCount(0);
  });
  expect(complaints).toEqual([]);
});
