import { organizationRolesApi } from '@postern/contracts/access/organization-roles';
import { organizationScopesApi } from '@postern/contracts/access/organization-scopes';
import { ActiveUsers, dashboardApi, NewUsers, SignInNumbers } from '@postern/contracts/records/dashboard';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { api, expectNoProblems, openScreen } from '../../../testing/open-screen.tsx';

afterEach(expectNoProblems);

test('the cloud edition has the dashboard and the organization template too', async () => {
  const steps = { opened: 0, attempted: 0, verified: 0, completed: 0 };
  api.on(dashboardApi.totalUsers, { totalUserCount: 3 });
  api.on(dashboardApi.newUsers, sample(NewUsers));
  api.on(dashboardApi.activeUsers, sample(ActiveUsers));
  api.on(dashboardApi.signIns, sample(SignInNumbers, { from: '2026-03-01', to: '2026-03-31', steps }));
  api.on(organizationRolesApi.list, []);
  api.on(organizationScopesApi.list, []);
  await openScreen('/dashboard');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expect.element(page.getByText('Total users')).toBeVisible();
  await page.getByRole('link', { name: 'Organization template' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: /Organization template/ })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'No organization roles yet' })).toBeVisible();
});
