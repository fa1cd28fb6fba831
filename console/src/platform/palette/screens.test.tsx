import { Application, applicationsApi } from '@postern/contracts/access/applications';
import {
  OrganizationRole,
  OrganizationRoleWithScopes,
  organizationRoleScopesApi,
  organizationRolesApi,
} from '@postern/contracts/access/organization-roles';
import { organizationScopesApi } from '@postern/contracts/access/organization-scopes';
import { ResourceWithScopes, resourcesApi } from '@postern/contracts/access/resources';
import { RoleWithHolders, rolesApi } from '@postern/contracts/access/roles';
import { signingKeysApi } from '@postern/contracts/access/signing-keys';
import { assistantApi } from '@postern/contracts/help/assistant';
import { connectorsApi } from '@postern/contracts/messages/connectors';
import { organizationsApi } from '@postern/contracts/people/organizations';
import { ssoConnectorsApi } from '@postern/contracts/people/sso-connectors';
import { usersApi } from '@postern/contracts/people/users';
import { expectAccessible } from '@postern/ui/testing/expect-accessible.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { api, expectNoProblems, openScreen } from '../../testing/open-screen.tsx';

afterEach(expectNoProblems);

const search = page.getByRole('combobox', { name: 'Search or jump to' });

/** Opens the palette over a page, as a person does by keyboard. */
const openPalette = async () => {
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(search).toHaveFocus();
};

beforeEach(() => {
  api.on(usersApi.list, []);
  api.on(rolesApi.list, []);
  api.on(resourcesApi.list, []);
  api.on(applicationsApi.list, []);
  api.on(organizationsApi.list, []);
  api.on(organizationRolesApi.list, []);
  api.on(organizationScopesApi.list, []);
  api.on(connectorsApi.list, []);
  api.on(ssoConnectorsApi.list, []);
  api.on(assistantApi.search, []);
});

test('the palette opens pages, names new objects by what is typed, and keeps the selection when results arrive', async () => {
  await openScreen('/api-resources');
  await openPalette();
  await search.fill('role');
  await expect.element(page.getByRole('option', { name: 'Roles', exact: true })).toBeVisible();
  await expectAccessible();
  await userEvent.keyboard('{ArrowUp}{ArrowDown}{Enter}');
  await expect.poll(() => location.pathname).toBe('/roles');

  // Words that match an action are not used as the name of a new object; other words are.
  await openPalette();
  await search.fill('create app');
  await expect.element(page.getByRole('option', { name: 'Create application', exact: true })).toBeVisible();
  await search.fill('Storefront');
  await expect.element(page.getByRole('option', { name: 'Create application “Storefront”' })).toBeVisible();

  // Late results appear above, but do not change the selection.
  const answered = Promise.withResolvers<ResourceWithScopes[]>();
  api.on(resourcesApi.list, () => answered.promise);
  await search.fill('api');
  await userEvent.keyboard('{ArrowDown}');
  const chosen = page.getByRole('option', { name: 'Create API resource', exact: true });
  await expect.element(chosen).toHaveAttribute('aria-selected', 'true');
  answered.resolve([sample(ResourceWithScopes, { id: 'management-api', name: 'Management API' })]);
  await expect.element(page.getByRole('option', { name: /Management API/ }).first()).toBeVisible();
  await expect.element(chosen).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => location.pathname).toMatch(/\/api-resources\/create/);
});

test('the palette finds objects by name and opens them', async () => {
  const role = sample(RoleWithHolders, { id: 'r44', name: 'Team 44' });
  const template = sample(OrganizationRoleWithScopes, { id: 'o24', name: 'Team 24' });
  api.on(rolesApi.list, [role]);
  api.on(rolesApi.get, role);
  api.on(rolesApi.listScopes, []);
  api.on(organizationRolesApi.list, [template]);
  api.on(organizationRolesApi.get, sample(OrganizationRole, template));
  api.on(organizationRoleScopesApi.list, []);
  api.on(organizationRoleScopesApi.listResource, []);
  api.on(applicationsApi.list, [sample(Application, { id: 'shop', name: 'Shop', type: 'SPA' })]);
  await openScreen('/roles');
  await openPalette();
  await search.fill('team');
  await expect.element(page.getByRole('option', { name: /^Shop/ })).toBeVisible();
  await page.getByRole('option', { name: /^Team 44/ }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Team 44' })).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await search.fill('team');
  await page.getByRole('option', { name: /^Team 24/ }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Team 24' })).toBeVisible();
});

test('Enter right after typing opens what fits the text, not a result of the text before', async () => {
  api.on(rolesApi.list, [sample(RoleWithHolders, { id: 'api', name: 'API reader' })]);
  api.on(applicationsApi.list, [sample(Application, { id: 'shop', name: 'Shop', type: 'SPA' })]);
  await openScreen('/roles');
  await openPalette();
  await search.fill('reader');
  await expect.element(page.getByRole('option', { name: /^API reader/ })).toBeVisible();
  const input = search.element() as HTMLInputElement;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'signing');
  input.dispatchEvent(new Event('input', { bubbles: true }));
  // React renders what an event has changed in microtasks, before the next event comes.
  for (let turn = 0; turn < 20; turn += 1) {
    await undefined;
  }
  api.on(signingKeysApi.list, []);
  input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  await expect.poll(() => location.pathname).toBe('/signing-keys');
});
