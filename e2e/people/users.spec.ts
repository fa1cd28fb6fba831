import type { Browser, Page } from '@playwright/test';
import { pathOf } from '@postern/contracts/endpoint';
import { type User, usersApi } from '@postern/contracts/people/users';
import { becomeAdministrator } from '../administrator.ts';
import { expect, expectAccessible, expectNarrow, fillCode, type Product, test, watchConsole } from '../product.ts';
import { visit } from '../visit.ts';

/** Opens the sign-in page for the demo app in a new browser context. */
async function openSignIn(browser: Browser, product: Product) {
  const page = await (await browser.newContext()).newPage();
  const complaints = watchConsole(page);
  await page.goto(`${product.endpoint}/demo-app`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  return {
    page,
    /** Sends the form; `outcome` is the text shown afterwards. */
    async expectOutcome(password: string, outcome: string) {
      await page.getByLabel('Username').fill('maya');
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.keyboard.press('Enter');
      await expect(page.getByText(outcome)).toBeVisible();
      expect(complaints.filter((complaint) => !/status of 4\d\d/.test(complaint))).toEqual([]);
    },
  };
}

/** Reads the password from the dialog and closes it. */
async function takePassword(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('It is not shown again.', { exact: false })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Copy password' })).toBeFocused();
  const password = await dialog.getByRole('group', { name: 'Password' }).locator('code').innerText();
  expect(password).toMatch(/^[2-9A-HJKMNP-Za-hjkmnp-z]{8}$/);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toHaveCount(0);
  return password;
}

async function chooseAction(page: Page, action: string) {
  await page.getByRole('button', { name: 'More actions', exact: true }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('a created user signs in with the password shown once, until suspended, and again with a new one', async ({
  page,
  browser,
  oss,
}) => {
  const administrator = await becomeAdministrator(page, oss);
  await page.goto(`${oss.consoleUrl}/users`);
  await expect(page.getByRole('heading', { name: 'No users yet' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Create user' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Email')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('Fill in at least one: email, phone or username.');
  await expectAccessible(page);
  await page.keyboard.type('maya@fjord.example');
  await dialog.getByLabel('Phone').fill('+46 70 174 06 35');
  await dialog.getByLabel('Username').fill('maya');
  await dialog.getByLabel('Name', { exact: false }).last().fill('Maya Lindqvist');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('group', { name: 'Password' })).toBeVisible();
  await expectAccessible(page);
  const password = await takePassword(page);
  await expect(page).toHaveURL(/\/users\/\w+\/settings$/);
  await expect(page.getByLabel('Phone')).toHaveValue('+46 70 174 06 35');
  await expect(page.getByText(password)).toHaveCount(0);

  const maya = await openSignIn(browser, oss);
  await maya.expectOutcome(password, 'Hello, Maya Lindqvist');

  await chooseAction(page, 'Suspend');
  await expect(page.getByRole('dialog')).toContainText('sessions and tokens end immediately');
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
  await expect(page.getByText('Maya Lindqvist is suspended')).toBeVisible();
  await expect(page.getByText('Suspended', { exact: true })).toBeVisible();
  await maya.page.getByRole('button', { name: 'Refresh tokens' }).click();
  await expect(maya.page.getByText('That did not work')).toBeVisible();
  await maya.page.context().close();
  const again = await openSignIn(browser, oss);
  await again.expectOutcome(password, 'This account is suspended.');

  await chooseAction(page, 'Reactivate');
  await expect(page.getByText('Maya Lindqvist can sign in again')).toBeVisible();
  await expect(page.getByText('Suspended', { exact: true })).toHaveCount(0);

  await chooseAction(page, 'Reset password');
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Reset password' }).click();
  const next = await takePassword(page);
  await again.expectOutcome(password, 'The account or password is incorrect.');
  await again.expectOutcome(next, 'Hello, Maya Lindqvist');
  administrator.expectNoComplaints();
});

test('identifiers are edited with each error at its field, and a failed suspension is reverted', async ({
  page,
  oss,
}) => {
  const administrator = await becomeAdministrator(page, oss);
  const create = usersApi.create.path;
  await administrator.api('post', create, { username: 'taken', primaryEmail: 'taken@fjord.example' });
  const { id } = await administrator.api<User>('post', create, { username: 'oskar', name: 'Oskar Nyberg' });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`${oss.consoleUrl}/users/${id}`);
  await expect(page).toHaveURL(/\/settings$/);
  await expect(page.getByText('No password')).toBeVisible();
  await expectAccessible(page);

  const [email, username] = [page.getByLabel('Email'), page.getByLabel('Username', { exact: true })];
  await email.fill('no address');
  await username.fill('taken');
  await page.keyboard.press('Control+s');
  await expect(email).toHaveAccessibleDescription('Use an address such as maya@example.com.');
  await expect(email).toBeFocused();
  await expectAccessible(page);
  await email.fill('oskar@fjord.example');
  await page.keyboard.press('Control+s');
  await expect(username).toHaveAccessibleDescription('This username is taken.');
  await expect(username).toBeFocused();
  await username.fill('oskar_n');
  await page.getByRole('button', { name: 'Edit as JSON' }).click();
  await fillCode(page.getByLabel('Profile (JSON)'), '{"givenName": "Oskar", "shoeSize": "44"}');
  await page.keyboard.press('Control+s');
  await expect(page.getByLabel('Profile (JSON)')).toHaveAccessibleDescription(/“shoeSize” is not a profile field/);
  await fillCode(page.getByLabel('Profile (JSON)'), '{"givenName": "Oskar"}');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Changes saved')).toBeVisible();
  await expect(page.getByText(/unsaved change/)).toHaveCount(0);
  expect(await administrator.api<User>('get', pathOf(usersApi.get, { userId: id }))).toMatchObject({
    primaryEmail: 'oskar@fjord.example',
    username: 'oskar_n',
    name: 'Oskar Nyberg',
    profile: { givenName: 'Oskar' },
  });

  await email.fill('');
  await username.fill('');
  await page.keyboard.press('Control+s');
  const warning = page.getByRole('dialog', { name: 'Save without any identifier?' });
  await expect(warning).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(email).toHaveValue('oskar@fjord.example');

  const suspended = page.getByText('Suspended', { exact: true });
  const refused = Promise.withResolvers<void>();
  await page.route(`**${pathOf(usersApi.setSuspended, { userId: id })}`, async (route) => {
    await refused.promise;
    await route.fulfill({ status: 500, body: '' });
  });
  await chooseAction(page, 'Suspend');
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
  await expect(suspended).toBeVisible();
  refused.resolve();
  await expect(page.getByText('Oskar Nyberg could not be suspended')).toBeVisible();
  await expect(suspended).toHaveCount(0);
  administrator.expectNoComplaints('422', '500');
});

test('many users are searched and paged, fit a phone, and are deleted permanently', async ({ page, oss }) => {
  const administrator = await becomeAdministrator(page, oss);
  const create = usersApi.create.path;
  const people = Array.from({ length: 41 }, (_, index) => ({
    username: `person_${index + 1}`,
    name: index < 30 ? '' : `Ada ${index + 1}`,
  }));
  const [nameless] = await Promise.all(people.map((person) => administrator.api<User>('post', create, person)));
  const long = `${'very.long.'.repeat(10)}address@fjord.example`;
  await administrator.api('post', create, { primaryEmail: long, name: 'Hubert '.repeat(15).trim() });
  await administrator.api('patch', pathOf(usersApi.get, { userId: nameless?.id ?? '' }), { name: '  ' });
  await page.goto(`${oss.consoleUrl}/users`);
  await expect(page.getByText('1–20 of 42')).toBeVisible();
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page.getByText('21–40 of 42')).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('person_1');
  await expect(page.getByRole('link', { name: 'person_1', exact: true })).toBeVisible();
  await page.getByRole('searchbox').fill('ada 3');
  await expect(page.getByText('1–9 of 9')).toBeVisible();

  // The keyboard focus returns to where it was.
  await page.getByRole('link', { name: 'Create user' }).press('Enter');
  await expect(page.getByRole('dialog').getByLabel('Email')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'Create user' })).toBeFocused();
  const more = page.getByRole('button', { name: 'More actions for Ada 35' });
  await more.press('Enter');
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Delete Ada 35?' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();
  await more.click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(dialog.getByRole('textbox')).toHaveCount(0);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('User deleted')).toBeVisible();
  await expect(page.getByText('1–8 of 8')).toBeVisible();

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('person_33');
  await page.getByRole('option', { name: /Ada 33/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ada 33' })).toBeVisible();
  const address = page.url();
  await page.getByRole('button', { name: 'Delete user' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(`${oss.consoleUrl}/users`);
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, `${oss.consoleUrl}/users`);
  await expect(page.getByRole('link', { name: /Hubert/ })).toBeVisible();
  await expectNarrow(page, 390);
  await expectAccessible(page);
  await page.getByRole('link', { name: /Hubert/ }).click();
  await expect(page.getByLabel('Email')).toHaveValue(long);
  await expectNarrow(page, 390);
  await expectAccessible(page);
  administrator.expectNoComplaints('404');
});
