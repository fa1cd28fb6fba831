import { ConsentScopes } from '@postern/contracts/access/application-consent';
import { domainsApi } from '@postern/contracts/access/domains';
import {
  type DynamicClientPolicy,
  dynamicClientsApi,
  InitialAccessToken,
} from '@postern/contracts/access/dynamic-clients';
import { organizationScopesApi } from '@postern/contracts/access/organization-scopes';
import { ResourceWithScopes, resourcesApi } from '@postern/contracts/access/resources';
import { expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { failWith } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { api, expectNoProblems, openScreen, pressSave } from '../../../testing/open-screen.tsx';

afterEach(expectNoProblems);

const path = '/applications/dynamic-clients';
const field = (name: string) => page.getByRole('textbox', { name });

function answer(tokens: readonly InitialAccessToken[] = [], granted = sample(ConsentScopes, {})): void {
  let policy: DynamicClientPolicy = { registration: 'off', allowedHosts: [], unusedDays: 30 };
  api.on(domainsApi.list, []);
  api.on(dynamicClientsApi.getPolicy, () => policy);
  api.on(dynamicClientsApi.updatePolicy, ({ body }) => {
    policy = { ...policy, ...(body as Partial<DynamicClientPolicy>) };
    return policy;
  });
  api.on(dynamicClientsApi.listTokens, [...tokens]);
  api.on(dynamicClientsApi.listScopes, granted);
}

test('the policy is chosen, checked and saved', async () => {
  answer();
  await openScreen(path);
  await expect.element(page.getByRole('radio', { name: /No one/ })).toBeChecked();
  await expect.element(page.getByText(/\/oidc\/reg$/)).toBeVisible();
  await expect.element(page.getByText('There are no tokens.')).toBeVisible();
  await expectToFit();
  await page.getByRole('radio', { name: /Everyone/ }).click();
  await field('Allowed hosts, row 1').fill('https://example.com');
  await field('Delete unused applications after').fill('400');
  await pressSave();
  await expect.element(page.getByText('Enter a number from 1 to 365.')).toBeVisible();
  expect(api.requestsOf(dynamicClientsApi.updatePolicy)).toEqual([]);
  await field('Allowed hosts, row 1').fill('*.Example.com');
  await field('Delete unused applications after').fill('7');
  await pressSave();
  await expect
    .poll(() => api.requestsOf(dynamicClientsApi.updatePolicy).at(-1)?.body)
    .toEqual({ registration: 'open', allowedHosts: ['*.example.com'], unusedDays: 7 });
});

test('a token is created, shown once and deleted', async () => {
  const token = sample(InitialAccessToken, { id: 'iat1', name: 'Partners', maxUses: 5, uses: 2, expiresAt: null });
  answer([token]);
  await openScreen(path, { appearance: 'dark' });
  const row = page.getByRole('row', { name: /Partners/ });
  await expect.element(row.getByText('2 of 5')).toBeVisible();
  await page.getByRole('button', { name: 'Create token' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create token' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Assistants');
  await dialog.getByRole('textbox', { name: /Most uses/ }).fill('0');
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await expect.element(dialog.getByText('Enter a number from 1 to 1,000,000.')).toBeVisible();
  await dialog.getByRole('textbox', { name: /Most uses/ }).fill('');
  api.on(dynamicClientsApi.createToken, {
    ...token,
    id: 'iat2',
    name: 'Assistants',
    maxUses: null,
    value: 'secret-value',
  });
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await expect.element(page.getByText('secret-value')).toBeVisible();
  expect(api.requestsOf(dynamicClientsApi.createToken)[0]?.body).toEqual({
    name: 'Assistants',
    maxUses: null,
    expiresAt: null,
  });
  await page.getByRole('button', { name: 'Done' }).click();
  api.on(dynamicClientsApi.removeToken, undefined);
  await page.getByRole('button', { name: /Partners/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByText('Token deleted')).toBeVisible();
});

test('permissions are added to what all of them may request, and removed', async () => {
  const scopes = [{ id: 's1', name: 'notes:read', description: 'Read notes' }];
  const granted = sample(ConsentScopes, {
    userScopes: ['email'],
    resourceScopes: [{ resource: { id: 'r1', name: 'Notes', indicator: 'https://notes.example' }, scopes }],
  });
  answer([], granted);
  api.on(organizationScopesApi.list, []);
  api.on(resourcesApi.list, [
    sample(ResourceWithScopes, { id: 'r1', name: 'Notes', indicator: 'https://notes.example' }),
  ]);
  await openScreen(path);
  const table = page.getByRole('table', { name: 'User permissions' });
  await expect.element(table.getByText('notes:read')).toBeVisible();
  api.on(dynamicClientsApi.addScopes, undefined);
  await page.getByRole('button', { name: 'Add user permissions' }).click();
  const add = page.getByRole('dialog', { name: 'Add user permissions' });
  await add.getByRole('searchbox').fill('profile');
  await add.getByRole('checkbox', { name: /^profile/ }).click();
  await add.getByRole('button', { name: 'Add' }).click();
  await expect.element(page.getByText('1 permission added')).toBeVisible();
  expect(api.requestsOf(dynamicClientsApi.addScopes)[0]?.body).toEqual({ userScopes: ['profile'], resourceScopes: [] });
  api.on(dynamicClientsApi.removeScope, undefined);
  await table.getByRole('button', { name: /notes:read/ }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect.element(page.getByText('Permission removed')).toBeVisible();
});

test('a policy that cannot be read can be read again', async () => {
  answer();
  api.on(dynamicClientsApi.getPolicy, failWith(500));
  await openScreen(path);
  const retry = page.getByRole('button', { name: 'Try again' }).first();
  await expect.element(retry).toBeVisible();
  answer();
  await retry.click();
  await expect.element(page.getByRole('radio', { name: /No one/ })).toBeChecked();
  await userEvent.keyboard('{Escape}');
});
