import { customJwtApi } from '@postern/contracts/access/custom-jwt';
import { idTokenApi } from '@postern/contracts/access/id-token';
import { resourcesApi } from '@postern/contracts/access/resources';
import { rolesApi } from '@postern/contracts/access/roles';
import { meApi, preferencesKey } from '@postern/contracts/account/me';
import { billingApi } from '@postern/contracts/cloud/billing';
import { Invoice } from '@postern/contracts/cloud/invoices';
import { plansApi } from '@postern/contracts/cloud/plans';
import { tenantMembersApi } from '@postern/contracts/cloud/tenant-members';
import { Tenant, tenantsApi } from '@postern/contracts/cloud/tenants';
import { User } from '@postern/contracts/people/users';
import { ConsoleSettings, consoleSettingsApi } from '@postern/contracts/records/console-settings';
import { expectAccessible, expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { refuse } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { api, expectNoProblems, openScreen } from '../../../testing/open-screen.tsx';
import { answerPlans, limitedUse, without } from '../../../testing/plans.ts';

afterEach(expectNoProblems);

const settings = '/tenant-settings/settings';
const dialog = page.getByRole('dialog');
/** The heading of a page, with what is beside it. */
const beside = (name: string) =>
  page.getByRole('heading', { level: 1, name }).query()?.closest('header')?.textContent ?? '';
const northwind = sample(Tenant, {
  id: 'abc123',
  name: 'Northwind',
  tag: 'production',
  regionName: 'EU',
  planId: 'free',
});
const bill = (id: string, createdAt: string, amountDue: number) =>
  sample(Invoice, { id, createdAt, amountDue, currency: 'USD', status: 'open' });
const openInvoices = [bill('in_1', '2026-10-01T00:00:00.000Z', 1600), bill('in_2', '2026-11-01T00:00:00.000Z', 2450)];
const busy = { usage: { activeUsers: 50_000, tokenUsage: 1 }, quota: { mauLimit: 50_000, tokenLimit: 500_000 } };
const tokens = { usage: { activeUsers: 1, tokenUsage: 500_000 }, quota: busy.quota };

test('one notice at a time: changes until they are read, then unpaid bills with the total, then exhausted usage', async () => {
  const notice = { isPaidTenant: false, tag: 'staging' };
  api.on(tenantsApi.list, [{ ...northwind, ...busy, openInvoices }]);
  api.on(consoleSettingsApi.get, sample(ConsoleSettings, { developmentTenantMigrationNotification: notice }));
  api.on(consoleSettingsApi.update, ({ body }) => sample(ConsoleSettings, body));
  api.on(billingApi.portal, { redirectUri: 'javascript:void 0' });
  await openScreen(settings);
  await expect.element(dialog).toMatchTextContent(/Development tenants have changed.*previously tagged “staging”\./s);
  await expectToFit();
  await userEvent.keyboard('{Escape}');
  await expect
    .element(dialog)
    .toMatchTextContent(/A payment is overdue.*Northwind has unpaid invoices\..*2 unpaid invoices.*Total\s*\$40\.50/s);
  const [read] = api.requestsOf(consoleSettingsApi.update);
  expect(read?.body.developmentTenantMigrationNotification).toMatchObject(notice);
  expect(Math.abs(Number(read?.body.developmentTenantMigrationNotification?.readAt) - Date.now())).toBeLessThan(60_000);
  await expectToFit();
  await dialog.getByRole('button', { name: 'Pay now' }).click();
  await expect.poll(() => api.requestsOf(billingApi.portal).length).toBe(1);
  await dialog.getByRole('button', { name: 'Not now' }).click();
  await expect.element(dialog).toMatchTextContent('Monthly active user limit reached');
  await expect
    .element(dialog.getByRole('note'))
    .toMatchTextContent(/Monthly active user limit of the Free plan reached.*50,000 of 50,000 this month\./s);
  answerPlans(api);
  api.on(plansApi.subscription, northwind.subscription);
  api.on(plansApi.usageHistory, []);
  await dialog.getByRole('link', { name: 'See plans' }).click();
  await expect.poll(() => location.pathname).toBe('/abc123/tenant-settings/subscription');
  await expect.element(dialog).not.toBeInTheDocument();
});

test('exhausted tokens have a text, in German too; a closed notice stays closed', async () => {
  api.on(tenantsApi.list, [{ ...northwind, ...tokens }]);
  await openScreen(settings, { language: 'de' });
  await expect.element(dialog).toMatchTextContent('Die Tokens Ihres Tarifs sind aufgebraucht');
  await expectToFit();
  await dialog.getByRole('button', { name: 'Jetzt nicht' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await openScreen(settings, {
    kept: { 'postern:console:closed-notices': sessionStorage.getItem('postern:console:closed-notices') ?? '' },
  });
  await expect.element(page.getByRole('textbox', { name: 'Tenant name' })).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('a suspended tenant has one page, with four contact options and without notices', async () => {
  api.on(tenantsApi.list, [{ ...northwind, ...busy, openInvoices, isSuspended: true }]);
  await openScreen(settings);
  await expect.element(page.getByRole('heading', { name: 'This tenant is suspended' })).toBeVisible();
  await expect.element(page.getByText(/Contact us to find out why/)).toBeVisible();
  await expectToFit();
  const contact = page.getByRole('button', { name: 'Contact us' });
  await contact.click();
  await expect.element(dialog.getByRole('listitem')).toHaveLength(4);
  expect(
    dialog
      .getByRole('link')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(Array(4).fill('Help page'));
  await expect.element(dialog).toHaveLength(1);
  await expectToFit();
  await userEvent.keyboard('{Escape}');
  await expect.element(contact).toHaveFocus();
});

test('a reached limit is shown before and after a refusal, with a way to the plans', async () => {
  api.on(tenantsApi.list, [northwind]);
  api.on(plansApi.usage, limitedUse({ resourcesLimit: 1 }, { resourcesLimit: 1 }));
  api.on(resourcesApi.list, []);
  api.on(resourcesApi.create, refuse('subscription.limit_exceeded', { key: 'resourcesLimit', limit: 1 }));
  await openScreen('/api-resources/create?name=');
  await expect
    .element(dialog.getByRole('note'))
    .toMatchTextContent('API resources: you have reached the limit of your plan (1).');
  await expectToFit();
  await dialog.getByRole('textbox', { name: 'API name' }).fill('Stock');
  await dialog.getByRole('textbox', { name: /identifier/i }).fill('https://stock.example');
  await userEvent.keyboard('{Enter}');
  const told = page
    .getByRole('alert')
    .filter({ hasText: 'API resources: you have reached the limit of your plan (1)' });
  await expect.element(told).toBeVisible();
  await expectAccessible();
  answerPlans(api);
  api.on(plansApi.subscription, northwind.subscription);
  api.on(plansApi.usageHistory, []);
  await told.getByRole('button', { name: 'See plans' }).click();
  await expect.poll(() => location.pathname).toBe('/abc123/tenant-settings/subscription');
});

test('a feature outside of the plan is explained; the free plan has no tags', async () => {
  api.on(tenantsApi.list, [northwind]);
  api.on(plansApi.usage, limitedUse({ customJwtEnabled: false, resourcesLimit: 1 }, {}));
  api.on(customJwtApi.list, []);
  api.on(idTokenApi.get, {});
  await openScreen('/customize-jwt');
  await expect.element(page.getByRole('note')).toMatchTextContent('Custom JWT: not included in your plan.');
  api.on(resourcesApi.list, []);
  await openScreen('/api-resources');
  await expect.element(page.getByRole('link', { name: 'Create API resource' }).first()).toBeVisible();
  await expect.poll(() => api.requestsOf(plansApi.usage).length).toBe(2);
  expect(beside('API resources')).not.toContain('Pro');
});

test('members who may not change the plan are referred to an administrator', async () => {
  api.on(tenantsApi.list, [northwind]);
  api.on(tenantMembersApi.scopes, without('manage:tenant', 'manage:billing'));
  api.on(plansApi.usage, limitedUse({ resourcesLimit: 1 }, { resourcesLimit: 1 }));
  api.on(resourcesApi.list, []);
  await openScreen('/api-resources/create?name=');
  await expect.element(dialog.getByRole('note')).toMatchTextContent('Ask an administrator of this tenant');
  expect(page.getByRole('link', { name: 'See plans' }).elements()).toEqual([]);
});

test('the price of an add-on is shown until it is read, and paid features are tagged', async () => {
  const subscription = { ...northwind.subscription, upcomingInvoice: { subtotal: 1600, total: 1600 } };
  api.on(tenantsApi.list, [{ ...northwind, planId: 'pro-202509', subscription }]);
  api.on(plansApi.usage, limitedUse({}, { resourcesLimit: 3 }, { resourcesLimit: 3, userRolesLimit: null }));
  answerPlans(api);
  api.on(resourcesApi.list, []);
  api.on(meApi.patchCustomData, ({ body }) => body);
  await openScreen('/api-resources/create?name=');
  const note = dialog.getByRole('note');
  await expect.element(note).toMatchTextContent('Your plan includes 3. Each additional one costs $4.00 a month.');
  await expectToFit();
  await note.getByRole('button', { name: 'Got it' }).click();
  await expect.element(note).not.toBeInTheDocument();
  await expect
    .poll(() => api.requestsOf(meApi.patchCustomData).map(({ body }) => body))
    .toEqual([{ [preferencesKey]: { apiResourceUpsellNoticeAcknowledged: true } }]);
  const customData = {
    [preferencesKey]: { apiResourceUpsellNoticeAcknowledged: true, managementApiAcknowledged: true },
  };
  api.on(meApi.get, sample(User, { id: 'administrator', username: 'admin', customData }));
  await openScreen('/api-resources/create?name=');
  await expect.element(dialog.getByRole('textbox', { name: /identifier/i })).toBeVisible();
  await expect.poll(() => api.requestsOf(plansApi.usage).length).toBe(2);
  expect(page.getByRole('note').elements()).toEqual([]);

  api.on(rolesApi.list, []);
  api.on(customJwtApi.list, []);
  api.on(idTokenApi.get, {});
  for (const [path, heading, tag] of [
    ['/api-resources', 'API resources', 'Add-on'],
    ['/roles', 'Roles', 'Pro'],
    ['/customize-jwt', 'Custom JWT', 'Pro'],
  ] as const) {
    await openScreen(path);
    await expect.poll(() => beside(heading)).toContain(tag);
    expect(page.getByRole('note').elements()).toEqual([]);
  }
});

test('what costs more is created only after the person agrees to the amount', async () => {
  const items = [
    { key: 'resourcesLimit', included: 3, used: 3, billed: 1, unitPrice: 400, amount: 400, isFlat: false } as const,
  ];
  api.on(resourcesApi.list, []);
  api.on(resourcesApi.create, refuse('subscription.costs_not_agreed', { amount: 400, items }));
  await openScreen('/api-resources/create?name=');
  const name = dialog.getByRole('textbox', { name: 'API name' });
  await name.fill('Stock');
  await dialog.getByRole('textbox', { name: /identifier/i }).fill('https://stock.example');
  await userEvent.keyboard('{Enter}');
  const question = page.getByRole('dialog', { name: 'This adds $4.00 to your monthly invoice' });
  await expect
    .element(question)
    .toMatchTextContent('your plan includes 3, and you have 3. 1 more is billed at $4.00 a month');
  await expectToFit();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(name).toHaveValue('Stock');
  expect(api.requestsOf(resourcesApi.create)).toHaveLength(1);
});
