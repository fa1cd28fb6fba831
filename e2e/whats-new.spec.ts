import { becomeAdministrator } from './administrator.ts';
import { expect, expectToFit, test } from './product.ts';

test('the version has a dot until its changes were read', async ({ oss, page }) => {
  const { expectNoComplaints } = await becomeAdministrator(page, oss);
  // A light page: the version is on every one.
  await page.goto(`${oss.consoleUrl}/signing-keys`);
  const version = page.getByRole('button', { name: /^v\d+\.\d+\.\d+/ });
  await expect(version).toHaveAccessibleName(/What’s new, Not read yet$/);

  await version.click();
  const panel = page.getByRole('dialog', { name: 'What’s new' });
  await expect(panel.getByText(/^v\d+\.\d+\.\d+, \w+ \d+, \d{4}$|^Unreleased$/)).toBeVisible();
  const first = panel.locator('details').first();
  await expect(first.getByRole('listitem').first()).toBeVisible();
  const last = panel.locator('details').last();
  await expect(last.getByRole('listitem').first()).toBeHidden();
  await last.locator('summary').press('Enter');
  await expect(last.getByRole('listitem').first()).toBeVisible();
  await expect(panel.getByRole('link', { name: 'All changes' })).toHaveAttribute('href', /\/docs\/changelog$/);
  await expectToFit(page);

  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(version).toBeFocused();
  await expect(version).toHaveAccessibleName(/What’s new$/);
  await page.reload();
  await expect(version).toHaveAccessibleName(/What’s new$/);
  expectNoComplaints();
});
