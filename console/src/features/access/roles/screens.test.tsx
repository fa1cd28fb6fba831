import { resourcesApi } from '@postern/contracts/access/resources';
import { RoleWithHolders, rolesApi } from '@postern/contracts/access/roles';
import { expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { refuse } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { api, openScreen } from '../../../testing/open-screen.tsx';

afterEach(() => {
  expect(api.problems).toEqual([]);
  api.reset();
});

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
