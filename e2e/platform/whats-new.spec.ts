import { becomeAdministrator } from '../administrator.ts';
import { expect, expectToFit, test } from '../product.ts';

test('the version has a dot until its changes were read', async ({ oss, page }) => {
  const { expectNoComplaints } = await becomeAdministrator(page, oss);
  // A light page: the version is on every one.
  await page.goto(`${oss.consoleUrl}/signing-keys`);
  const version = page.getByRole('button', { name: /^v\d+\.\d+\.\d+/ });
  await expect(version).toHaveAccessibleName(/What’s new, Not read yet$/);

  await version.click();
  const panel = page.getByRole('dialog', { name: 'What’s new' });
  await expect(panel.getByText(/^v\d+\.\d+\.\d+, \w+ \d+, \d{4}$|^Unreleased$/)).toBeVisible();
  const groups = panel.locator('details');
  await expect(groups.first().getByRole('listitem').first()).toBeVisible();
  // The changelog may have one group of changes at a time: the first one is open, and each opens and closes by keyboard.
  const last = groups.last();
  const isOpen = (await groups.count()) === 1;
  await expect(last.getByRole('listitem').first()).toBeVisible({ visible: isOpen });
  await last.locator('summary').press('Enter');
  await expect(last.getByRole('listitem').first()).toBeVisible({ visible: !isOpen });
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
