import { becomeAdministrator, openConsole } from '../administrator.ts';
import { expect, expectAccessible, expectNarrow, expectReadable, expectToFit, test } from '../product.ts';

test('an operation of the API is found, tried with the credentials of a machine, and leaves no token behind', async ({
  oss,
  page,
}) => {
  const { api, expectNoComplaints } = await becomeAdministrator(page, oss);
  const machine = await api<{ id: string }>('post', '/api/applications', {
    name: 'Script',
    type: 'MachineToMachine',
  });
  const [secret] = await api<{ value: string }[]>('get', `/api/applications/${machine.id}/secrets`);
  const resources = await api<{ indicator: string; scopes: { id: string }[] }[]>(
    'get',
    '/api/resources?includeScopes=true',
  );
  const management = resources.find(({ indicator }) => indicator === 'https://default.logto.app/api');
  const role = await api<{ id: string }>('post', '/api/roles', {
    name: 'Management',
    description: 'All of the management API',
    type: 'MachineToMachine',
    scopeIds: management?.scopes.map(({ id }) => id),
  });
  await api('post', `/api/roles/${role.id}/applications`, { applicationIds: [machine.id] });

  await page.goto(`${oss.adminEndpoint}/docs/api`);
  await page.waitForLoadState('load');
  await expectAccessible(page);
  await page.keyboard.press('/');
  const search = page.getByRole('combobox', { name: 'Search' });
  await search.fill('post /api/organization-scopes');
  await search.press('Enter');
  await expect(page).toHaveURL(/\/docs\/api\/organization-scopes#postApiOrganizationScopes$/);
  await page.waitForLoadState('load');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Try it: POST /api/organization-scopes', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'POST /api/organization-scopes' });
  await expect(panel.getByLabel('Address')).toHaveValue(oss.endpoint);
  await panel.getByLabel('Address').fill('https://evil.example');
  await panel.getByLabel('Access token').fill('x');
  await panel.getByRole('button', { name: 'Send' }).click();
  await expect(panel.getByText('Requests can be sent to this installation only')).toBeVisible();
  await panel.getByLabel('Address').fill(oss.endpoint);
  await panel.getByRole('button', { name: 'Send' }).click();
  await expect(panel.getByText(/^401 /)).toBeVisible();

  await panel.getByText('Get a token as a machine-to-machine application').click();
  await panel.getByLabel('App ID').fill(machine.id);
  await panel.getByLabel('App secret').fill(secret?.value ?? '');
  await expect(panel.getByLabel('Resource')).toHaveValue('https://default.logto.app/api');
  await panel.getByRole('button', { name: 'Get a token' }).click();
  await expect(panel.getByText(/^The token is valid for \d+ seconds\.$/)).toBeVisible();
  await expect(panel.getByLabel('App secret')).toHaveValue('');
  await panel.getByRole('textbox', { name: 'Body' }).fill('{"name":"Tried"}');
  await panel.getByRole('button', { name: 'Send' }).click();
  await expect(panel.getByText(/^201 /)).toBeVisible();
  await expect(panel.getByLabel('Body of the response')).toContainText('"name": "Tried"');
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNarrow(page, 390);
  await expectReadable(page);
  expect((await api<unknown[]>('get', '/api/organization-scopes')).length).toBe(1);

  await panel.getByRole('button', { name: 'Forget the token' }).click();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expectNarrow(page, 390);
  await expectReadable(page);
  const stored = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, Object.keys(localStorage)]));
  expect(stored).not.toContain('docs:token');

  // A small page with what the other one lacks: variants of a body, and PUT.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(`${oss.adminEndpoint}/docs/api/captcha-provider`);
  await expectToFit(page);
  expectNoComplaints(401);
});

test('the panel uses the session of the console in another tab, without storing its token', async ({ oss, page }) => {
  const { expectNoComplaints } = await openConsole(page, oss);
  const docs = await page.context().newPage();
  await docs.goto(`${oss.adminEndpoint}/docs/api/organization-scopes`);
  await docs.getByRole('button', { name: 'Try it: GET /api/organization-scopes', exact: true }).click();
  const panel = docs.getByRole('dialog', { name: 'GET /api/organization-scopes' });
  const way = panel.getByLabel('Sign in with');
  await expect(way).toHaveValue('console');
  await expect(panel.getByLabel('Access token')).toBeHidden();
  await expect(panel.getByLabel('Address')).toBeHidden();
  await panel.getByRole('button', { name: 'Send' }).click();
  await expect(panel.getByText(/^200 /)).toBeVisible();
  await expect(panel.getByLabel('Body of the response')).toHaveText('[]');
  await expectAccessible(docs);
  expect(await docs.evaluate(() => ({ ...sessionStorage }))).toEqual({});

  await way.selectOption('token');
  await expect(panel.getByLabel('Access token')).toBeVisible();
  await expect(panel.getByLabel('Address')).toHaveValue(oss.endpoint);
  await panel.getByRole('button', { name: 'Send' }).click();
  await expect(panel.getByText(/^401 /)).toBeVisible();
  await way.selectOption('console');
  expectNoComplaints();
  await page.close();
  await panel.getByRole('button', { name: 'Send' }).click();
  await expect(panel.getByText('The console in the other tab does not answer.')).toBeVisible({ timeout: 15_000 });
});
