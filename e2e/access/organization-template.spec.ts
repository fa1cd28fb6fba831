import { organizationScopesApi } from '@postern/contracts/access/organization-scopes';
import { type Resource, resourcesApi } from '@postern/contracts/access/resources';
import { type Administrator, becomeAdministrator } from '../administrator.ts';
import { expect, test } from '../product.ts';

/** An API with two permissions. */
async function registerApi(administrator: Administrator) {
  const body = { name: 'Orders', indicator: 'https://api.example.com/orders' };
  const { id } = await administrator.api<Resource>('post', resourcesApi.create.path, body);
  const path = resourcesApi.createScope.path.replace(':resourceId', id);
  await administrator.api('post', path, { name: 'read:orders', description: 'Read orders' });
  await administrator.api('post', path, { name: 'write:orders' });
}

test('organization permissions are created and deleted; roles get them and API permissions from one picker', async ({
  page,
  oss,
}) => {
  const administrator = await becomeAdministrator(page, oss);
  await registerApi(administrator);
  await page.goto(`${oss.consoleUrl}/organization-template`);
  await expect(page.getByRole('heading', { name: 'No organization roles yet' })).toBeVisible();

  // Permissions first, so that a role can have them.
  await page.getByRole('link', { name: 'Organization permissions' }).click();
  await expect(page.getByRole('heading', { name: 'No organization permissions yet' })).toBeVisible();
  await page.getByRole('link', { name: 'Create organization permission' }).press('Enter');
  const twice = page.getByRole('dialog', { name: 'Create organization permission' });
  await expect(twice.getByRole('textbox', { name: 'Permission name' })).toBeFocused();
  await page.keyboard.type('invite:member');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row', { name: /invite:member/ })).toBeVisible();
  await expect(twice).toHaveCount(0);
  await administrator.api('post', organizationScopesApi.create.path, { name: 'edit:billing' });

  await page.getByRole('link', { name: /^Organization roles/ }).click();
  await page.getByRole('link', { name: 'Create organization role' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create organization role' });
  await dialog.getByRole('textbox', { name: 'Role name' }).fill('Billing admin');
  await dialog.getByRole('button', { name: /Organization permissions/ }).press('Enter');
  await dialog.getByRole('checkbox', { name: 'edit:billing' }).press('Space');
  await dialog.getByRole('searchbox').fill('read');
  await dialog.getByRole('checkbox', { name: /read:orders/ }).check();
  await dialog.getByRole('button', { name: 'Create organization role' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Billing admin' })).toBeVisible();
  await expect(page.getByRole('row', { name: /edit:billing.*Organization permission/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /read:orders.*Orders/ })).toBeVisible();
  await expect(page.getByText('1–2 of 2')).toBeVisible();

  await page.getByRole('button', { name: 'Assign permissions' }).click();
  const more = page.getByRole('dialog', { name: 'Assign permissions to Billing admin' });
  await more.getByRole('searchbox').fill('e');
  await more.getByRole('checkbox', { name: /write:orders/ }).check();
  await more.getByRole('checkbox', { name: /invite:member/ }).check();
  await more.getByRole('button', { name: 'Assign permissions' }).click();
  await expect(page.getByText('2 permissions assigned')).toBeVisible();
  await expect(page.getByText('1–4 of 4')).toBeVisible();
  for (const [name, rest] of [
    ['write:orders', '1–3 of 3'],
    ['invite:member', '1–2 of 2'],
  ] as const) {
    await page.getByRole('button', { name: `Remove ${name}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText(rest)).toBeVisible();
  }

  // A deleted permission disappears from the role at once.
  await page.getByRole('link', { name: 'Organization template' }).first().click();
  await expect(page.getByRole('row', { name: /Billing admin.*edit:billing.*read:orders/ })).toBeVisible();
  await page.getByRole('link', { name: /^Organization permissions/ }).click();
  await page.getByRole('button', { name: 'More actions for edit:billing' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete edit:billing?' });
  await expect(question.getByText('removed from all organization roles')).toBeVisible();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Organization permission deleted')).toBeVisible();
  await page.getByRole('link', { name: /^Organization roles/ }).click();
  await expect(page.getByRole('row', { name: /Billing admin/ })).not.toContainText('edit:billing');
  administrator.expectNoComplaints();
});
