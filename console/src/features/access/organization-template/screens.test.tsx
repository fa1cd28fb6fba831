import {
  OrganizationRole,
  OrganizationRoleWithScopes,
  organizationRoleScopesApi,
  organizationRolesApi,
} from '@postern/contracts/access/organization-roles';
import { OrganizationScope, organizationScopesApi } from '@postern/contracts/access/organization-scopes';
import { ResourceWithScopes, resourcesApi, Scope } from '@postern/contracts/access/resources';
import { expectAccessible, expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { failWith, refuse } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { api, expectNoProblems, openScreen, press, pressSave } from '../../../testing/open-screen.tsx';

afterEach(expectNoProblems);

const heading = (name: string) => page.getByRole('heading', { name });
const permission = (name: string, description: string | null = null) =>
  sample(OrganizationScope, { id: name, name, description });
const scope = (name: string) => sample(Scope, { id: name, resourceId: 'orders', name });
const orders = sample(ResourceWithScopes, {
  id: 'orders',
  name: 'Orders',
  indicator: 'https://orders.example',
  scopes: [scope('read:orders'), scope('write:orders')],
});
const managementApi = sample(ResourceWithScopes, {
  id: 'management-api',
  name: 'Management API',
  indicator: 'https://default.logto.app/api',
  scopes: [sample(Scope, { id: 'all', resourceId: 'management-api', name: 'all' })],
});
const roles = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    sample(OrganizationRoleWithScopes, {
      id: `r${index}`,
      name: `Team ${index}${' with a long name'.repeat(5)}`,
      description: 'x'.repeat(128),
    }),
  );

/** A role with one permission of each kind. */
function answerRole(role: OrganizationRole): void {
  api.on(resourcesApi.list, [orders, managementApi]);
  api.on(organizationScopesApi.list, [permission('edit:billing'), permission('invite:member')]);
  api.on(organizationRolesApi.get, role);
  api.on(organizationRoleScopesApi.list, [permission('edit:billing')]);
  api.on(organizationRoleScopesApi.listResource, [scope('read:orders')]);
}

test('empty lists offer to create the first role and permission', async () => {
  api.on(organizationRolesApi.list, []);
  api.on(organizationScopesApi.list, []);
  await openScreen('/organization-template');
  await expect.element(heading('No organization roles yet')).toBeVisible();
  expect(location.pathname).toBe('/organization-template/organization-roles');
  await expectAccessible();
  await page.getByRole('link', { name: /^Organization permissions/ }).click();
  await expect.element(heading('No organization permissions yet')).toBeVisible();
});

test('many roles are searched and paged, and fit a phone', async () => {
  const all = roles(24);
  api.on(organizationScopesApi.list, []);
  api.on(organizationRolesApi.list, ({ query }) =>
    all.filter(({ name }) => name.toLowerCase().includes(query.q ?? '')),
  );
  await openScreen('/organization-template/organization-roles?page=2');
  await expect.element(page.getByText('21–24 of 24')).toBeVisible();
  await expectToFit();
  await userEvent.keyboard('/team 1');
  await expect.element(page.getByText('1–11 of 11')).toBeVisible();
});

