import type { Page } from '@playwright/test';
import { customJwtApi } from '@postern/contracts/access/custom-jwt';
import { becomeAdministrator } from '../administrator.ts';
import { expect, test } from '../product.ts';

const editor = (page: Page) => page.getByRole('textbox', { name: 'Script' });

/** Replaces the script by pasting a new one. */
async function write(page: Page, script: string): Promise<void> {
  await editor(page).click();
  await page.keyboard.press('Control+a');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(script)})`);
  await page.keyboard.press('Control+v');
}

test('a script is edited with completion, tested, saved and deleted', async ({ page, oss }) => {
  const administrator = await becomeAdministrator(page, oss);
  await page.goto(`${oss.consoleUrl}/customize-jwt`);
  await expect(page.getByRole('heading', { level: 1, name: 'Custom JWT' })).toBeVisible();
  const card = page.getByRole('region', { name: 'User access token' });
  await card.getByRole('link', { name: 'Create script' }).click();
  await expect(page).toHaveURL(/customize-jwt\/access-token\/create$/);
  await expect(editor(page)).toContainText('getCustomJwtClaims');

  // The default script runs without changes.
  await page.getByRole('button', { name: 'Run' }).click();
  await expect(page.getByText('Succeeded')).toBeVisible();

  await write(page, 'const getCustomJwtClaims = async ({ token }) => {\n  return { a: token.x.y };\n};');
  await page.getByRole('button', { name: 'Run' }).click();
  await expect(page.getByText("cannot read property 'y' of undefined").first()).toBeVisible();
  await page.getByRole('button', { name: 'Go to line 2' }).click();
  await expect(editor(page)).toBeFocused();

  // Completion offers what a script can access.
  await write(page, 'const getCustomJwtClaims = async ({ context }) => {\n  return { plan: context.user.');
  await page.keyboard.type('custom');
  await expect(page.getByRole('option', { name: /customData/ })).toBeVisible();
  await expect(page.locator('.cm-completionInfo')).toContainText('Custom data of the user.');
  await expect(page.locator('.cm-tooltip-autocomplete-disabled')).toHaveCount(0);
  // For 75 ms after its list changed the editor treats Enter as a new line, to prevent accidental completion.
  await page.waitForTimeout(150);
  await page.keyboard.press('Enter');
  await page.keyboard.type('.plan };');
  await page.keyboard.press('Enter');
  await page.keyboard.type('};');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('group', { name: 'Claims' })).toContainText('"plan": "gold"');

  await page.getByRole('tab', { name: 'Variables' }).click();
  await page.getByRole('button', { name: 'Add variable' }).click();
  await page.getByLabel('Name of variable 1').fill('API_KEY');
  await page.getByLabel('Value of variable 1').fill('s3cret');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Script created')).toBeVisible();
  await expect(page).toHaveURL(/customize-jwt\/access-token\/edit$/);
  const stored = await administrator.api<{ environmentVariables: object }>(
    'get',
    customJwtApi.get.path.replace(':tokenTypePath', 'access-token'),
  );
  expect(stored.environmentVariables).toEqual({ API_KEY: 's3cret' });

  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Custom JWT' }).click();
  await expect(card.getByText('Active')).toBeVisible();
  await card.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete this script?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Script deleted')).toBeVisible();
  await expect(card.getByRole('link', { name: 'Create script' })).toBeVisible();
  administrator.expectNoComplaints();
});
