import { createEgress } from '#platform/egress/egress';
import { createLog } from '#platform/observe/log';
import type { Order, PaymentProvider, SignedEvent } from '../../features/cloud/billing/provider.ts';
import { createStripe } from '../../features/cloud/billing/stripe/index.ts';
import { fakeStripe } from './fake-stripe.ts';

/** The payment provider connected to the fake, and customers. */
export async function openShop() {
  const stripe = await fakeStripe();
  stripe.prices.set('price_pro', 1600).set('price_team', 4900);
  const logs: string[] = [];
  let orders = 0;

  function providerWith(settings: { secretKey?: string; apiUrl?: string } = {}): PaymentProvider {
    return createStripe({
      secretKey: stripe.secretKey,
      webhookSecret: stripe.webhookSecret,
      apiUrl: stripe.url,
      // As in production: only the host that the operator configured may be private.
      egress: createEgress({ allowPrivate: false }),
      log: createLog('debug', { write: (line) => void logs.push(line) }),
      skuOfPrice: async (price) => ({ price_pro: 'pro-202509', price_team: 'team' })[price],
      ...settings,
    });
  }

  function orderOf(more: Partial<Order> = {}): Order {
    orders += 1;
    return {
      sessionId: `session${orders}`,
      plan: { skuId: 'pro-202509', name: 'Pro', unitPrice: 1600, priceId: null },
      tenantName: 'Grüße & Söhne',
      customer: null,
      subscription: null,
      email: 'anna@example.com',
      successUrl: 'http://admin.test/callback?a=1&b[c]=2',
      cancelUrl: 'http://admin.test/t1/subscription',
      ...more,
    };
  }

  const provider = providerWith();
  return {
    stripe,
    logs,
    provider,
    providerWith,
    orderOf,
    async buy(more: Partial<Order> = {}) {
      const order = orderOf(more);
      const { reference } = await provider.openCheckout(order);
      return { order, reference, ...stripe.pay(reference) };
    },
    read(event: unknown, options: { secret?: string; ageSeconds?: number } = {}): Promise<SignedEvent[]> {
      const { body, headers } = stripe.deliver(event, options);
      return provider.readEvents(body, headers);
    },
  };
}
export type Shop = Awaited<ReturnType<typeof openShop>>;
