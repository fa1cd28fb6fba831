import { type Application, applicationsApi } from '@postern/contracts/access/applications';
import { type Resource, resourcesApi, type Scope } from '@postern/contracts/access/resources';
import { type Role, rolesApi } from '@postern/contracts/access/roles';
import { type User, usersApi } from '@postern/contracts/people/users';
import { type Administrator, becomeAdministrator, openConsole } from './administrator.ts';
import { failOnce } from './fail-once.ts';
import { expect, expectAccessible, expectNarrow, test } from './product.ts';

/** An API with two permissions. */
async function registerApi(administrator: Administrator) {
  const body = { name: 'Orders', indicator: 'https://api.example.com/orders' };
  const { id } = await administrator.api<Resource>('post', resourcesApi.create.path, body);
  const path = resourcesApi.createScope.path.replace(':resourceId', id);
  const read = await administrator.api<Scope>('post', path, { name: 'read:orders', description: 'Read orders' });
  const write = await administrator.api<Scope>('post', path, { name: 'write:orders' });
  return { read, write };
}

test('a role is created with permissions, assigned to users, and removed again', async ({ page, oss }) => {
  const administrator = await openConsole(page, oss);
  await registerApi(administrator);
  for (const name of ['Ada', 'Bob Ray', 'Cy']) {
    await administrator.api<User>('post', usersApi.create.path, { name });
  }
  await page.getByRole('link', { name: 'Roles', exact: true }).click();
  await expect(page.getByRole('row', { name: /Management API access/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Create role' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Create role' });
  await expect(dialog.getByRole('textbox', { name: 'Role name' })).toBeFocused();
  await page.keyboard.type('#internal:clerk');
  // Escape asks before it discards input.
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Close without saving?' });
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(dialog.getByRole('textbox', { name: 'Role name' })).toHaveValue('#internal:clerk');
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Works on orders');
  await expect(dialog.getByText('for machine-to-machine roles only')).toBeVisible();
  // Users cannot have permissions of the management API, so it is not offered for them.
  await expect(dialog.getByRole('button', { name: /Orders/ })).toBeVisible();
  await expect(dialog.getByRole('button', { name: /Management API/ })).toHaveCount(0);
  await dialog.getByRole('button', { name: /Orders/ }).press('Enter');
  await dialog.getByRole('checkbox', { name: /read:orders/ }).press('Space');
  await expect(dialog.getByText('1 selected')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create role' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Role name' })).toHaveAccessibleDescription(/reserved/);
  await dialog.getByRole('textbox', { name: 'Role name' }).fill('Clerk');
  await page.keyboard.press('Enter');

  const offer = page.getByRole('dialog', { name: 'Assign Clerk' });
  await offer.getByRole('searchbox').fill('a');
  await offer.getByRole('checkbox', { name: /Ada/ }).check();
  // A search also matches ids; none of them contains a space.
  await offer.getByRole('searchbox').fill('bob r');
  await expect(offer.getByRole('checkbox', { name: /Ada/ })).toHaveCount(0);
  await offer.getByRole('checkbox', { name: /Bob/ }).check();
  await expect(offer.getByText('2 selected')).toBeVisible();
  await expectAccessible(page);
  await offer.getByRole('button', { name: 'Assign users' }).click();
  await expect(page.getByText('Assigned to 2 users')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Clerk' })).toBeVisible();
  await expect(page.getByRole('row', { name: /read:orders/ })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Assign permissions' }).click();
  const more = page.getByRole('dialog', { name: 'Assign permissions to Clerk' });
  await more.getByRole('searchbox').fill('order');
  await expect(more.getByRole('checkbox', { name: /read:orders/ })).toHaveCount(0);
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
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Remove Clerk' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('heading', { name: 'No roles yet' })).toBeVisible();
  administrator.expectNoComplaints();
});

test('the dialog says that there are no users yet, and a tab of the other role type does not exist', async ({
  page,
  oss,
}) => {
  const administrator = await becomeAdministrator(page, oss);
  const role = await administrator.api<Role>('post', rolesApi.create.path, { name: 'Clerk', description: 'Orders' });
  await page.goto(`${oss.consoleUrl}/roles/${role.id}/users`);
  await page.getByRole('button', { name: 'Assign users' }).first().click();
  await expect(page.getByText('There are no users yet.')).toBeVisible();
  // Nothing was entered, so Escape closes at once.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goto(`${oss.consoleUrl}/roles/${role.id}/applications`);
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();

  const { id } = await administrator.api<Application>('post', applicationsApi.create.path, {
    name: 'Shop',
    type: 'SPA',
  });
  await page.goto(`${oss.consoleUrl}/applications/${id}/settings`);
  await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeVisible();
  const tabs = page.getByRole('navigation', { name: 'Sections' });
  await expect(tabs.getByRole('link', { name: 'Settings' })).toBeVisible();
  for (const name of ['Roles', 'Organizations', 'Logs', 'Permissions']) {
    await expect(tabs.getByRole('link', { name })).toHaveCount(0);
  }
  // A tab that is not listed cannot be opened by its address either.
  await page.goto(`${oss.consoleUrl}/applications/${id}/roles`);
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  administrator.expectNoComplaints();
});

test('a default role is assigned to new users, and a machine gets the management API', async ({ page, oss }) => {
  const administrator = await becomeAdministrator(page, oss);
  const role = await administrator.api<Role>('post', rolesApi.create.path, { name: 'Everybody', description: 'All' });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`${oss.consoleUrl}/roles/${role.id}/general`);
  await page.getByRole('switch', { name: 'Default role' }).click();
  await expectAccessible(page);
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Changes saved')).toBeVisible();
  const user = await administrator.api<User>('post', usersApi.create.path, { name: 'Newcomer' });
  await page.goto(`${oss.consoleUrl}/users/${user.id}/roles`);
  await expect(page.getByRole('row', { name: /Everybody Default/ })).toBeVisible();

  const application = await administrator.api<Application>('post', applicationsApi.create.path, {
    name: 'Sync',
    type: 'MachineToMachine',
  });
  await page.goto(`${oss.consoleUrl}/roles/create?name=Operator`);
  const dialog = page.getByRole('dialog', { name: 'Create role' });
  await expect(dialog.getByRole('textbox', { name: 'Role name' })).toHaveValue('Operator');
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Runs the tenant');
  await dialog.getByRole('radio', { name: /Machine-to-machine/ }).check();
  await dialog.getByRole('checkbox', { name: 'All of Management API' }).check();
  await dialog.getByRole('button', { name: 'Create role' }).click();
  const offer = page.getByRole('dialog', { name: 'Assign Operator' });
  await expect(offer.getByRole('checkbox', { name: /Sync/ })).toBeVisible();
  await offer.getByRole('button', { name: 'Skip' }).click();
  await expect(page.getByRole('row', { name: /^all/ })).toBeVisible();
  await page.goto(`${oss.consoleUrl}/applications/${application.id}/roles`);
  await page.getByRole('button', { name: 'Assign roles' }).click();
  const assign = page.getByRole('dialog', { name: 'Assign roles to Sync' });
  // User roles are not offered to a machine.
  await expect(assign.getByRole('checkbox', { name: /Operator/ })).toBeVisible();
  await expect(assign.getByRole('checkbox', { name: /Everybody/ })).toHaveCount(0);
  await assign.getByRole('checkbox', { name: /Operator/ }).check();
  await assign.getByRole('button', { name: 'Assign roles' }).click();
  await expect(page.getByRole('row', { name: /Operator/ })).toBeVisible();
  await expectAccessible(page);
  administrator.expectNoComplaints();
});

