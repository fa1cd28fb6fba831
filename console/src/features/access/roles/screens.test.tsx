import { Application, ApplicationDetails, applicationsApi } from '@postern/contracts/access/applications';
import { domainsApi } from '@postern/contracts/access/domains';
import { ResourceWithScopes, resourcesApi, Scope } from '@postern/contracts/access/resources';
import {
  applicationRolesApi,
  Role,
  RoleScope,
  RoleWithHolders,
  rolesApi,
  userRolesApi,
} from '@postern/contracts/access/roles';
import { roleUsersApi } from '@postern/contracts/people/role-users';
import { User, usersApi } from '@postern/contracts/people/users';
import { expectAccessible, expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { failWith, refuse } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { api, expectNoProblems, openScreen, press, pressSave } from '../../../testing/open-screen.tsx';

afterEach(expectNoProblems);

const heading = (name: string) => page.getByRole('heading', { name });
const roles = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    sample(RoleWithHolders, {
      id: `role-${index}`,
      name: `Role ${index}`,
      description: 'Works on orders',
      usersCount: index,
    }),
  );

test('an empty list offers to create the first role', async () => {
  api.on(rolesApi.list, []);
  await openScreen('/roles');
  await expect.element(heading('No roles yet')).toBeVisible();
  await expectToFit();
});

test('200 roles are shown by pages, with long names', async () => {
  const [first, ...others] = roles(200);
  api.on(rolesApi.list, [
    sample(RoleWithHolders, { ...first, name: 'Donaudampfschifffahrtsgesellschaft'.repeat(3) }),
    ...others,
  ]);
  await openScreen('/roles');
  await expect.element(page.getByText('1–20 of 200')).toBeVisible();
  await expectToFit();
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect.element(page.getByText('21–40 of 200')).toBeVisible();
  expect(api.requestsOf(rolesApi.list).at(-1)?.query).toMatchObject({ page: '2', page_size: '20' });
});

test('a list that cannot be loaded says so, and loads when it is tried again', async () => {
  api.on(rolesApi.list, refuse('request.invalid_input'));
  await openScreen('/roles');
  const again = page.getByRole('button', { name: 'Try again' });
  await expect.element(again).toBeVisible();
  await expectToFit();
  api.on(rolesApi.list, roles(1));
  await again.click();
  await expect.element(page.getByRole('link', { name: 'Role 0' })).toBeVisible();
});

test('a new role needs a name that is not reserved, and the refusal is shown at its field', async () => {
  api.on(rolesApi.list, []);
  api.on(resourcesApi.list, []);
  api.on(rolesApi.create, refuse('role.name_in_use'));
  await openScreen('/roles/create');
  const dialog = page.getByRole('dialog', { name: 'Create role' });
  const name = dialog.getByRole('textbox', { name: 'Role name' });
  await expect.element(name).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(name).toHaveAccessibleDescription(/Fill in this field/);
  await name.fill('Clerk');
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Works on orders');
  await userEvent.keyboard('{Enter}');
  await expect.element(name).toHaveAccessibleDescription(/already exists/);
  expect(api.requestsOf(rolesApi.create)[0]?.body).toMatchObject({ name: 'Clerk', description: 'Works on orders' });
});

