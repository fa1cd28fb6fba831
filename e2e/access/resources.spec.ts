import { type Resource, resourcesApi } from '@postern/contracts/access/resources';
import { becomeAdministrator } from '../administrator.ts';
import { expect, test } from '../product.ts';

test('an API is registered with permissions, changed, and deleted by name', async ({ page, oss }) => {
  const administrator = await becomeAdministrator(page, oss);
  await page.goto(`${oss.consoleUrl}/api-resources`);
  await expect(page.getByRole('row', { name: /Management API/ })).toBeVisible();

  await page.getByRole('link', { name: 'Create API resource' }).press('Enter');
  await page.getByRole('link', { name: 'Create without guide' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Create API resource' });
  await expect(dialog.getByRole('textbox', { name: 'API name' })).toBeFocused();
  await page.keyboard.type('Orders');
  await dialog.getByRole('textbox', { name: 'API identifier' }).fill('https://api.example.com/orders');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No permissions yet' })).toBeVisible();

  const createPermission = page.getByRole('button', { name: 'Create permission' });
  await createPermission.press('Enter');
  const scopeDialog = page.getByRole('dialog', { name: 'Create permission' });
  const name = scopeDialog.getByRole('textbox', { name: 'Permission name' });
  await expect(name).toBeFocused();
  await page.keyboard.type('read:orders');
  await page.keyboard.press('Enter');
  const row = page.getByRole('row', { name: /read:orders/ });
  await expect(row).toBeVisible();
  await row.getByRole('button', { name: 'More actions for read:orders' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete read:orders?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Permission deleted')).toBeVisible();
  await expect(row).toHaveCount(0);

  await page.getByRole('link', { name: 'General' }).click();
  await page.getByRole('switch', { name: 'Default API' }).click();
  await page.getByRole('textbox', { name: 'Access token lifetime' }).fill('600');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Changes saved')).toBeVisible();
  const stored = await administrator.api<Resource[]>('get', resourcesApi.list.path);
  expect(stored.find((one) => one.name === 'Orders')).toMatchObject({ accessTokenTtl: 600, isDefault: true });

  await page.getByRole('button', { name: 'Add type' }).click();
  const typeDialog = page.getByRole('dialog', { name: 'Add type' });
  await typeDialog.getByRole('textbox', { name: 'Type' }).fill('payment_initiation');
  await typeDialog.getByRole('textbox', { name: 'Title', exact: true }).fill('Make a payment');
  await typeDialog.getByRole('button', { name: 'Add field' }).click();
  await typeDialog.getByRole('textbox', { name: 'Field 1: name' }).fill('actions');
  await typeDialog.getByRole('textbox', { name: 'Field 1: title' }).fill('Actions');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row', { name: /payment_initiation/ })).toContainText('Make a payment');

  await page.getByRole('button', { name: 'Delete API resource' }).click();
  const remove = page.getByRole('dialog', { name: 'Delete “Orders”?' });
  await remove.getByRole('textbox').fill('Orders');
  await page.keyboard.press('Enter');
  await expect(page.getByText('API resource deleted')).toBeVisible();
  await expect(page.getByRole('row', { name: /Orders/ })).toHaveCount(0);
  administrator.expectNoComplaints();
});
