import { type Resource, resourcesApi } from '@postern/contracts/access/resources';
import { usersApi } from '@postern/contracts/people/users';
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

test('a role is created with permissions, assigned to users, and removed again', async ({ page, oss }) => {
  const administrator = await becomeAdministrator(page, oss);
  await Promise.all([
    registerApi(administrator),
    ...['Ada', 'Bob Ray', 'Cy'].map((name) => administrator.api('post', usersApi.create.path, { name })),
  ]);
  await page.goto(`${oss.consoleUrl}/roles`);
  await expect(page.getByRole('row', { name: /Management API access/ })).toBeVisible();
  await page.getByRole('link', { name: 'Create role' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Create role' });
  await expect(dialog.getByRole('textbox', { name: 'Role name' })).toBeFocused();
  await page.keyboard.type('Clerk');
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Works on orders');
  await dialog.getByRole('button', { name: /Orders/ }).press('Enter');
  await dialog.getByRole('checkbox', { name: /read:orders/ }).press('Space');
  await expect(dialog.getByText('1 selected')).toBeVisible();
  await dialog.getByRole('button', { name: 'Create role' }).click();

  const offer = page.getByRole('dialog', { name: 'Assign Clerk' });
  await offer.getByRole('checkbox', { name: /Ada/ }).check();
  // A search also matches ids; none of them contains a space.
  await offer.getByRole('searchbox').fill('bob r');
  await expect(offer.getByRole('checkbox', { name: /Ada/ })).toHaveCount(0);
  await offer.getByRole('checkbox', { name: /Bob/ }).check();
  await offer.getByRole('button', { name: 'Assign users' }).click();
  await expect(page.getByText('Assigned to 2 users')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Clerk' })).toBeVisible();
  await expect(page.getByRole('row', { name: /read:orders/ })).toBeVisible();

  await page.getByRole('button', { name: 'Assign permissions' }).click();
  const more = page.getByRole('dialog', { name: 'Assign permissions to Clerk' });
  await more.getByRole('searchbox').fill('order');
  await more.getByRole('checkbox', { name: /write:orders/ }).check();
  await more.getByRole('button', { name: 'Assign permissions' }).click();
  await expect(page.getByText('1–2 of 2')).toBeVisible();
  await page.getByRole('button', { name: 'Remove write:orders' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Permission removed')).toBeVisible();
  await expect(page.getByRole('row', { name: /write:orders/ })).toHaveCount(0);

  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Users' }).click();
  await expect(page.getByText('1–2 of 2')).toBeVisible();
  await page.getByRole('button', { name: 'Assign users' }).click();
  const assign = page.getByRole('dialog', { name: 'Assign Clerk to users' });
  await expect(assign.getByRole('checkbox')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Remove Bob Ray' }).click();
  await page
    .getByRole('dialog', { name: 'Remove Clerk from Bob Ray?' })
    .getByRole('button', { name: 'Remove' })
    .click();
  await expect(page.getByText('Role removed')).toBeVisible();
  await expect(page.getByText('1–1 of 1')).toBeVisible();

  // The same from the page of the user.
  await page.getByRole('link', { name: 'Ada' }).click();
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Roles' }).click();
  await expect(page.getByRole('row', { name: /Clerk/ })).toBeVisible();
  await page.getByRole('button', { name: 'Remove Clerk' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('heading', { name: 'No roles yet' })).toBeVisible();
  administrator.expectNoComplaints();
});
