import { billingApi } from '@postern/contracts/cloud/billing';
import { plansApi } from '@postern/contracts/cloud/plans';
import { type Tenant, tenantsApi } from '@postern/contracts/cloud/tenants';
import { adminTenantId } from '@postern/contracts/wire';
import { expect } from 'vitest';
import { consolePerson } from '#testing/members';
import { testApp } from '#testing/test-app';
import type { FakeEvent } from './books.ts';
import { fakeStripe } from './fake-stripe.ts';

export const skuId = 'pro-202509';

/** The complete product with Stripe payments and a user with tenants. Functions use the newest tenant. */
export async function openProduct() {
  const stripe = await fakeStripe();
  const app = await testApp({
    EDITION: 'cloud',
    PAYMENT_PROVIDER: 'stripe',
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_URL: stripe.url,
  });
  const owner = await consolePerson(app, 'owner');
  let tenantId = '';
  let token = '';

  const checkout = (more: Record<string, string> = {}) =>
    app.call(billingApi.checkout, {
      token: owner.cloud,
      body: { skuId, tenantId, successCallbackUrl: 'http://admin.test/callback/checkout', ...more },
    });
  const sessionOf = async (id: string) =>
    (await app.call(billingApi.checkoutSession, { token: owner.cloud, params: { id } })).body;
  const tenantNow = async (id = tenantId): Promise<Tenant | undefined> =>
    (await app.call(tenantsApi.list, { token: owner.cloud })).body.find((tenant) => tenant.id === id);
  const subscriptionNow = async () => (await app.call(plansApi.subscription, { token, params: { id: tenantId } })).body;
  const invoicesNow = async () => (await app.call(billingApi.invoices, { token, params: { id: tenantId } })).body;

  async function deliver(event: unknown, options = {}, change = (body: Buffer) => body) {
    const { body, headers } = stripe.deliver(event, options);
    return app.inject(app.admin, {
      method: 'POST',
      url: billingApi.webhook.path,
      headers: {
        host: new URL(app.app.endpointOf(adminTenantId)).host,
        'content-type': 'application/json',
        ...headers,
      },
      payload: change(body),
    });
  }
  const deliverAll = async (...events: FakeEvent[]) => {
    for (const event of events) {
      expect(await deliver(event)).toMatchObject({ status: 200, body: { received: true } });
    }
  };

  /** Goes to Stripe's page and pays; no event is delivered yet. */
  async function pay(more: Record<string, string> = {}) {
    const { status, body } = await checkout(more);
    expect(status).toBe(200);
    const reference = body.redirectUri.split('/').at(-1) ?? '';
    return { sessionId: body.sessionId, reference, ...stripe.pay(reference) };
  }
  async function buy() {
    const paid = await pay();
    const { began, settled, updated, completed } = paid.events;
    await deliverAll(began, ...settled, updated, completed);
    return paid;
  }

  return {
    stripe,
    app,
    owner,
    checkout,
    sessionOf,
    tenantNow,
    subscriptionNow,
    invoicesNow,
    deliver,
    deliverAll,
    pay,
    buy,
    async newTenant() {
      const body = { name: 'Acme', tag: 'production' as const };
      tenantId = (await app.call(tenantsApi.create, { token: owner.cloud, body })).body.id;
      token = await owner.organization(tenantId);
      return { tenantId, token };
    },
    async close() {
      await app.close();
      await stripe.close();
    },
  };
}
export type Product = Awaited<ReturnType<typeof openProduct>>;
