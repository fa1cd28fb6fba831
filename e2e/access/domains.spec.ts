import { startDns } from '../../server/src/features/access/domains/testing-dns.ts';
import { becomeAdministrator } from '../administrator.ts';
import { expect, test } from '../product.ts';

let dns: Awaited<ReturnType<typeof startDns>>;

test.use({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  environment: async ({}, use) => {
    dns = await startDns();
    await use({ DNS_RESOLVER: dns.address });
    await dns.close();
  },
});

test('a domain is added, becomes active when its record exists, and is deleted', async ({ page, oss }) => {
  await becomeAdministrator(page, oss);
  await page.goto(`${oss.consoleUrl}/tenant-settings/domains`);
  await expect(page.getByText('No custom domains yet.')).toBeVisible();
  const dialog = page.getByRole('dialog');
  const domain = page.getByRole('region', { name: 'login.acme.example' });

  await test.step('the domain becomes active by itself, and its record is shown', async () => {
    // Long before the page reads the domain again, so that the test need not wait for a second look-up.
    dns.records.set('login.acme.example', new URL(oss.endpoint).hostname);
    await page.getByRole('button', { name: 'Add domain' }).press('Enter');
    await dialog.getByRole('textbox', { name: 'Domain' }).fill('login.acme.example');
    await dialog.getByRole('button', { name: 'Add domain' }).click();
    await expect(domain.getByText('Active', { exact: true })).toBeVisible({ timeout: 30_000 });
    const record = domain.getByRole('table', { name: 'DNS records of login.acme.example' }).getByRole('row').nth(1);
    await expect(record).toContainText('CNAME');
    await expect(record).toContainText(new URL(oss.endpoint).hostname);
  });

  await test.step('it is deleted after a question', async () => {
    await domain.getByRole('button', { name: 'Delete login.acme.example' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('No custom domains yet.')).toBeVisible();
  });
});
