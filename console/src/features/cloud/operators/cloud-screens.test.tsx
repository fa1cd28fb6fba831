import {
  AssignablePlan,
  OperatedTenant,
  OperatedTenantDetails,
  OperatorOverview,
  operatorsApi,
} from '@postern/contracts/cloud/operators';
import { ServiceLevels, serviceLevelsApi } from '@postern/contracts/cloud/service-levels';
import { TenantChange } from '@postern/contracts/cloud/tenant-changes';
import { Subscription, Tenant, tenantsApi } from '@postern/contracts/cloud/tenants';
import { JobOverview, ListedJob, operatorJobsApi } from '@postern/contracts/operations/jobs';
import { adminTenantId } from '@postern/contracts/wire';
import { expectAccessible, expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { refuse } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { api, expectNoProblems, openScreen } from '../../../testing/open-screen.tsx';

afterEach(expectNoProblems);

const rockets = sample(OperatedTenantDetails, {
  id: 'rockets',
  name: 'Acme Rockets',
  planId: 'dev',
  regionName: 'EU',
  subscription: sample(Subscription, {
    planId: 'dev',
    currentPeriodStart: '2026-10-01T00:00:00.000Z',
    currentPeriodEnd: '2026-11-01T00:00:00.000Z',
  }),
  members: [
    { id: 'owen', name: null, username: 'owen', primaryEmail: null, roles: ['admin'], createdAt: 1_790_000_000_000 },
  ],
});

/** Opens a page of the operators' area, as an operator. */
function openArea(path: string): Promise<void> {
  api.on(tenantsApi.list, [sample(Tenant, { id: adminTenantId, name: 'Administration', planId: 'admin' })]);
  return openScreen(`/operator${path}`, { isOuter: true, alsoAdministers: [adminTenantId] });
}

test('300 tenants are shown by pages, and filters are kept in the address', async () => {
  api.on(
    operatorsApi.list,
    Array.from({ length: 300 }, (_, index) =>
      sample(OperatedTenant, { id: `bulk${index}`, name: `Bulk ${index}`, planId: 'free', regionName: 'EU' }),
    ),
  );
  await openArea('/tenants');
  await expect.element(page.getByText('1–20 of 300')).toBeVisible();
  await expectToFit();
  await page.getByRole('button', { name: 'Plan', exact: true }).click();
  await page.getByRole('menuitemradio', { name: 'Free' }).click();
  await expect.poll(() => location.search).toMatch(/^\?\w+=free$/);
  await expect.poll(() => api.requestsOf(operatorsApi.list).at(-1)?.query).toMatchObject({ planId: 'free' });
});

test('unknown addresses outside of tenants are not found, for operators too', async () => {
  for (const path of ['/nothing', '/tenants/one/two/three']) {
    await openArea(path);
    await expect.element(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  }
  await expectAccessible();
});

test('suspending requires a reason; a plan shows its limits, and a new one requires a name', async () => {
  api.on(operatorsApi.get, rockets);
  api.on(operatorsApi.invoices, []);
  api.on(operatorsApi.changes, [
    sample(TenantChange, {
      id: 'c1',
      key: 'Tenant.Plan.Updated',
      actor: { id: 'x7k2m9q4w1', name: '', isOperator: true },
      data: {
        before: { planId: 'dev' },
        after: { planId: 'enterprise-x1' },
        planNames: { 'enterprise-x1': 'Acme Ltd' },
      },
    }),
  ]);
  const plans = [
    sample(AssignablePlan, { id: 'dev', name: 'Development', isAgreed: false, quota: { mauLimit: 100 } }),
    sample(AssignablePlan, {
      id: 'free',
      name: 'Free',
      isAgreed: false,
      quota: { mauLimit: 50_000, mfaEnabled: false, organizationsLimit: 0 },
    }),
    sample(AssignablePlan, { id: 'acme', name: 'Acme Ltd', isAgreed: true, quota: { mauLimit: 250 } }),
  ];
  api.on(operatorsApi.plans, () => plans);
  api.on(operatorsApi.createPlan, ({ body }) => {
    const plan = sample(AssignablePlan, { ...body, name: body.id, isAgreed: true });
    plans.push(plan);
    return plan;
  });
  api.on(operatorsApi.setPlan, refuse('tenant.paid_subscription'));
  await openArea('/tenants/rockets');
  await expect.element(page.getByRole('table', { name: 'Members' })).toMatchTextContent(/owen.*Administrator/);
  const history = page.getByRole('table', { name: 'History' });
  await expect
    .element(history.getByRole('row', { name: /Plan changed from Development to Acme Ltd a deleted account/ }))
    .toBeVisible();
  await expectToFit();
  await page.getByRole('button', { name: /^More actions/ }).click();
  await page.getByRole('menuitem', { name: 'Suspend tenant' }).click();
  const question = page.getByRole('dialog', { name: 'Suspend Acme Rockets?' });
  await expect.element(question.getByRole('textbox', { name: 'Reason' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(question.getByText('Fill in this field.')).toBeVisible();
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'Change plan' }).click();
  const dialog = page.getByRole('dialog', { name: 'Plan of Acme Rockets' });
  await dialog.getByRole('combobox', { name: 'Plan' }).click();
  await page.getByRole('option', { name: 'Free' }).click();
  await expect.element(dialog.getByText(/Monthly active users: 50,000/)).toBeVisible();
  await expect.element(dialog.getByText(/Not included: Organizations, Multi-factor authentication/)).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Plan' }).click();
  await page.getByRole('option', { name: 'Acme Ltd' }).click();
  await expect.element(dialog.getByRole('textbox', { name: /^Monthly active users/ })).toHaveValue('250');
  await dialog.getByRole('textbox', { name: /^Tokens per period/ }).fill('9');
  await dialog.getByRole('combobox', { name: 'Plan' }).click();
  await page.getByRole('option', { name: 'New agreed plan' }).click();
  await dialog.getByRole('textbox', { name: 'Name of the plan' }).fill('Pro');
  await dialog.getByRole('button', { name: 'Change plan' }).click();
  await expect.element(dialog.getByText(/Use lowercase letters, digits and dashes/)).toBeVisible();
  await expectAccessible();
  await dialog.getByRole('textbox', { name: 'Name of the plan' }).fill('pro-rockets');
  await dialog.getByRole('textbox', { name: /^Tenant members/ }).fill('7');
  await dialog.getByRole('button', { name: 'Change plan' }).click();
  await expect.element(dialog.getByText(/^Cancel the paid plan/)).toBeVisible();
  await expect.element(dialog.getByRole('combobox', { name: 'Plan' })).toHaveValue('pro-rockets');
  await dialog.getByRole('textbox', { name: /^Tokens per period/ }).fill('9');
  await dialog.getByRole('button', { name: 'Change plan' }).click();
  await expect
    .poll(() => api.requestsOf(operatorsApi.setPlan).map(({ body }) => body))
    .toEqual([{ planId: 'pro-rockets' }, { planId: 'pro-rockets', quota: { tokenLimit: 9 } }]);
  expect(api.requestsOf(operatorsApi.createPlan)).toMatchObject([
    { body: { id: 'pro-rockets', quota: { tenantMembersLimit: 7 } } },
  ]);
});

test('the overview and the service levels show the state of the installation', async () => {
  api.on(operatorsApi.overview, sample(OperatorOverview, { regions: [{ id: 'home', name: 'Home', isUp: true }] }));
  await openArea('');
  await expect.element(page.getByRole('region', { name: 'Metrics' })).toMatchTextContent('Every invoice is paid.');
  await expect.element(page.getByRole('region', { name: 'Databases' })).toMatchTextContent('Reachable');
  await expectToFit();
  const level = {
    requests: 1_000_000,
    availability: { target: 99.9, actual: 99.95, budgetLeft: 50 },
    latency: { target: 99, actual: 98, budgetLeft: -100 },
  };
  api.on(
    serviceLevelsApi.get,
    sample(ServiceLevels, { days: 30, latencySeconds: 0.5, levels: [{ kind: 'api', ...level }] }),
  );
  await page.getByRole('link', { name: 'Service levels' }).click();
  const shown = page.getByRole('region', { name: 'API' });
  for (const text of [
    '99.95%',
    'Objective: 99.9%',
    'Error budget left: 50%',
    'The error budget is used up (2 times).',
  ]) {
    await expect.element(shown).toMatchTextContent(text);
  }
  await expectToFit();
});

test('only operators see background jobs, and cancel them after a question', async () => {
  const missing = page.getByRole('heading', { level: 1, name: 'Page not found' });
  await openScreen('/tenant-settings/background-jobs');
  await expect.element(missing).toBeVisible();
  expect(page.getByRole('link', { name: 'Background jobs' }).elements()).toEqual([]);
  await openScreen('/operator/jobs', { isOuter: true });
  await expect.element(missing).toBeVisible();
  expect(location.pathname).toBe('/operator/jobs');

  let dead = [sample(ListedJob, { id: crypto.randomUUID(), queue: 'mails.one', state: 'dead', lastError: 'down' })];
  api.on(operatorJobsApi.overview, () => sample(JobOverview, { dead }));
  api.on(operatorJobsApi.cancel, () => {
    dead = [];
    return undefined;
  });
  await openArea('/jobs');
  await expect.element(page.getByRole('table', { name: 'Failed' })).toMatchTextContent('mails.one');
  await page.getByRole('button', { name: 'More actions for mails.one' }).click();
  await page.getByRole('menuitem', { name: 'Cancel job' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel job' }).click();
  await expect.element(page.getByText('No job has failed.')).toBeVisible();
});
