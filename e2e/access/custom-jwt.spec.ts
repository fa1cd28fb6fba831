import type { Page } from '@playwright/test';
import { customJwtApi } from '@postern/contracts/access/custom-jwt';
import { becomeAdministrator } from '../administrator.ts';
import { expect, expectAccessible, expectNarrow, expectToFit, test } from '../product.ts';
import { visit } from '../visit.ts';

const editor = (page: Page) => page.getByRole('textbox', { name: 'Script' });

/** Replaces the script by pasting a new one. */
async function write(page: Page, script: string): Promise<void> {
  await editor(page).click();
  await page.keyboard.press('Control+a');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(script)})`);
  await page.keyboard.press('Control+v');
}

test('a script is edited with completion, tested, saved, changed and deleted', async ({ page, oss }) => {
  const administrator = await becomeAdministrator(page, oss);
  await page.goto(`${oss.consoleUrl}/customize-jwt`);
  await expect(page.getByRole('heading', { level: 1, name: 'Custom JWT' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create script' })).toHaveCount(2);
  await expectToFit(page);
  const card = page.getByRole('region', { name: 'User access token' });
  await card.getByRole('link', { name: 'Create script' }).click();
  await expect(page).toHaveURL(/customize-jwt\/access-token\/create$/);
  await expect(editor(page)).toContainText('getCustomJwtClaims');
  await expectAccessible(page);

  await test.step('works in dark mode and on a narrow screen', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 390, height: 844 });
    await visit(page, `${oss.consoleUrl}/customize-jwt/access-token/edit`);
    // There is no script to edit yet.
    await expect(page).toHaveURL(/access-token\/create$/);
    await expect(editor(page)).toBeVisible();
    for (const name of ['Test', 'Variables', 'Reference']) {
      await page.getByRole('tab', { name }).click();
      await expectAccessible(page);
      await expectNarrow(page, 390);
    }
    await page.getByText('context', { exact: true }).click();
    await page.getByText('user', { exact: true }).click();
    await expect(page.getByText('Verified email address.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('tab', { name: 'Test' }).click();
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  // The default script runs without changes.
  await page.getByRole('button', { name: 'Run' }).click();
  await expect(page.getByText('Succeeded')).toBeVisible();

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

  await page.getByRole('tab', { name: 'Test' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Variables' })).toBeFocused();
  await page.getByRole('button', { name: 'Add variable' }).click();
  await page.getByLabel('Name of variable 1').fill('1st');
  await page.getByLabel('Value of variable 1').fill('s3cret');
  await expect(page.getByLabel('Value of variable 1')).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByText('Use letters, digits and _. The first character must not be a digit.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Name of variable 1').fill('API_KEY');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Script created')).toBeVisible();
  await expect(page).toHaveURL(/customize-jwt\/access-token\/edit$/);
  const stored = await administrator.api<{ environmentVariables: object }>(
    'get',
    customJwtApi.get.path.replace(':tokenTypePath', 'access-token'),
  );
  expect(stored.environmentVariables).toEqual({ API_KEY: 's3cret' });

  // A stray click does not lose unsaved changes.
  await write(page, 'const getCustomJwtClaims = async () => ({});');
  await expect(page.getByText('1 unsaved change')).toBeVisible();
  await page.getByRole('link', { name: 'Signing keys' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(editor(page)).toContainText('customData.plan');

  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Custom JWT' }).click();
  await expect(card.getByText('Active')).toBeVisible();
  await card.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete this script?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Script deleted')).toBeVisible();
  await expect(card.getByRole('link', { name: 'Create script' })).toBeVisible();
  administrator.expectNoComplaints();
});

test('a failing script reports and links its line; denied access and invalid samples are reported', async ({
  page,
  oss,
}) => {
  const administrator = await becomeAdministrator(page, oss);
  await page.goto(`${oss.consoleUrl}/customize-jwt/client-credentials/create`);
  await expect(editor(page)).toBeVisible();
  await write(
    page,
    'const getCustomJwtClaims = async ({ token }) => {\n  console.warn("before");\n  return { a: token.x.y };\n};',
  );
  await page.getByRole('button', { name: 'Run' }).click();
  await expect(page.getByText('Failed', { exact: true })).toBeVisible();
  await expect(page.getByText("cannot read property 'y' of undefined").first()).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'before' })).toBeVisible();
  await expect(page.locator('.cm-lint-marker-error')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Go to line 3' }).click();
  await expect(editor(page)).toBeFocused();
  await expect(page.locator('.cm-activeLine')).toContainText('token.x.y');

  await write(page, 'const getCustomJwtClaims = async ({ api }) => api.denyAccess("closed on Sundays");');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Access denied')).toBeVisible();
  await expect(page.getByText('closed on Sundays').last()).toBeVisible();

  await write(page, 'const getCustomJwtClaims = async () => ({ sub: 1, fine: true });');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Scripts cannot set these claims: sub.')).toBeVisible();

  await page.getByLabel('Token', { exact: true }).fill('{ "iss": "x" }');
  await page.getByRole('button', { name: 'Run' }).click();
  await expect(page.getByText('This sample does not match the input of a script: iss')).toBeVisible();

  // Syntax errors are marked before the script runs.
  await write(page, 'const getCustomJwtClaims = async () => {\n  return {;\n};');
  await expect(page.locator('.cm-lint-marker-error').first()).toBeVisible();

  // The editor releases the keyboard focus: Escape, then Tab.
  await editor(page).focus();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(editor(page)).not.toBeFocused();
  await page.goto(`${oss.consoleUrl}/customize-jwt/id-token/create`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  administrator.expectNoComplaints();
});
