import { becomeAdministrator } from '../administrator.ts';
import { expect, test, watchConsole } from '../product.ts';
import { startRelyingParty } from '../relying-party.ts';

test('an application created by keyboard registers a user, shows claims, and signs out', async ({
  page,
  browser,
  oss,
}) => {
  const administrator = await becomeAdministrator(page, oss);
  await page.goto(`${oss.consoleUrl}/applications`);
  await expect(page.getByRole('heading', { name: 'No applications yet' })).toBeVisible();
  await page.getByRole('link', { name: 'Create application' }).press('Enter');
  await page.getByRole('link', { name: 'Create without framework' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Create application' });
  await expect(dialog.getByRole('radio', { name: /Native app/ })).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('radio', { name: /Single-page app/ })).toBeChecked();
  await page.keyboard.press('Tab');
  await page.keyboard.type('Bookshop');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Bookshop' })).toBeVisible();

  const party = await startRelyingParty();
  await page.getByRole('textbox', { name: 'Redirect URIs, row 1', exact: true }).focus();
  await page.keyboard.type(party.redirectUri);
  await page.getByRole('textbox', { name: 'Post sign-out redirect URIs, row 1' }).focus();
  await page.keyboard.type(party.url);
  await expect(page.getByText('2 unsaved changes')).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Changes saved')).toBeVisible();
  await expect(page.getByText('2 unsaved changes')).toHaveCount(0);
  const clientId = page.url().split('/').at(-2) ?? '';
  await party.connect(`${oss.endpoint}/oidc`, clientId);

  const person = await (await browser.newContext({ colorScheme: 'dark' })).newPage();
  const complaints = watchConsole(person);
  await person.goto(party.url);
  await person.getByRole('link', { name: 'Sign in' }).click();
  await expect(person.getByLabel('Username')).toBeVisible();
  await person.getByRole('link', { name: /create/i }).click();
  await expect(person).toHaveURL(/\/register/);
  await expect(person.getByLabel('Username')).toBeVisible();
  await person.getByLabel('Username').fill('ada');
  await person.getByLabel('Password', { exact: true }).fill('a sentence nobody guesses');
  await person.keyboard.press('Enter');
  const claims = person.getByRole('table', { name: 'Claims' });
  await expect(claims.getByRole('row', { name: 'username ada' })).toBeVisible();
  await expect(claims.getByRole('row', { name: `aud ${clientId}` })).toBeVisible();
  await person.getByRole('link', { name: 'Sign out' }).click();
  await expect(person.getByRole('link', { name: 'Sign in' })).toBeVisible();
  await expect(person).toHaveURL(`${party.url}/`);
  // The session at the issuer is over too: the sign-in pages ask again.
  await person.getByRole('link', { name: 'Sign in' }).click();
  await expect(person.getByLabel('Password', { exact: true })).toBeVisible();
  expect(complaints).toEqual([]);
  await person.context().close();
  await party.stop();

  await page.getByRole('link', { name: 'Users' }).click();
  await expect(page.getByRole('row', { name: /ada/ }).getByRole('cell', { name: 'Bookshop' })).toBeVisible();
  administrator.expectNoComplaints();
});