test('many roles are searched and filtered, and the URL keeps the state', async () => {
  const all = roles(44).map((role, index) => ({
    ...role,
    type: index % 4 === 0 ? ('MachineToMachine' as const) : ('User' as const),
  }));
  api.on(rolesApi.list, ({ query }) => {
    const text = String(query.search ?? '').replaceAll('%', '');
    return all.filter(({ name, type }) => name.toLowerCase().includes(text) && type === (query.type ?? type));
  });
  await openScreen('/roles');
  await expect.element(page.getByText('1–20 of 44')).toBeVisible();
  await userEvent.keyboard('/role 1');
  await expect.element(page.getByText('1–11 of 11')).toBeVisible();
  await page.getByRole('button', { name: 'Type' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Machine-to-machine' }).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('1–2 of 2')).toBeVisible();
  expect(location.search).toMatch(/search=role\+1&type=MachineToMachine$/);
  await openScreen('/roles?sort=-name');
  await expect.poll(() => api.requestsOf(rolesApi.list).at(-1)?.query.sort).toBe('-name');
});

const orders = sample(ResourceWithScopes, { id: 'orders', name: 'Orders', indicator: 'https://orders.example' });
const scope = (name: string) => sample(Scope, { id: name, resourceId: 'orders', name });
const managementApi = sample(ResourceWithScopes, {
  id: 'management-api',
  name: 'Management API',
  indicator: 'https://default.logto.app/api',
  scopes: [sample(Scope, { id: 'all', resourceId: 'management-api', name: 'all' })],
});
const clerk = sample(Role, { id: 'clerk', name: 'Clerk', description: 'Works on orders' });
const users = ['Ada', 'Bob Ray'].map((name) => sample(User, { id: name, name }));

/** Permissions of APIs, and the first role with one of them. */
function answerRole(role: Role): void {
  api.on(resourcesApi.list, [{ ...orders, scopes: [scope('read:orders'), scope('write:orders')] }, managementApi]);
  api.on(rolesApi.get, role);
  api.on(rolesApi.listScopes, [sample(RoleScope, { ...scope('read:orders'), resource: orders })]);
}

test('a role is created with permissions and assigned to users', async () => {
  api.on(rolesApi.list, roles(1));
  answerRole(clerk);
  api.on(rolesApi.create, ({ body }) =>
    body.name.startsWith('#internal') ? refuse('role.internal_role_violation') : clerk,
  );
  api.on(usersApi.list, ({ query }) => {
    const text = String(query.search ?? '')
      .replaceAll('%', '')
      .toLowerCase();
    return users.filter(({ name }) => name?.toLowerCase().includes(text));
  });
  api.on(rolesApi.assignUsers, undefined);
  await openScreen('/roles');
  await press(page.getByRole('link', { name: 'Create role' }), '{Enter}');
  const dialog = page.getByRole('dialog', { name: 'Create role' });
  const name = dialog.getByRole('textbox', { name: 'Role name' });
  await expect.element(name).toHaveFocus();
  // Escape asks before it discards input.
  await userEvent.keyboard('Draft{Escape}');
  const question = page.getByRole('dialog', { name: 'Close without saving?' });
  await expect.element(question).toBeVisible();
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(name).toHaveValue('Draft');
  await name.fill('#internal:clerk');
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Works on orders');
  await expect.element(dialog.getByText(/for machine-to-machine roles only/)).toBeVisible();
  // Users cannot have permissions of the management API, so it is not offered for them.
  const offered = dialog.getByRole('button', { name: /Orders/ });
  await expect.element(offered).toBeVisible();
  expect(dialog.getByRole('button', { name: /Management API/ }).query()).toBeNull();
  await press(offered, '{Enter}');
  await press(dialog.getByRole('checkbox', { name: /read:orders/ }), ' ');
  await expect.element(dialog.getByText('1 selected')).toBeVisible();
  await expectToFit();
  await dialog.getByRole('button', { name: 'Create role' }).click();
  await expect.element(name).toHaveAccessibleDescription(/reserved/);
  await name.fill('Clerk');
  await userEvent.keyboard('{Enter}');

  const offer = page.getByRole('dialog', { name: 'Assign Clerk' });
  await offer.getByRole('searchbox').fill('a');
  await offer.getByRole('checkbox', { name: /Ada/ }).click();
  await offer.getByRole('searchbox').fill('bob r');
  await expect.element(offer.getByRole('checkbox', { name: /Ada/ })).not.toBeInTheDocument();
  await offer.getByRole('checkbox', { name: /Bob/ }).click();
  await expect.element(offer.getByText('2 selected')).toBeVisible();
  await expectAccessible();
  await offer.getByRole('button', { name: 'Assign users' }).click();
  await expect.element(page.getByText('Assigned to 2 users')).toBeVisible();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Clerk' })).toBeVisible();
  expect(api.requestsOf(rolesApi.create).at(-1)?.body.scopeIds).toEqual(['read:orders']);
  expect(api.requestsOf(rolesApi.assignUsers)[0]?.body).toEqual({ userIds: ['Ada', 'Bob Ray'] });
  await expect.element(page.getByRole('row', { name: /read:orders/ })).toBeVisible();
  await expectAccessible();

  // What the role has is not offered again.
  await page.getByRole('button', { name: 'Assign permissions' }).click();
  const more = page.getByRole('dialog', { name: 'Assign permissions to Clerk' });
  await more.getByRole('searchbox').fill('order');
  await expect.element(more.getByRole('checkbox', { name: /write:orders/ })).toBeVisible();
  expect(more.getByRole('checkbox', { name: /read:orders/ }).query()).toBeNull();
});

test('a role for machines may have the management API, and is offered to machines when it is created', async () => {
  const operator = sample(Role, { id: 'operator', name: 'Operator', type: 'MachineToMachine' });
  api.on(rolesApi.list, roles(1));
  answerRole(operator);
  api.on(rolesApi.create, operator);
  api.on(applicationsApi.list, [sample(Application, { id: 'sync', name: 'Sync', type: 'MachineToMachine' })]);
  await openScreen('/roles/create?name=Operator');
  const dialog = page.getByRole('dialog', { name: 'Create role' });
  await expect.element(dialog.getByRole('textbox', { name: 'Role name' })).toHaveValue('Operator');
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Runs the tenant');
  await dialog.getByRole('radio', { name: /Machine-to-machine/ }).click();
  await dialog.getByRole('checkbox', { name: 'All of Management API' }).click();
  await dialog.getByRole('button', { name: 'Create role' }).click();
  expect(api.requestsOf(rolesApi.create)[0]?.body).toMatchObject({ type: 'MachineToMachine', scopeIds: ['all'] });
  const offer = page.getByRole('dialog', { name: 'Assign Operator' });
  await expect.element(offer.getByRole('checkbox', { name: /Sync/ })).toBeVisible();
  await offer.getByRole('button', { name: 'Skip' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Operator' })).toBeVisible();
});

test('the dialog of a role says when there are no users to choose, and the role has no tabs of the other type', async () => {
  answerRole(clerk);
  api.on(roleUsersApi.list, []);
  api.on(usersApi.list, []);
  await openScreen('/roles/clerk/users');
  await page.getByRole('button', { name: 'Assign users' }).click();
  await expect.element(page.getByText(/^There are no users yet\./)).toBeVisible();
  // Nothing was entered, so Escape closes at once.
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await openScreen('/roles/clerk/applications');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
});

test('a role is made the default, and users and machines show their roles', async () => {
  answerRole(clerk);
  api.on(rolesApi.update, ({ body }) => sample(Role, { ...clerk, ...body }));
  await openScreen('/roles/clerk/general', { appearance: 'dark' });
  await page.getByRole('switch', { name: /^Default role/ }).click();
  await expectAccessible();
  await pressSave();
  await expect.element(page.getByText('Changes saved')).toBeVisible();
  expect(api.requestsOf(rolesApi.update)[0]?.body).toMatchObject({ isDefault: true });

  api.on(usersApi.get, sample(User, { id: 'Ada', name: 'Ada' }));
  api.on(usersApi.listLockouts, []);
  api.on(userRolesApi.list, [sample(Role, { ...clerk, isDefault: true })]);
  await openScreen('/users/Ada/roles');
  await expect.element(page.getByRole('row', { name: /Clerk Default/ })).toBeVisible();
  await expectAccessible();
  api.on(userRolesApi.remove, () => api.on(userRolesApi.list, []));
  await page.getByRole('button', { name: 'Remove Clerk' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect.element(heading('No roles yet')).toBeVisible();

  const sync = sample(ApplicationDetails, { id: 'sync', name: 'Sync', type: 'MachineToMachine' });
  api.on(applicationsApi.get, sync);
  api.on(applicationRolesApi.list, []);
  api.on(applicationRolesApi.assign, ({ body: { roleIds } }) => ({ roleIds, addedRoleIds: roleIds }));
  api.on(rolesApi.list, ({ query }) => roles(1).filter(() => query.type === 'MachineToMachine'));
  await openScreen('/applications/sync/roles');
  await page.getByRole('button', { name: 'Assign roles' }).click();
  const assign = page.getByRole('dialog', { name: 'Assign roles to Sync' });
  // User roles are not offered to a machine.
  await assign.getByRole('checkbox', { name: /Role 0/ }).click();
  await expectAccessible();
  expect(api.requestsOf(rolesApi.list).at(-1)?.query).toMatchObject({
    type: 'MachineToMachine',
    excludeApplicationId: 'sync',
  });
  await assign.getByRole('button', { name: 'Assign roles' }).click();
  await expect.poll(() => api.requestsOf(applicationRolesApi.assign)[0]?.body).toEqual({ roleIds: ['role-0'] });

  api.on(applicationsApi.get, { ...sync, type: 'SPA' });
  await openScreen('/applications/sync/roles');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
});

test('an application that signs people in has no tabs of machines', async () => {
  api.on(applicationsApi.get, sample(ApplicationDetails, { id: 'shop', name: 'Shop', type: 'SPA' }));
  api.on(domainsApi.list, []);
  await openScreen('/applications/shop/settings');
  const sections = page.getByRole('navigation', { name: 'Sections' });
  await expect.element(sections.getByRole('link', { name: 'Settings' })).toBeVisible();
  expect(sections.getByRole('link', { name: /Roles|Organizations|Logs|Permissions/ }).elements()).toEqual([]);
});

test('a deletion that fails leaves the role open, and an unknown role does not exist', async () => {
  answerRole(clerk);
  api.on(rolesApi.list, []);
  api.on(rolesApi.remove, failWith(500));
  await openScreen('/roles/clerk/permissions');
  const remove = async () => {
    await page.getByRole('button', { name: 'More actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  };
  await remove();
  await expect.element(page.getByText('The server had an error. Try again in a moment.')).toBeVisible();
  expect(location.pathname).toBe('/roles/clerk/permissions');
  api.on(rolesApi.remove, undefined);
  await remove();
  await expect.element(page.getByText('Role deleted')).toBeVisible();
  await expect.poll(() => location.pathname).toBe('/roles');
  api.on(rolesApi.get, refuse('entity.not_exists_with_id'));
  await openScreen('/roles/unknown/permissions');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
});
