import { Tenant, tenantsApi } from '@postern/contracts/cloud/tenants';
import { expectAccessible, expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { api, expectNoProblems, openScreen, reloadScreen } from '../../../testing/open-screen.tsx';

afterEach(expectNoProblems);

test('a person who was removed sees by whom, also after a reload, and their other tenants', async () => {
  api.on(tenantsApi.list, [sample(Tenant, { id: 'fjord1', name: 'Fjord' })]);
  const farewell = { kind: 'removed', tenantId: 'abc123', tenantName: 'Northwind', by: 'iris', isSelf: false };
  await openScreen('/left/abc123', { isOuter: true, kept: { 'postern:console:farewell': JSON.stringify(farewell) } });
  const heading = page.getByRole('heading', { name: 'You are no longer a member of Northwind' });
  await expect.element(heading).toBeVisible();
  await expect.element(page.getByText('iris removed you from this tenant.')).toBeVisible();
  await expect.element(page.getByRole('link', { name: /Fjord/ })).toBeVisible();
  await expectToFit();
  await reloadScreen();
  await expect.element(heading).toBeVisible();
});

test('a suspended account is signed out, and says who suspended it', async () => {
  const kept = { 'postern:console:suspended-by': JSON.stringify({ by: 'iris' }) };
  await openScreen('/account-ended', { isOuter: true, kept });
  await expect.element(page.getByRole('heading', { name: 'Your account is suspended' })).toBeVisible();
  await expect.element(page.getByText('iris suspended your account. You are signed out.')).toBeVisible();
  await expectAccessible();
});
