import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { becomeAdministrator } from '../administrator.ts';
import { expect, test } from '../product.ts';

test('sign-in methods and providers are chosen, previewed before they are saved, and shown on the real page', async ({
  page,
  oss,
}) => {
  const administrator = await becomeAdministrator(page, oss);
  const config = { clientId: 'postern', clientSecret: 'not a secret' };
  for (const connectorId of ['github-universal', 'discord-universal']) {
    await administrator.api('post', '/api/connectors', { connectorId, config });
  }
  const choose = async (button: string, item: string) => {
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };
  await page.goto(`${oss.consoleUrl}/sign-in-experience/sign-up-and-sign-in`);
  const preview = page.frameLocator('iframe');
  await expect(preview.getByLabel('Username')).toBeVisible();
  await choose('Add identifier', 'Email address');
  await expect(preview.getByLabel('Username or email address')).toBeVisible();
  await choose('Add provider', 'GitHub');
  await choose('Add provider', 'Discord');

  const rows = page.getByRole('region', { name: 'Social sign-in' }).getByRole('listitem');
  const [from, to] = [rows.nth(1).getByRole('button', { name: 'Move Discord', exact: true }), rows.nth(0)];
  await from.scrollIntoViewIfNeeded();
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  await page.mouse.move((start?.x ?? 0) + 8, (start?.y ?? 0) + 8);
  await page.mouse.down();
  await page.mouse.move((start?.x ?? 0) + 8, (end?.y ?? 0) + 4, { steps: 5 });
  await page.mouse.up();
  await expect(rows).toHaveText(['Discord', 'GitHub']);
  await page.getByRole('textbox', { name: 'URL for unknown sessions' }).fill('https://app.example.com');
  await page.keyboard.press('Control+s');
  await page.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click();
  await expect
    .poll(() => administrator.api<SignInExperience>('get', '/api/sign-in-exp'))
    .toMatchObject({
      signUp: { identifiers: ['username'], secondaryIdentifiers: [{ identifier: 'email' }] },
      socialSignInConnectorTargets: ['discord', 'github'],
    });

  const lost = await page.request.get(`${oss.endpoint}/sign-in`, { maxRedirects: 0 });
  expect(lost.headers().location).toBe('https://app.example.com');
  await page.goto(`${oss.endpoint}/demo-app`);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByLabel('Username or email address')).toBeVisible();
  await expect(page.getByRole('button', { name: /GitHub|Discord/ })).toHaveText([/Discord/, /GitHub/]);
  administrator.expectNoComplaints();
});
