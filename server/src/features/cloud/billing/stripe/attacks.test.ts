import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../../../../testing/stripe/shop.ts';

let shop: Shop;
let stripe: Shop['stripe'];

beforeAll(async () => {
  shop = await openShop();
  ({ stripe } = shop);
});
afterEach(() => {
  stripe.calls.length = 0;
  stripe.troubleAhead();
});
afterAll(() => stripe.close());

describe('attacks', () => {
  const refused = { code: 'payments.invalid_signature', status: 400 };

  it.each([
    ['with another secret', { secret: 'whsec_guessed' }],
    ['that is older than five minutes', { ageSeconds: 301 }],
  ])('rejects an event %s', async (_, options) => {
    const { events } = await shop.buy();
    await expect(shop.read(events.completed, options)).rejects.toMatchObject(refused);
  });

  it('rejects events with a missing or invalid signature or a modified body', async () => {
    const { events } = await shop.buy();
    const { body, headers } = stripe.deliver(events.completed);
    const changed = Buffer.from(body.toString().replace('"paid"', '"PAID"'));
    const signature = headers['stripe-signature'];
    for (const [sent, given] of [
      [body, {}],
      [body, { 'stripe-signature': '' }],
      [body, { 'stripe-signature': 'junk' }],
      [body, { 'stripe-signature': 't=,v1=' }],
      [body, { 'stripe-signature': [signature, signature] }],
      [body, { 'stripe-signature': signature.replace('v1=', 'v0=') }],
      [body, { 'stripe-signature': signature.replace(/t=\d+/, `t=${Math.floor(Date.now() / 1000) + 60}`) }],
      [changed, headers],
      [Buffer.alloc(0), headers],
    ] satisfies [Buffer, Record<string, string | string[]>][]) {
      await expect(shop.provider.readEvents(sent, given)).rejects.toMatchObject(refused);
    }
    expect(stripe.callsOf('GET /v1/subscriptions/:id')).toEqual([]);
  });

  it('does not follow addresses from Stripe to private hosts', async () => {
    const { invoice } = await shop.buy();
    let calls = 0;
    // A local server like the host that the operator configured, but not that host.
    const inside = createServer((_request, response) => {
      calls += 1;
      response.end('secrets of the network');
    });
    await new Promise<void>((resolve) => void inside.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = inside.address() as AddressInfo;
      for (const address of [
        `http://127.0.0.1:${port}/`,
        'http://169.254.169.254/latest/meta-data',
        'file:///etc/passwd',
      ]) {
        Object.assign(invoice, { invoice_pdf: address });
        await expect(shop.provider.readPdf(invoice.id)).rejects.toMatchObject({
          code: 'payments.provider_unavailable',
        });
      }
      expect(calls).toBe(0);
    } finally {
      inside.close();
    }
  });
});

describe('failures of Stripe', () => {
  it('are retried if temporary, and nothing is ordered twice', async () => {
    stripe.troubleAhead('cut', 503);
    const order = shop.orderOf();
    await shop.provider.openCheckout(order);
    expect(stripe.callsOf('POST /v1/checkout/sessions').map(({ key }) => key)).toEqual([order.sessionId]);
  });

  it.each([[429], [500], ['cut' as const]])('that persist (%s) return a clear error', async (trouble) => {
    stripe.troubleAhead(trouble, trouble, trouble);
    await expect(shop.provider.openPortal('cus_1', 'http://admin.test/')).rejects.toMatchObject({
      code: 'payments.provider_unavailable',
      status: 502,
    });
  });

  it('due to a wrong key or host return a clear error, and no secret is logged', async () => {
    for (const settings of [{ secretKey: 'sk_test_wrong' }, { apiUrl: 'http://127.0.0.1:1' }]) {
      await expect(shop.providerWith(settings).openCheckout(shop.orderOf())).rejects.toMatchObject({ status: 502 });
    }
    const written = shop.logs.join('\n');
    expect(written).toContain('Stripe request failed');
    expect(written).not.toContain('sk_test_');
    expect(written).not.toContain(stripe.webhookSecret);
  });
});
