import { type ApplicationSecret, applicationsApi } from '@postern/contracts/access/applications';
import { type Resource, resourcesApi, type Scope } from '@postern/contracts/access/resources';
import { rolesApi } from '@postern/contracts/access/roles';
import { pathOf } from '@postern/contracts/endpoint';
import { type Administrator, becomeAdministrator } from '../administrator.ts';
import { expect, test, watchConsole } from '../product.ts';
import { startRelyingParty } from '../relying-party.ts';
import { visit } from '../visit.ts';

/** An API with two permissions, and a role that grants the first. */
async function addOrdersApi(administrator: Administrator) {
  const api = await administrator.api<Resource>('post', resourcesApi.create.path, {
    name: 'Orders API',
    indicator: 'https://orders.example',
  });
  const [read] = await Promise.all(
    ['read:orders', 'write:orders'].map((name) =>
      administrator.api<Scope>('post', pathOf(resourcesApi.createScope, { resourceId: api.id }), {
        name,
        description: `To ${name.split(':')[0]} orders`,
      }),
    ),
  );
  await administrator.api('post', rolesApi.create.path, {
    name: 'Order reader',
    description: 'Reads orders',
    type: 'MachineToMachine',
    scopeIds: [read?.id],
  });
  return api;
}

test('an application registers a user and signs out, a machine gets a role, and the log shows its actions', async ({
  page,
  browser,
  oss,
}) => {
  const administrator = await becomeAdministrator(page, oss);
  const orders = await addOrdersApi(administrator);
  await page.goto(`${oss.consoleUrl}/applications/create?type=SPA`);
  const tab = (name: string) => page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name });
  const create = page.getByRole('dialog', { name: 'Create application' });
  await create.getByRole('textbox', { name: 'Name' }).fill('Bookshop');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Bookshop' })).toBeVisible();
  const bookshop = page.url();
  const party = await startRelyingParty();
  await page.getByRole('textbox', { name: 'Redirect URIs, row 1', exact: true }).fill(party.redirectUri);
  await page.getByRole('textbox', { name: 'Post sign-out redirect URIs, row 1' }).fill(party.url);
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Changes saved')).toBeVisible();
  await expect(page.getByText(/unsaved changes/)).toHaveCount(0);
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
  await expect(claims.getByRole('row', { name: 'username ada', exact: true })).toBeVisible();
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

  await test.step('a machine gets a role on creation, and its preview shows its scopes', async () => {
    await visit(page, `${oss.consoleUrl}/applications/create?type=MachineToMachine`);
    await create.getByRole('textbox', { name: 'Name' }).fill('Night run');
    await page.keyboard.press('Enter');
    const roles = page.getByRole('dialog', { name: 'Assign roles to Night run' });
    await roles.getByRole('checkbox', { name: /Order reader/ }).check();
    await roles.getByRole('button', { name: 'Assign roles' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Night run' })).toBeVisible();
    await tab('Roles').click();
    await expect(page.getByRole('row', { name: /Order reader/ })).toBeVisible();
    await tab('Token preview').click();
    await page.getByRole('combobox', { name: 'API resource' }).click();
    await page.getByRole('option', { name: /Orders API/ }).click();
    const scopes = page.getByRole('table', { name: 'Scopes' });
    await expect(scopes.getByRole('row', { name: /read:orders/ })).toContainText('Granted');
    await expect(scopes.getByRole('row', { name: /write:orders/ })).toContainText('No role grants it.');
  });

  await test.step('the log shows the actions of the machine and no secrets', async () => {
    const id = new URL(page.url()).pathname.split('/applications/')[1]?.split('/')[0] ?? '';
    const [secret] = await administrator.api<ApplicationSecret[]>('get', pathOf(applicationsApi.listSecrets, { id }));
    for (const password of [secret?.value ?? '', 'wrong']) {
      await page.request.post(`${oss.endpoint}/oidc/token`, {
        headers: { authorization: `Basic ${Buffer.from(`${id}:${password}`).toString('base64')}` },
        form: { grant_type: 'client_credentials', resource: orders.indicator, scope: 'read:orders' },
      });
    }
    // Entries are written after the response.
    const entries = `/api/logs?applicationId=${id}&logKey=ExchangeTokenBy.ClientCredentials`;
    await expect.poll(() => administrator.api<object[]>('get', entries)).toHaveLength(2);
    await tab('Logs').click();
    const log = page.getByRole('table', { name: 'Log entries' });
    await expect(log.getByRole('row', { name: /Token for a machine/ })).toHaveCount(2);
    await expect(log.getByRole('row', { name: /Succeeded/ })).toHaveCount(1);
    await log
      .getByRole('row', { name: /Failed/ })
      .getByRole('link', { name: /^Token for a machine/ })
      .click();
    await expect(page.getByRole('group', { name: 'Raw entry' })).toContainText('"result": "Error"');
    await expect(page.getByText(secret?.value ?? 'none', { exact: false })).toHaveCount(0);
  });

  await page.getByRole('link', { name: 'Users' }).click();
  await expect(page.getByRole('row', { name: /ada/ }).getByRole('cell', { name: 'Bookshop' })).toBeVisible();
  administrator.expectNoComplaints();

  await test.step('an error that only the server finds is in the language of the console', async () => {
    await page.evaluate("localStorage.setItem('postern:console:language', 'de')");
    await page.goto(bookshop);
    const logout = page.locator('input[name="backchannelLogoutUri"]');
    await logout.fill('https://10.0.0.7/logout');
    await page.keyboard.press('Control+s');
    await expect(logout).toHaveAccessibleDescription(/^Der Host 10\.0\.0\.7 ist keine öffentliche Adresse\./);
    await logout.fill('https://203.0.114.7/logout');
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Änderungen gespeichert')).toBeVisible();
  });
});