test('many roles are searched, filtered, paged, found in the palette, and fit a phone', async ({ page, oss }) => {
  const administrator = await becomeAdministrator(page, oss);
  await Promise.all(
    Array.from({ length: 44 }, (_, index) =>
      administrator.api('post', rolesApi.create.path, {
        name: `Team ${String(index + 1).padStart(2, '0')} ${'with a long name '.repeat(5)}`,
        description: 'x'.repeat(128),
        type: index % 4 === 0 ? 'MachineToMachine' : 'User',
      }),
    ),
  );
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${oss.consoleUrl}/roles?page=3`);
  await expect(page.getByText('41–45 of 45')).toBeVisible();
  await expectNarrow(page, 390);
  await expectAccessible(page);
  await page.goto(`${oss.consoleUrl}/roles/create`);
  await expect(page.getByRole('dialog', { name: 'Create role' })).toBeVisible();
  await expectAccessible(page);

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${oss.consoleUrl}/roles`);
  await expect(page.getByText('1–20 of 45')).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('team 0');
  await expect(page.getByText('1–9 of 9')).toBeVisible();
  await page.getByRole('button', { name: 'Type' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Machine-to-machine' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByText('1–3 of 3')).toBeVisible();
  await expect(page).toHaveURL(/search=team\+0&type=MachineToMachine$/);
  await page.reload();
  await expect(page.getByText('1–3 of 3')).toBeVisible();

  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeFocused();
  await page.keyboard.type('team 44');
  const found = page.getByRole('option', { name: /Team 44/ }).first();
  await expect(found).toBeVisible();
  await found.click();
  await expect(page.getByRole('heading', { level: 1, name: /Team 44/ })).toBeVisible();

  const roleUrl = page.url();
  await failOnce(page, 'DELETE', `**${rolesApi.list.path}/**`);
  await page.getByRole('button', { name: 'More actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('The server had an error. Try again in a moment.')).toBeVisible();
  await expect(page).toHaveURL(roleUrl);
  await page.getByRole('button', { name: 'More actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Role deleted')).toBeVisible();
  await page.goto(roleUrl);
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  administrator.expectNoComplaints('500', '404');
});