test('permissions are created, refused twice, renamed and deleted', async () => {
  let scopes = [permission('edit:billing'), permission('invite:member')];
  api.on(organizationRolesApi.list, []);
  api.on(organizationScopesApi.list, () => scopes);
  api.on(organizationScopesApi.create, ({ body: { name } }) => {
    if (scopes.some((one) => one.name === name)) {
      return refuse('entity.unique_integrity_violation');
    }
    scopes = [...scopes, permission(name)];
    return permission(name);
  });
  api.on(organizationScopesApi.update, ({ params, body }) => {
    const changed = permission(body.name ?? '', body.description ?? null);
    scopes = scopes.map((one) => (one.id === params.id ? changed : one));
    return changed;
  });
  api.on(organizationScopesApi.remove, ({ params }) => {
    scopes = scopes.filter(({ id }) => id !== params.id);
  });
  await openScreen('/organization-template/organization-permissions');
  await press(page.getByRole('link', { name: 'Create organization permission' }), '{Enter}');
  const dialog = page.getByRole('dialog', { name: 'Create organization permission' });
  const name = dialog.getByRole('textbox', { name: 'Permission name' });
  await expect.element(name).toHaveFocus();
  await userEvent.keyboard('invite:member{Enter}');
  await expect.element(name).toHaveAccessibleDescription(/already exists/);
  await expectAccessible();
  await name.fill('remove:member');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('1–3 of 3')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  await expectToFit();

  await page.getByRole('button', { name: 'More actions for remove:member' }).click();
  await page.getByRole('menuitem', { name: 'Edit permission' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit remove:member' });
  await edit.getByRole('textbox', { name: 'Permission name' }).fill('read:report');
  await edit.getByRole('textbox', { name: /^Description/ }).fill('Read reports');
  await expectAccessible();
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByRole('row', { name: /read:report.*Read reports/ })).toBeVisible();

  await page.getByRole('button', { name: 'More actions for edit:billing' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete edit:billing?' });
  await expect.element(question.getByText(/removed from all organization roles/)).toBeVisible();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByText('Organization permission deleted')).toBeVisible();
});

test('one picker offers permissions of the organization and of APIs, but not what a role already has', async () => {
  const billing = sample(OrganizationRole, { id: 'billing', name: 'Billing admin' });
  answerRole(billing);
  api.on(organizationRolesApi.list, []);
  api.on(organizationRolesApi.create, billing);
  await openScreen('/organization-template/organization-roles/create');
  const dialog = page.getByRole('dialog', { name: 'Create organization role' });
  await dialog.getByRole('textbox', { name: 'Role name' }).fill('Billing admin');
  // Users cannot have permissions of the management API.
  await expect.element(dialog.getByRole('button', { name: /Orders/ })).toBeVisible();
  expect(dialog.getByRole('button', { name: /Management API/ }).query()).toBeNull();
  await press(dialog.getByRole('button', { name: /Organization permissions/ }), '{Enter}');
  await press(dialog.getByRole('checkbox', { name: 'edit:billing' }), ' ');
  await dialog.getByRole('searchbox').fill('read');
  await dialog.getByRole('checkbox', { name: /read:orders/ }).click();
  await expect.element(dialog.getByText('2 selected')).toBeVisible();
  await expectToFit();
  await dialog.getByRole('button', { name: 'Create organization role' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Billing admin' })).toBeVisible();
  expect(api.requestsOf(organizationRolesApi.create)[0]?.body).toMatchObject({
    organizationScopeIds: ['edit:billing'],
    resourceScopeIds: ['read:orders'],
  });
  await expect.element(page.getByRole('row', { name: /edit:billing.*Organization permission/ })).toBeVisible();
  await expect.element(page.getByRole('row', { name: /read:orders.*Orders/ })).toBeVisible();
  await expectAccessible();

  await page.getByRole('button', { name: 'Assign permissions' }).click();
  const more = page.getByRole('dialog', { name: 'Assign permissions to Billing admin' });
  await more.getByRole('searchbox').fill('e');
  await expect.element(more.getByRole('checkbox', { name: /write:orders/ })).toBeVisible();
  expect(more.getByRole('checkbox', { name: /edit:billing|read:orders/ }).elements()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await page.getByRole('searchbox', { name: 'Search permissions' }).fill('orders');
  await expect.element(page.getByText('1–1 of 1')).toBeVisible();
});

test('a role for machines may have the management API', async () => {
  const robot = sample(OrganizationRole, { id: 'robot', name: 'Robot', type: 'MachineToMachine' });
  answerRole(robot);
  api.on(organizationRolesApi.list, []);
  api.on(organizationRolesApi.create, robot);
  await openScreen('/organization-template/organization-roles/create?name=Robot');
  const dialog = page.getByRole('dialog', { name: 'Create organization role' });
  await expect.element(dialog.getByRole('textbox', { name: 'Role name' })).toHaveValue('Robot');
  await dialog.getByRole('radio', { name: /Machine-to-machine/ }).click();
  await dialog.getByRole('checkbox', { name: 'All of Management API' }).click();
  await dialog.getByRole('button', { name: 'Create organization role' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Robot' })).toBeVisible();
  const body = { type: 'MachineToMachine', resourceScopeIds: ['all'] };
  expect(api.requestsOf(organizationRolesApi.create)[0]?.body).toMatchObject(body);
});

test('a role is described; a deletion that fails leaves it open; an unknown one does not exist', async () => {
  const role = sample(OrganizationRole, { id: 'billing', name: 'Billing admin' });
  answerRole(role);
  api.on(organizationRolesApi.list, []);
  api.on(organizationRolesApi.update, ({ body }) =>
    sample(OrganizationRole, { ...role, description: body.description }),
  );
  await openScreen('/organization-template/organization-roles/billing/general');
  await page.getByRole('textbox', { name: /^Description/ }).fill('Pays the bills');
  await expectAccessible();
  await pressSave();
  await expect.element(page.getByText('Changes saved')).toBeVisible();

  const remove = async () => {
    await page.getByRole('button', { name: 'More actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const question = page.getByRole('dialog');
    await expect.element(question.getByText(/in all organizations.*invitations/)).toBeVisible();
    await question.getByRole('button', { name: 'Delete' }).click();
  };
  api.on(organizationRolesApi.remove, failWith(500));
  await remove();
  await expect.element(page.getByText('The server had an error. Try again in a moment.')).toBeVisible();
  expect(location.pathname).toMatch(/billing\/general$/);
  api.on(organizationRolesApi.remove, undefined);
  await remove();
  await expect.element(page.getByText('Organization role deleted')).toBeVisible();
  await expect.poll(() => location.pathname).toMatch(/\/organization-roles$/);
  api.on(organizationRolesApi.get, refuse('entity.not_found'));
  await openScreen('/organization-template/organization-roles/unknown/permissions');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
});
