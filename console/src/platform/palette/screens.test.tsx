import { Application, applicationsApi } from '@postern/contracts/access/applications';
import { domainsApi } from '@postern/contracts/access/domains';
import {
  OrganizationRole,
  OrganizationRoleWithScopes,
  organizationRoleScopesApi,
  organizationRolesApi,
} from '@postern/contracts/access/organization-roles';
import { RoleWithHolders, rolesApi } from '@postern/contracts/access/roles';
import { signingKeysApi } from '@postern/contracts/access/signing-keys';
import {
  AdministratorInvitation,
  administratorInvitationsApi,
  administratorsApi,
} from '@postern/contracts/people/administrators';
import { OrganizationInvitation, organizationInvitationsApi } from '@postern/contracts/people/organization-invitations';
import { usersApi } from '@postern/contracts/people/users';
import { auditApi, Log } from '@postern/contracts/records/audit';
import { expectAccessible } from '@postern/ui/testing/expect-accessible.ts';
import { failWith, refuse } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerPalette } from '../../testing/answer-palette.ts';
import { api, expectNoProblems, openScreen, reloadScreen } from '../../testing/open-screen.tsx';
import { readJson, storageKeys } from '../storage.ts';

afterEach(expectNoProblems);

const search = page.getByRole('combobox', { name: 'Search or jump to' });

/** Opens the palette over a page, as a person does by keyboard. */
const openPalette = async () => {
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(search).toHaveFocus();
};

beforeEach(() => answerPalette(api));

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
  const answered = Promise.withResolvers<RoleWithHolders[]>();
  api.on(rolesApi.list, () => answered.promise);
  await search.fill('roles');
  await userEvent.keyboard('{ArrowDown}');
  const chosen = page.getByRole('option', { selected: true });
  await expect.element(chosen).toMatchTextContent('Organization roles');
  answered.resolve([sample(RoleWithHolders, { id: 'reader', name: 'Reader roles' })]);
  await expect.element(page.getByRole('option', { name: /^Reader roles/ })).toBeVisible();
  await expect.element(chosen).toMatchTextContent('Organization roles');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => location.pathname).toBe('/organization-template/organization-roles');
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

test('the palette finds entries of the audit log and invitations by ID, and invitations by address', async () => {
  const [logId, invitationId] = ['1'.repeat(21), '2'.repeat(21)];
  const invitation = sample(OrganizationInvitation, {
    id: invitationId,
    invitee: 'grace@example.com',
    organizationId: 'acme',
  });
  api.on(auditApi.get, ({ params: { id } }) =>
    id === logId ? sample(Log, { id, key: 'Role.Created' }) : refuse('entity.not_exists_with_id'),
  );
  api.on(organizationInvitationsApi.get, ({ params: { id } }) =>
    id === invitationId ? invitation : refuse('entity.not_found'),
  );
  api.on(organizationInvitationsApi.list, ({ query }) => (query.invitee === invitation.invitee ? [invitation] : []));
  api.on(administratorsApi.list, []);
  api.on(administratorInvitationsApi.list, [
    sample(AdministratorInvitation, { id: 'three', email: 'linus@example.com' }),
  ]);
  await openScreen('/roles');
  await openPalette();
  await search.fill(logId);
  await expect.element(page.getByRole('option', { name: new RegExp(logId) })).toMatchTextContent(/Role: created/);
  await search.fill(invitationId);
  await expect.element(page.getByRole('option', { name: /^grace@example\.com/ })).toBeVisible();
  await search.fill('grace@example.com');
  await expect.element(page.getByRole('option', { name: /^grace@example\.com/ })).toBeVisible();
  await search.fill('three');
  await page.getByRole('option', { name: /^linus@example\.com/ }).click();
  await expect.poll(() => location.pathname).toBe('/tenant-settings/administrators');
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

test('an empty palette shows what was opened last, by name, and forgets what is gone', async () => {
  const role = sample(RoleWithHolders, { id: 'r44', name: 'Team 44' });
  api.on(rolesApi.list, [role]);
  api.on(rolesApi.get, role);
  api.on(rolesApi.listScopes, []);
  api.on(signingKeysApi.list, []);
  const kept = () => readJson<{ visits: Record<string, unknown> }>(localStorage, storageKeys.recent)?.visits.default;
  await openScreen('/roles/r44');
  await expect.poll(kept).toEqual([{ path: 'roles/r44', name: 'Team 44' }]);
  await page.getByRole('link', { name: 'Signing keys' }).click();
  await expect.poll(kept).toEqual([{ path: 'signing-keys' }, { path: 'roles/r44', name: 'Team 44' }]);
  await openPalette();
  const recent = page.getByRole('group', { name: 'Recent' });
  // Not the page that is open.
  await expect.element(recent.getByRole('option')).toMatchTextContent('Team 44Roles');
  await expectAccessible();

  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Team 44' })).toBeVisible();
  api.on(rolesApi.get, refuse('entity.not_exists_with_id'));
  await reloadScreen();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await expect.poll(kept).toEqual([{ path: 'signing-keys' }]);
});

test('Enter before the searches have answered opens the first result when it is there', async () => {
  const role = sample(RoleWithHolders, { id: 'r44', name: 'Team 44' });
  const answered = Promise.withResolvers<RoleWithHolders[]>();
  api.on(rolesApi.get, role);
  api.on(rolesApi.listScopes, []);
  api.on(signingKeysApi.list, []);
  await openScreen('/signing-keys');
  await openPalette();
  api.on(rolesApi.list, () => answered.promise);
  await search.fill('44');
  await userEvent.keyboard('{Enter}');
  expect(location.pathname).toBe('/signing-keys');
  answered.resolve([role]);
  await expect.poll(() => location.pathname).toBe('/roles/r44/permissions');
});

test('a kind of things that the product refuses to list has no results, and a search that fails is said', async () => {
  api.on(domainsApi.list, refuse('domain.not_configured'));
  api.on(signingKeysApi.list, []);
  await openScreen('/signing-keys');
  await openPalette();
  await search.fill('quarterly');
  await expect.element(page.getByRole('option', { name: 'Create application “quarterly”' })).toBeVisible();
  expect(page.getByRole('alert').elements()).toEqual([]);
  api.on(usersApi.list, failWith(500));
  await search.fill('quarterly report');
  await expect.element(page.getByRole('alert')).toMatchTextContent('Search failed.');
});
