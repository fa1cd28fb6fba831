import { type Resource, resourcesApi } from '@postern/contracts/access/resources';
import { becomeAdministrator } from '../administrator.ts';
import { discardInput, expect, expectAccessible, expectNarrow, fillDatabase, test } from '../product.ts';
import { visit } from '../visit.ts';

test('an API is registered with permissions, changed, and deleted by name; the management API is read-only', async ({
  page,
  oss,
}) => {
  const administrator = await becomeAdministrator(page, oss);
  await page.goto(`${oss.consoleUrl}/api-resources`);
  await expect(page.getByRole('row', { name: /Management API/ })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Create API resource' }).press('Enter');
  await page.getByRole('link', { name: 'Create without guide' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Create API resource' });
  await expect(dialog.getByRole('textbox', { name: 'API name' })).toBeFocused();
  await page.keyboard.type('Orders');
  await page.keyboard.press('Tab');
  await page.keyboard.type('orders');
  await page.keyboard.press('Enter');
  const identifier = dialog.getByRole('textbox', { name: 'API identifier' });
  await expect(identifier).toHaveAccessibleDescription(/absolute URL/);
  await expectAccessible(page);
  await identifier.fill('https://default.logto.app/api');
  await page.keyboard.press('Enter');
  await expect(identifier).toHaveAccessibleDescription(/already exists/);
  await identifier.fill('https://api.example.com/orders');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No permissions yet' })).toBeVisible();
  await expectAccessible(page);

  const createPermission = page.getByRole('button', { name: 'Create permission' });
  await createPermission.press('Enter');
  const scopeDialog = page.getByRole('dialog', { name: 'Create permission' });
  const name = scopeDialog.getByRole('textbox', { name: 'Permission name' });
  await expect(name).toBeFocused();
  await page.keyboard.type('read orders');
  await page.keyboard.press('Enter');
  await expect(name).toHaveAccessibleDescription(/Remove the spaces/);
  await expectAccessible(page);
  await name.fill('read:orders');
  await page.keyboard.press('Enter');
  const row = page.getByRole('row', { name: /read:orders/ });
  await expect(row).toBeVisible();
  await createPermission.click();
  await name.fill('read:orders');
  await page.keyboard.press('Enter');
  await expect(name).toHaveAccessibleDescription(/already exists/);
  await discardInput(page);

  await row.getByRole('button', { name: 'More actions for read:orders' }).click();
  await page.getByRole('menuitem', { name: 'Edit description' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Description' }).fill('Read all orders');
  await page.keyboard.press('Enter');
  await expect(row.getByRole('cell', { name: 'Read all orders' })).toBeVisible();
  await row.getByRole('button', { name: 'More actions for read:orders' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete read:orders?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Permission deleted')).toBeVisible();
  await expect(row).toHaveCount(0);

  await page.getByRole('link', { name: 'General' }).click();
  await page.getByRole('textbox', { name: 'Access token lifetime' }).fill('soon');
  await page.getByRole('switch', { name: 'Default API' }).click();
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('textbox', { name: 'Access token lifetime' })).toHaveAccessibleDescription(
    /whole number/,
  );
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Access token lifetime' }).fill('600');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Changes saved')).toBeVisible();
  await expect(page.getByText(/unsaved change/)).toHaveCount(0);
  const stored = await administrator.api<Resource[]>('get', resourcesApi.list.path);
  expect(stored.find((one) => one.name === 'Orders')).toMatchObject({ accessTokenTtl: 600, isDefault: true });

  await page.getByRole('button', { name: 'Add type' }).click();
  const typeDialog = page.getByRole('dialog', { name: 'Add type' });
  await typeDialog.getByRole('textbox', { name: 'Type' }).fill('one payment');
  await typeDialog.getByRole('textbox', { name: 'Title', exact: true }).fill('Make a payment');
  await typeDialog.getByRole('button', { name: 'Add field' }).click();
  await typeDialog.getByRole('textbox', { name: 'Field 1: name' }).fill('actions');
  await typeDialog.getByRole('textbox', { name: 'Field 1: title' }).fill('Actions');
  await page.keyboard.press('Enter');
  const type = typeDialog.getByRole('textbox', { name: 'Type' });
  await expect(type).toHaveAccessibleDescription(/not valid/);
  await expectAccessible(page);
  await type.fill('payment_initiation');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row', { name: /payment_initiation/ })).toContainText('Make a payment');
  await page.getByRole('button', { name: 'More actions for payment_initiation' }).click();
  await page.getByRole('menuitem', { name: 'Edit payment_initiation' }).click();
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Field 1: title' })).toHaveValue('Actions');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Delete API resource' }).click();
  const remove = page.getByRole('dialog', { name: 'Delete “Orders”?' });
  await expect(remove.getByRole('button', { name: 'Delete' })).toBeDisabled();
  await remove.getByRole('textbox').fill('Orders');
  await page.keyboard.press('Enter');
  await expect(page.getByText('API resource deleted')).toBeVisible();
  await expect(page.getByRole('row', { name: /Orders/ })).toHaveCount(0);

  await page.emulateMedia({ colorScheme: 'dark' });
  await visit(page, `${oss.consoleUrl}/api-resources/management-api`);
  await expect(page).toHaveURL(/\/permissions$/);
  await expect(page.getByRole('note')).toContainText('This API is built in');
  await expect(page.getByRole('row', { name: /^all/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /Create permission|More actions/ })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'General' }).click();
  await expect(page.getByText('https://default.logto.app/api').last()).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expectAccessible(page);

  await test.step('many permissions are paged and searched on a phone, and a failed list shows an error', async () => {
    const { id } = await administrator.api<Resource>('post', resourcesApi.create.path, {
      name: 'An API whose name is much longer than a phone is wide, as it happens',
      indicator: 'https://api.example.com/orders',
    });
    await fillDatabase(
      oss,
      `insert into scopes (id, resource_id, name, description)
        select 's' || n, '${id}', 'do:' || n, repeat('x', 200) from generate_series(1, 45) n`,
    );
    await page.setViewportSize({ width: 390, height: 844 });
    await visit(page, `${oss.consoleUrl}/api-resources/${id}/permissions?page=3`);
    await expect(page.getByText('41–45 of 45')).toBeVisible();
    await expectNarrow(page, 390);
    await expectAccessible(page);

    const lists = `**${resourcesApi.listScopes.path.replace(':resourceId', id)}?**`;
    await page.route(lists, (route) => route.fulfill({ status: 403, body: '' }));
    await page.getByRole('searchbox').fill('do:4');
    await expect(page.getByRole('alert')).toContainText('Failed to load');
    await expectAccessible(page);
    await page.unroute(lists);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('1–7 of 7')).toBeVisible();
    await expect(page).toHaveURL(/search=do%3A4$/);
  });
  administrator.expectNoComplaints('422', '403');
});
