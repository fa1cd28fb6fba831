import { type Application, applicationsApi } from '@postern/contracts/access/applications';
import { type Resource, resourcesApi } from '@postern/contracts/access/resources';
import { type Role, rolesApi } from '@postern/contracts/access/roles';
import { type User, usersApi } from '@postern/contracts/people/users';
import { type Administrator, becomeAdministrator } from '../administrator.ts';
import { failOnce } from '../fail-once.ts';
import { expect, expectAccessible, expectToFit, fillDatabase, test } from '../product.ts';
import { visit } from '../visit.ts';

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
  await expectToFit(page);
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

test('a default role is assigned to new users, a machine gets the management API, and each type has its own tabs', async ({
  page,
  oss,
}) => {
  const administrator = await becomeAdministrator(page, oss);
  const create = <Answer>(path: string, body: object) => administrator.api<Answer>('post', path, body);
  const [role, application, shop] = await Promise.all([
    create<Role>(rolesApi.create.path, { name: 'Everybody', description: 'All' }),
    create<Application>(applicationsApi.create.path, { name: 'Sync', type: 'MachineToMachine' }),
    create<Application>(applicationsApi.create.path, { name: 'Shop', type: 'SPA' }),
  ]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`${oss.consoleUrl}/roles/${role.id}/users`);
  await page.getByRole('button', { name: 'Assign users' }).first().click();
  await expect(page.getByText('There are no users yet.')).toBeVisible();
  // Nothing was entered, so Escape closes at once.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // A tab of the other type is neither listed nor available at its address.
  const missing = page.getByRole('heading', { level: 1, name: 'Page not found' });
  await visit(page, `${oss.consoleUrl}/roles/${role.id}/applications`);
  await expect(missing).toBeVisible();
  await visit(page, `${oss.consoleUrl}/applications/${shop.id}/settings`);
  await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeVisible();
  await expect(
    page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Settings' }),
  ).toBeVisible();
  const others = /Roles|Organizations|Logs|Permissions/;
  await expect(page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: others })).toHaveCount(0);
  await visit(page, `${oss.consoleUrl}/applications/${shop.id}/roles`);
  await expect(missing).toBeVisible();

  await visit(page, `${oss.consoleUrl}/roles/${role.id}/general`);
  await page.getByRole('switch', { name: 'Default role' }).click();
  await expectAccessible(page);
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Changes saved')).toBeVisible();
  const user = await administrator.api<User>('post', usersApi.create.path, { name: 'Newcomer' });
  await visit(page, `${oss.consoleUrl}/users/${user.id}/roles`);
  await expect(page.getByRole('row', { name: /Everybody Default/ })).toBeVisible();

  await visit(page, `${oss.consoleUrl}/roles/create?name=Operator`);
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
  await visit(page, `${oss.consoleUrl}/applications/${application.id}/roles`);
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
  await fillDatabase(
    oss,
    `insert into roles (id, name, description, type)
      select 'r' || n, 'Team ' || lpad(n::text, 2, '0') || repeat(' with a long name', 5), repeat('x', 128),
        case when n % 4 = 1 then 'MachineToMachine' else 'User' end
      from generate_series(1, 44) n`,
  );
  await page.goto(`${oss.consoleUrl}/roles?page=3`);
  await expect(page.getByText('41–45 of 45')).toBeVisible();
  await expectToFit(page);
  await visit(page, `${oss.consoleUrl}/roles`);
  await expect(page.getByText('1–20 of 45')).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('team 0');
  await expect(page.getByText('1–9 of 9')).toBeVisible();
  await page.getByRole('button', { name: 'Type' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Machine-to-machine' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByText('1–3 of 3')).toBeVisible();
  await expect(page).toHaveURL(/search=team\+0&type=MachineToMachine$/);

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
  await expect(page).toHaveURL(/\/roles$/);
  await visit(page, roleUrl.replace('r44', 'unknown'));
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  administrator.expectNoComplaints('500', '404');
});
