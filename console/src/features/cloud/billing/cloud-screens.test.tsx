import { applicationsApi } from '@postern/contracts/access/applications';
import { billingApi, CheckoutSession } from '@postern/contracts/cloud/billing';
import { Invoice } from '@postern/contracts/cloud/invoices';
import { DailyUsage, plansApi } from '@postern/contracts/cloud/plans';
import { Subscription, Tenant, tenantsApi } from '@postern/contracts/cloud/tenants';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { connectorsApi } from '@postern/contracts/messages/connectors';
import { usersApi } from '@postern/contracts/people/users';
import type { Quota } from '@postern/contracts/quota';
import { auditApi } from '@postern/contracts/records/audit';
import { expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { refuse } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { api, expectNoProblems, openScreen } from '../../../testing/open-screen.tsx';
import { answerPlans, freePlan, limitedUse, proPlan } from '../../../testing/plans.ts';

afterEach(expectNoProblems);
afterEach(() => vi.useRealTimers());

const subscriptionPage = '/tenant-settings/subscription';
const period = { currentPeriodStart: '2026-10-01T00:00:00.000Z', currentPeriodEnd: '2026-11-01T00:00:00.000Z' };
const agreement = (planId: string, total: number | null = null) =>
  sample(Subscription, {
    ...period,
    planId,
    status: 'active',
    upcomingInvoice: total === null ? null : { subtotal: total, total },
  });
const northwind = (planId: string) =>
  sample(Tenant, { id: 'abc123', name: 'Northwind', tag: 'production', regionName: 'EU', planId });
const summary = page.getByRole('region', { name: 'Subscription' });
const usageCards = () =>
  page
    .getByRole('region', { name: 'Usage this period' })
    .getByRole('heading', { level: 3 })
    .elements()
    .map(({ textContent }) => textContent);

/** Answers what the page of the subscription asks for. */
function answerSubscription(planId: 'free' | 'pro-202509', usage: Record<string, number | boolean>): void {
  const { quota } = planId === 'free' ? freePlan : proPlan;
  answerPlans(api);
  api.on(tenantsApi.list, [northwind(planId)]);
  api.on(plansApi.subscription, agreement(planId, planId === 'free' ? null : 1600));
  api.on(plansApi.usage, limitedUse(planId === 'free' ? quota : {}, usage, quota as Quota));
  api.on(plansApi.usageHistory, [sample(DailyUsage, { date: '2026-10-05', activeUsers: 5, tokens: 1000 })]);
}

test('the free plan shows its two limits, one of them reached, and the usage by day', async () => {
  answerSubscription('free', { mauLimit: 12_438, tokenLimit: 512_600 });
  await openScreen(subscriptionPage);
  await expect.element(summary).toMatchTextContent('PlanFree');
  await expect.element(summary).toMatchTextContent('Oct 1, 2026 – Oct 31, 2026');
  await expect.poll(usageCards).toEqual(['Monthly active users', 'Tokens']);
  await expect.element(page.getByText('12,438 of 50,000 · 25% used')).toBeVisible();
  await expect.element(page.getByText('103% · over the limit by 12,600')).toBeVisible();
  await expect.element(page.getByText('Token limit reached')).toBeVisible();
  await page.getByRole('button', { name: 'Show as table' }).click();
  await expect.element(page.getByRole('table', { name: 'Usage by day' }).getByRole('row')).toHaveLength(31);
  await page.getByRole('button', { name: 'Show as chart' }).click();
  await expectToFit();
});

test('a spending limit takes whole dollars', async () => {
  answerSubscription('free', {});
  api.on(plansApi.setSpendingLimit, ({ body }) => ({ ...agreement('free'), ...body }));
  await openScreen(subscriptionPage);
  const limit = page.getByRole('textbox', { name: 'Dollars a month' });
  await limit.fill('abc');
  await userEvent.keyboard('{Enter}');
  await expect.element(limit).toHaveAccessibleDescription(/Enter a whole number of dollars\./);
  await expectToFit();
  await limit.fill('250');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Spending limit saved')).toBeVisible();
  expect(api.requestsOf(plansApi.setSpendingLimit)[0]?.body).toEqual({ spendingLimit: 25_000 });
});

test('Pro shows eleven usages, what is beyond the plan, and the price of more', async () => {
  answerSubscription('pro-202509', { resourcesLimit: 4 });
  await openScreen(subscriptionPage);
  await expect.element(summary).toMatchTextContent('PlanPro');
  await expect.element(summary).toMatchTextContent('$16.00 a month, plus add-ons');
  await expect.element(summary).toMatchTextContent('Renews Nov 1, 2026');
  await expect
    .poll(usageCards)
    .toEqual([
      'Monthly active users',
      'Organizations',
      'Multi-factor auth',
      'Enterprise SSO',
      'API resources',
      'Machine-to-machine apps',
      'SAML apps',
      'Tenant members',
      'Webhooks',
      'Tokens',
      'Security features',
    ]);
  await expect.element(page.getByText('133% · 1 more · $4.00')).toBeVisible();
  const compared = page.getByRole('table', { name: 'Compare plans' });
  for (const built of ['Custom token claims', 'Organizations', 'Webhooks', 'Multi-factor auth', 'Enterprise SSO']) {
    await expect.element(compared).toMatchTextContent(built);
  }
  (page.getByRole('button', { name: /^Tenant members: \$8\.00 a month for each/ }).element() as HTMLElement).focus();
  await expect.element(page.getByRole('tooltip')).toMatchTextContent('$8.00 a month');
});

test('before the free plan, what is lost is listed, and a refusal names what must be removed', async () => {
  answerSubscription('pro-202509', { resourcesLimit: 4, customJwtEnabled: true });
  api.on(billingApi.cancel, refuse('subscription.quota_in_use', [{ key: 'resourcesLimit' }]));
  await openScreen(subscriptionPage);
  await page.getByRole('button', { name: 'Downgrade to Free' }).click();
  const dialog = page.getByRole('dialog', { name: 'Switch to the free plan?' });
  const lost = dialog.getByRole('listitem');
  await expect.element(lost.first()).toMatchTextContent('API resources');
  await expect.element(lost.filter({ hasText: 'Custom token claims' })).toMatchTextContent('Not included');
  await expect.element(lost.filter({ hasText: 'Audit logs kept' })).toMatchTextContent('3 days');
  await expectToFit();
  await dialog.getByRole('button', { name: 'Switch to Free' }).click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('API resources');
  await dialog.getByRole('button', { name: 'Keep my plan' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(summary).toMatchTextContent('PlanPro');
});

test('a double click starts one payment, and a failed one can be started again', async () => {
  answerSubscription('free', {});
  api.on(plansApi.planQuote, { price: 1600, items: [], total: 1600 });
  api.on(billingApi.checkout, { redirectUri: 'javascript:void 0', sessionId: 's1' });
  await openScreen(subscriptionPage);
  await page.getByRole('button', { name: 'Upgrade to Pro' }).dblClick();
  await expect.poll(() => sessionStorage.getItem('postern:console:checkout')).toMatch(/"sessionId":"s1"/);
  expect(api.requestsOf(billingApi.checkout).map(({ body }) => body)).toMatchObject([
    { skuId: 'pro-202509', tenantId: 'abc123' },
  ]);
});

test('invoices are listed with their items; without any there is no payment to manage', async () => {
  api.on(tenantsApi.list, [northwind('free')]);
  api.on(billingApi.invoices, []);
  await openScreen('/tenant-settings/billing-history');
  await expect.element(page.getByText('No invoices yet')).toBeVisible();
  expect(page.getByRole('button', { name: 'Manage payment' }).elements()).toEqual([]);

  const party = { name: 'Postern GmbH', address: ['Hafenstr. 1', '20457 Hamburg'], taxId: null };
  const paid = sample(Invoice, {
    id: 'in_1',
    number: 'INV-000001',
    kind: 'invoice',
    seller: party,
    customer: { ...party, name: 'Northwind AS' },
    tax: { name: 'VAT', rate: 19, amount: 255 },
    status: 'paid',
    amountDue: 1600,
    amountPaid: 1600,
    currency: 'USD',
    planId: 'pro-202509',
    periodStart: period.currentPeriodStart,
    periodEnd: period.currentPeriodEnd,
    createdAt: period.currentPeriodStart,
    lines: [{ description: 'Pro', quantity: 1, unitPrice: 1600, amount: 1600 }],
  });
  const credit = {
    ...paid,
    id: 'cn_1',
    number: 'CN-000001',
    kind: 'creditNote',
    correctsNumber: 'INV-000001',
  } as const;
  api.on(billingApi.invoices, [credit, paid]);
  await openScreen('/tenant-settings/billing-history');
  await expect.element(page.getByRole('button', { name: 'Manage payment' })).toBeVisible();
  const row = page.getByRole('table', { name: 'Invoices' }).getByRole('row', { name: /INV-000001/ });
  await expect.element(row).toMatchTextContent('$16.00');
  await expect.element(row).toMatchTextContent('Paid');
  await row.click();
  const dialog = page.getByRole('dialog', { name: 'Invoice INV-000001' });
  await expect.element(dialog).toMatchTextContent('Postern GmbH');
  await expect.element(dialog).toMatchTextContent('Includes 19% VAT');
  await expect.element(dialog.getByRole('row', { name: /^Pro/ })).toMatchTextContent('$16.00');
  await expectToFit();
  await userEvent.keyboard('{Escape}');
  await page.getByRole('row', { name: /CN-000001/ }).click();
  const note = page.getByRole('dialog', { name: 'Credit note CN-000001' });
  await expect.element(note).toMatchTextContent('Corrects invoice INV-000001.');
  await expect.element(note).toMatchTextContent('Northwind AS');
});

const kept = (value: object) => ({ 'postern:console:checkout': JSON.stringify(value) });
const comeBack = (state: string, options: Parameters<typeof openScreen>[1] = {}) =>
  openScreen(`/checkout-success-callback?checkout-state=${state}`, options);
const arrived = () => expect.poll(() => location.pathname).toBe('/abc123/get-started');
const session = (given: Partial<CheckoutSession>) =>
  sample(CheckoutSession, { sessionId: 'of-mine', tenantId: 'abc123', skuId: 'pro-202509', ...given });

/** What the first page of the tenant asks for. */
const answerGetStarted = () => {
  for (const contract of [
    applicationsApi.list,
    usersApi.list,
    connectorsApi.list,
    signInExperienceApi.get,
    auditApi.list,
  ]) {
    api.on(contract, refuse('request.invalid_input'));
  }
};

test('the return from a payment needs a session with its state', async () => {
  answerGetStarted();
  await openScreen('/checkout-success-callback?checkout-state=abcdef', { isOuter: true });
  await arrived();
  const mine = kept({ state: 'abcdef', sessionId: 'of-mine' });
  await comeBack('ghijkl', { kept: mine });
  await arrived();
  expect(sessionStorage.getItem('postern:console:checkout')).toBe(mine['postern:console:checkout']);
  expect(api.requestsOf(billingApi.checkoutSession)).toEqual([]);
});

test('the return gives up after ten seconds, says so, and forgets the session', async () => {
  answerGetStarted();
  api.on(billingApi.checkoutSession, session({ status: 'open' }));
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  await comeBack('abcdef', { kept: kept({ state: 'abcdef', sessionId: 'of-mine' }) });
  await vi.waitFor(() => expect(api.requestsOf(billingApi.checkoutSession).length).toBe(1));
  expect(page.getByRole('heading', { name: 'Confirming your payment' }).elements()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  await expect.element(page.getByText(/The payment is not confirmed yet\./)).toBeVisible();
  await arrived();
  expect(sessionStorage.getItem('postern:console:checkout')).toBeNull();
});

test('the return changes the plan and goes to the stored page, but never to another site', async () => {
  answerGetStarted();
  answerSubscription('pro-202509', {});
  api.on(billingApi.checkoutSession, session({ status: 'complete' }));
  const checkout = { state: 'abcdef', sessionId: 'of-mine' };
  await comeBack('abcdef', { kept: kept({ ...checkout, callbackPage: '/abc123/tenant-settings/subscription' }) });
  await expect.element(page.getByText('Your plan was upgraded')).toBeVisible();
  await expect.poll(() => location.pathname).toBe('/abc123/tenant-settings/subscription');
  await comeBack('abcdef', { kept: kept({ ...checkout, callbackPage: '//evil.example/x', isDowngrade: true }) });
  await expect.element(page.getByText('Your plan was changed')).toBeVisible();
  await arrived();
});
