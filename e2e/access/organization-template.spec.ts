import { organizationRolesApi } from '@postern/contracts/access/organization-roles';
import { type OrganizationScope, organizationScopesApi } from '@postern/contracts/access/organization-scopes';
import { type Resource, resourcesApi } from '@postern/contracts/access/resources';
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

test('organization permissions are created and renamed; roles get them and API permissions from one picker', async ({
  page,
  oss,
}) => {
  const administrator = await becomeAdministrator(page, oss);
  await registerApi(administrator);
  await page.goto(`${oss.consoleUrl}/organization-template`);
  await expect(page.getByRole('heading', { name: 'No organization roles yet' })).toBeVisible();
  await expectAccessible(page);

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
  await administrator.api<OrganizationScope>('post', organizationScopesApi.create.path, { name: 'edit:billing' });
  await page.getByRole('link', { name: 'Create organization permission' }).click();
  await twice.getByRole('textbox', { name: 'Permission name' }).fill('invite:member');
  await twice.getByRole('button', { name: 'Create organization permission' }).click();
  await expect(twice.getByRole('textbox', { name: 'Permission name' })).toHaveAccessibleDescription(/already exists/);
  await expectAccessible(page);
  await twice.getByRole('textbox', { name: 'Permission name' }).fill('remove:member');
  await page.keyboard.press('Enter');
  await expect(page.getByText('1–3 of 3')).toBeVisible();
  await expectToFit(page);

  await page.getByRole('button', { name: 'More actions for remove:member' }).click();
  await page.getByRole('menuitem', { name: 'Edit permission' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit remove:member' });
  await edit.getByRole('textbox', { name: 'Permission name' }).fill('read:report');
  await edit.getByRole('textbox', { name: 'Description' }).fill('Read reports');
  await expectAccessible(page);
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row', { name: /read:report.*Read reports/ })).toBeVisible();

  await page.getByRole('link', { name: /^Organization roles/ }).click();
  await page.getByRole('link', { name: 'Create organization role' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create organization role' });
  await dialog.getByRole('textbox', { name: 'Role name' }).fill('Billing admin');
  // Users cannot have permissions of the management API.
  await expect(dialog.getByRole('button', { name: /Orders/ })).toBeVisible();
  await expect(dialog.getByRole('button', { name: /Management API/ })).toHaveCount(0);
  await dialog.getByRole('button', { name: /Organization permissions/ }).press('Enter');
  await dialog.getByRole('checkbox', { name: 'edit:billing' }).press('Space');
  await dialog.getByRole('searchbox').fill('read');
  await dialog.getByRole('checkbox', { name: /read:orders/ }).check();
  await expect(dialog.getByText('2 selected')).toBeVisible();
  await expectToFit(page);
  await dialog.getByRole('button', { name: 'Create organization role' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Billing admin' })).toBeVisible();
  await expect(page.getByRole('row', { name: /edit:billing.*Organization permission/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /read:orders.*Orders/ })).toBeVisible();
  await expect(page.getByText('1–2 of 2')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Assign permissions' }).click();
  const more = page.getByRole('dialog', { name: 'Assign permissions to Billing admin' });
  await more.getByRole('searchbox').fill('e');
  await expect(more.getByRole('checkbox', { name: /write:orders/ })).toBeVisible();
  // What the role already has is not offered.
  await expect(more.getByRole('checkbox', { name: /edit:billing|read:orders/ })).toHaveCount(0);
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
  await page.getByRole('searchbox', { name: 'Search permissions' }).fill('orders');
  await expect(page.getByText('1–1 of 1')).toBeVisible();

  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'General' }).click();
  await page.getByRole('textbox', { name: 'Description' }).fill('Pays the bills');
  await expectAccessible(page);
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Changes saved')).toBeVisible();

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

  // A role for machines may have the management API.
  await visit(page, `${oss.consoleUrl}/organization-template/organization-roles/create?name=Robot`);
  await expect(dialog.getByRole('textbox', { name: 'Role name' })).toHaveValue('Robot');
  await dialog.getByRole('radio', { name: /Machine-to-machine/ }).check();
  await dialog.getByRole('checkbox', { name: 'All of Management API' }).check();
  await dialog.getByRole('button', { name: 'Create organization role' }).click();
  await expect(page.getByRole('row', { name: /^all/ })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Robot' })).toBeVisible();
  administrator.expectNoComplaints('422');
});

test('many organization roles are searched, paged, found in the palette, deleted, and fit a phone', async ({
  page,
  oss,
}) => {
  const administrator = await becomeAdministrator(page, oss);
  await fillDatabase(
    oss,
    `insert into organization_roles (id, name, description, type)
      select 'r' || n, 'Team ' || lpad(n::text, 2, '0') || repeat(' with a long name', 5), repeat('x', 128),
        case when n % 4 = 0 then 'MachineToMachine' else 'User' end
      from generate_series(1, 24) n`,
  );
  await page.goto(`${oss.consoleUrl}/organization-template/organization-roles?page=2`);
  await expect(page.getByText('21–24 of 24')).toBeVisible();
  await expectToFit(page);

  await visit(page, `${oss.consoleUrl}/organization-template`);
  await expect(page).toHaveURL(/organization-roles$/);
  await expect(page.getByText('1–20 of 24')).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('team 0');
  await expect(page.getByText('1–9 of 9')).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeFocused();
  await page.keyboard.type('team 24');
  const found = page.getByRole('option', { name: /^Team 24/ }).first();
  await expect(found).toBeVisible();
  await found.click();
  await expect(page.getByRole('heading', { level: 1, name: /Team 24/ })).toBeVisible();

  const roleUrl = page.url();
  const remove = async () => {
    await page.getByRole('button', { name: 'More actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const question = page.getByRole('dialog');
    await expect(question.getByText(/in all organizations.*invitations/)).toBeVisible();
    await question.getByRole('button', { name: 'Delete' }).click();
  };
  await failOnce(page, 'DELETE', `**${organizationRolesApi.list.path}/**`);
  await remove();
  await expect(page.getByText('The server had an error. Try again in a moment.')).toBeVisible();
  await expect(page).toHaveURL(roleUrl);
  await remove();
  await expect(page.getByText('Organization role deleted')).toBeVisible();
  await expect(page).toHaveURL(/\/organization-roles$/);
  await visit(page, roleUrl.replace('r24', 'unknown'));
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  administrator.expectNoComplaints('500', '404');
});
