import { billingApi } from '@postern/contracts/cloud/billing';
import { tenantsApi } from '@postern/contracts/cloud/tenants';
import type { TestApp } from '#testing/test-app';
import type { consoleTokens } from '#testing/tokens';

export type Person = Awaited<ReturnType<typeof consoleTokens>>;

export const pro = 'pro-202509';
export const callback = 'http://admin.test/checkout-success-callback?state=abc123';
export const cards = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  failsLater: '4000 0000 0000 0341',
};

export const form = (fields: Record<string, string>) => ({
  payload: new URLSearchParams(fields).toString(),
  headers: {
    host: 'admin.test',
    origin: 'http://admin.test',
    'content-type': 'application/x-www-form-urlencoded',
  },
});

/** What the checkout asks for besides the card. */
export const recipient = {
  name: 'Acme Inc.',
  address: '1 Main Street\n12345 Springfield',
  country: 'Germany',
  taxId: '',
};

/** Helpers for buying plans in tests. */
export function shop(app: TestApp) {
  const pathOf = (address: string) => new URL(address).pathname;
  return {
    async createTenant(person: Person, name = 'Acme'): Promise<string> {
      const body = { name, tag: 'production' as const };
      return (await app.call(tenantsApi.create, { token: person.cloud, body })).body.id;
    },
    checkout: (person: Person, body: Record<string, unknown>) =>
      app.call(billingApi.checkout, {
        token: person.cloud,
        body: { skuId: pro, successCallbackUrl: callback, ...body },
      }),
    /** Fills in and submits the card on the sandbox page. */
    pay: (address: string, number = cards.good, more: Record<string, string> = {}) =>
      app.admin.inject({
        method: 'POST',
        url: pathOf(address),
        ...form({ number, expiry: '12/40', cvc: '123', ...recipient, ...more }),
      }),
    get: (address: string, headers: Record<string, string> = {}) =>
      app.admin.inject({ method: 'GET', url: pathOf(address), headers: { host: 'admin.test', ...headers } }),
    post: (address: string, fields: Record<string, string> = {}) =>
      app.admin.inject({ method: 'POST', url: pathOf(address), ...form(fields) }),
    async buy(person: Person, tenantId: string, number = cards.good): Promise<void> {
      const { body } = await this.checkout(person, { tenantId });
      await this.pay(body.redirectUri, number);
    },
    invoices: async (person: Person, tenantId: string) =>
      (
        await app.call(billingApi.invoices, {
          token: await person.organization(tenantId),
          params: { id: tenantId },
        })
      ).body,
  };
}
