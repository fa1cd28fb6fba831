import { type ApplicationSecret, applicationsApi } from '@postern/contracts/access/applications';
import { type Resource, resourcesApi, type Scope } from '@postern/contracts/access/resources';
import { rolesApi } from '@postern/contracts/access/roles';
import { pathOf } from '@postern/contracts/endpoint';
import { type Administrator, becomeAdministrator } from '../administrator.ts';
import { expect, test } from '../product.ts';

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

test('a machine gets a role on creation, its preview shows its scopes, and its log its actions', async ({
  page,
  oss,
}) => {
  const administrator = await becomeAdministrator(page, oss);
  const orders = await addOrdersApi(administrator);
  await page.goto(`${oss.consoleUrl}/applications/create?type=MachineToMachine`);
  const create = page.getByRole('dialog', { name: 'Create application' });
  await expect(create.getByRole('radio', { name: /Machine-to-machine/ })).toBeChecked();
  await create.getByRole('textbox', { name: 'Name' }).fill('Night run');
  await page.keyboard.press('Enter');
  const roles = page.getByRole('dialog', { name: 'Assign roles to Night run' });
  await roles.getByRole('checkbox', { name: /Order reader/ }).check();
  await roles.getByRole('button', { name: 'Assign roles' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Night run' })).toBeVisible();
  const tab = (name: string) => page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name });
  await tab('Roles').click();
  await expect(page.getByRole('row', { name: /Order reader/ })).toBeVisible();

  await tab('Token preview').click();
  await page.getByRole('combobox', { name: 'API resource' }).click();
  await page.getByRole('option', { name: /Orders API/ }).click();
  const scopes = page.getByRole('table', { name: 'Scopes' });
  await expect(scopes.getByRole('row', { name: /read:orders/ })).toContainText('Granted');
  await expect(scopes.getByRole('row', { name: /write:orders/ })).toContainText('No role grants it.');

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
      .getByRole('link')
      .click();
    await expect(page.getByRole('group', { name: 'Raw entry' })).toContainText('"result": "Error"');
    await expect(page.getByText(secret?.value ?? 'none', { exact: false })).toHaveCount(0);
  });
  administrator.expectNoComplaints();
});
