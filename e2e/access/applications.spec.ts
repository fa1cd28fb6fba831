import { type Application, applicationsApi } from '@postern/contracts/access/applications';
import { pathOf } from '@postern/contracts/endpoint';
import { becomeAdministrator } from '../administrator.ts';
import { failOnce } from '../fail-once.ts';
import { expect, expectAccessible, expectToFit, fillDatabase, test, watchConsole } from '../product.ts';
import { startRelyingParty } from '../relying-party.ts';
import { visit } from '../visit.ts';

test('an application created by keyboard registers a user, shows claims, and signs out', async ({
  page,
  browser,
  oss,
}) => {
  const administrator = await becomeAdministrator(page, oss);
  await page.goto(`${oss.consoleUrl}/applications`);
  await expect(page.getByRole('heading', { name: 'No applications yet' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Create application' }).press('Enter');
  await page.getByRole('link', { name: 'Create without framework' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Create application' });
  await expect(dialog.getByRole('radio', { name: /Native app/ })).toBeFocused();
  await expectAccessible(page);
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

test('a long list is searched, filtered and paged, and the URL keeps the state', async ({ page, oss }) => {
  const administrator = await becomeAdministrator(page, oss);
  await fillDatabase(
    oss,
    `insert into applications (id, name, secret, type, oidc_client_metadata)
      select 'shop' || n, 'Shop ' || n, 'x', case when n % 3 = 0 then 'Native' else 'SPA' end,
        '{"redirectUris":[],"postLogoutRedirectUris":[]}'
      from generate_series(1, 45) n`,
  );
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`${oss.consoleUrl}/applications?page=3`);
  await expect(page.getByText('41–45 of 45')).toBeVisible();
  await page.getByRole('link', { name: 'Page 2' }).click();
  await expect(page.getByText('21–40 of 45')).toBeVisible();
  await expect(page).toHaveURL(/page=2/);
  await expectAccessible(page);

  await page.keyboard.press('/');
  await page.keyboard.type('shop 4');
  await expect(page.getByText('1–7 of 7')).toBeVisible();
  await expect(page).toHaveURL(/search=shop\+4$/);
  await page.getByRole('button', { name: 'Type' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Native app' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByText('1–2 of 2')).toBeVisible();
  await page.getByRole('link', { name: /Shop 45/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Shop 45' })).toBeVisible();
  await page.goBack();
  await expect(page.getByText('1–2 of 2')).toBeVisible();

  await page.getByRole('searchbox').fill('nothing like it');
  await expect(page.getByRole('heading', { name: 'Nothing matches “nothing like it”' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect(page.getByText('1–20 of 45')).toBeVisible();
  administrator.expectNoComplaints();
});

test('settings, secrets and deletion: errors are shown at their place, and nothing typed is lost', async ({
  page,
  oss,
}) => {
  const administrator = await becomeAdministrator(page, oss);
  const create = (application: object) =>
    administrator.api<Application>('post', applicationsApi.create.path, application);
  const [{ id }, { id: machine }] = await Promise.all([
    create({
      name: 'Bookshop',
      type: 'SPA',
      oidcClientMetadata: { redirectUris: ['https://books.example/callback'], postLogoutRedirectUris: [] },
    }),
    create({ name: 'Price feed', type: 'MachineToMachine' }),
  ]);
  const settings = (application: string) => `${oss.consoleUrl}/applications/${application}/settings`;
  const second = page.getByRole('textbox', { name: 'Redirect URIs, row 2', exact: true });
  const days = page.getByRole('textbox', { name: 'Lifetime' });
  const data = page.getByRole('textbox', { name: 'Custom data (JSON)' });
  const signature = page.getByRole('combobox', { name: 'ID token signature' });

  await test.step('each invalid setting is reported at its line, and valid ones are saved', async () => {
    await page.goto(`${oss.consoleUrl}/applications/${id}`);
    await expect(page).toHaveURL(/\/settings$/);
    const redirects = page.getByRole('group', { name: 'Redirect URIs', exact: true });
    await redirects.getByRole('button', { name: 'Add another' }).click();
    await page.keyboard.type('com.example.books://callback');
    await days.fill('91');
    await page.getByRole('textbox', { name: 'Sign-out URI' }).fill('http://127.0.0.1/signed-out');
    await data.fill('{\n  "plan": "gold"\n  "seats": 5\n}');
    await page.keyboard.press('Control+s');
    await expect(second).toHaveAccessibleDescription(/Private schemes are for native apps/);
    await expect(days).toHaveAccessibleDescription(/90/);
    await expect(data).toHaveAccessibleDescription('Line 3: a comma or the closing bracket is missing.');
    await expectToFit(page);

    await second.fill('http://localhost:3000/callback');
    await days.fill('30');
    await data.fill('{"plan":"gold"}');
    await page.keyboard.press('Control+s');
    // Only the server knows which URLs it may call.
    await expect(page.getByRole('textbox', { name: 'Sign-out URI' })).toHaveAccessibleDescription(/\w/);
    await expect(page.getByText('5 unsaved changes')).toHaveCount(0);
    await page.getByRole('textbox', { name: 'Sign-out URI' }).fill('');
    for (const name of ['Require pushed authorization requests', 'Require DPoP', 'Allow the device flow']) {
      await page.getByRole('switch', { name }).click();
    }
    await expect(signature).toHaveValue('Same as the current signing key');
    await signature.click();
    await page.getByRole('option', { name: 'RS256' }).click();
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Changes saved')).toBeVisible();
    await expect(page.getByText(/unsaved change/)).toHaveCount(0);
  });

  await test.step('secrets of an application are created, shown and deleted', async () => {
    await visit(page, settings(machine));
    const secrets = page.getByRole('table', { name: 'App secrets' });
    await expect(secrets.getByRole('row')).toHaveCount(2);

    await page.getByRole('button', { name: 'New secret' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'New secret' });
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await page.keyboard.type('Night run');
    await dialog.getByRole('combobox', { name: 'Expiration' }).click();
    await page.getByRole('option', { name: '30 days' }).click();
    await expect(dialog.getByText(/^Expires on/)).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create secret' }).click();
    await expect(page.getByText('Secret created')).toBeVisible();
    const row = secrets.getByRole('row', { name: /Night run/ });
    await expect(row.getByText(/••••/)).toBeVisible();
    await row.getByRole('button', { name: 'Show secret Night run' }).click();
    await expect(row.locator('code')).toHaveText(/^\w{24,}$/);
    await expectAccessible(page);

    await page.getByRole('button', { name: 'New secret' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Night run');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(/name/i);
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await row.getByRole('button', { name: 'More actions for Night run' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Secret deleted')).toBeVisible();
    await expect(row).toHaveCount(0);
  });

  await test.step('the saved settings are shown after a reload', async () => {
    await page.goto(settings(id));
    await expect(signature).toHaveValue('RS256');
    for (const name of ['Require pushed authorization requests', 'Require DPoP', 'Allow the device flow']) {
      await expect(page.getByRole('switch', { name })).toBeChecked();
    }
    await expect(second).toHaveValue('http://localhost:3000/callback');
    await expect(days).toHaveValue('30');
    await expect(data).toHaveValue('{\n  "plan": "gold"\n}');
  });

  await test.step('a failed save keeps the input, leaving asks for confirmation, and deleting requires the name', async () => {
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Bookshop and café');

    await failOnce(page, 'PATCH', `**${applicationsApi.list.path}/${id}`);
    await page.keyboard.press('Control+s');
    await expect(page.getByText('The server had an error. Try again in a moment.')).toBeVisible();
    await expectAccessible(page);
    await page.context().setOffline(true);
    await page.keyboard.press('Control+s');
    await expect(page.getByText('The server cannot be reached.', { exact: false })).toBeVisible();
    await page.context().setOffline(false);
    await expect(name).toHaveValue('Bookshop and café');
    await expect(page.getByText('1 unsaved change')).toBeVisible();

    await page.getByRole('link', { name: 'Users' }).click();
    const leave = page.getByRole('dialog', { name: 'Leave without saving?' });
    await expect(leave).toBeVisible();
    await expectAccessible(page);
    await leave.getByRole('button', { name: 'Keep editing' }).press('Enter');
    await expect(name).toHaveValue('Bookshop and café');
    await page.getByRole('button', { name: /Save changes/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Bookshop and café' })).toBeVisible();

    await administrator.api('delete', pathOf(applicationsApi.remove, { id: machine }));
    await page.getByRole('button', { name: 'More actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete “Bookshop and café”?' });
    await expect(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled();
    await dialog.getByRole('textbox').fill('Bookshop and café');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Application deleted')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'No applications yet' })).toBeVisible();
    await page.goto(settings(id));
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  });
  administrator.expectNoComplaints('400', '404', '422', '500', 'ERR_INTERNET_DISCONNECTED');
});
