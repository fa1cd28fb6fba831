import { z } from 'zod';

type Tree = { [key: string]: string | Tree };

/** Parses `a[b][0]=c` as Stripe documents it. Rejects a key that is both a value and a group, or that is repeated. */
export function readForm(text: string): Tree {
  const root: Tree = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = [...name.matchAll(/^[^[\]]+|\[([^[\]]*)\]/g)].map(([whole, part]) => part ?? whole);
    const last = path.pop() ?? '';
    let group = root;
    for (const key of path) {
      const next = group[key] ?? {};
      group[key] = next;
      if (typeof next === 'string') {
        throw new Error(`${name} is a value and a group.`);
      }
      group = next;
    }
    if (last in group) {
      throw new Error(`${name} stands twice.`);
    }
    group[last] = value;
  }
  return root;
}

const text = z.string().min(1).max(500);
const id = (prefix: string) => z.string().regex(new RegExp(`^${prefix}_\\w+$`));
const address = z.url().max(5000);
const cents = z.string().regex(/^-?\d{1,8}$/);
const flag = z.enum(['true', 'false']);
const metadata = z.record(z.string().max(40), text);
const expand = z.record(z.string(), text).optional();

const LineItem = z
  .strictObject({
    quantity: z.string().regex(/^\d+$/),
    price: id('price').optional(),
    price_data: z
      .strictObject({
        currency: z.string().regex(/^[a-z]{3}$/),
        unit_amount: z.string().regex(/^\d+$/),
        recurring: z.strictObject({ interval: z.enum(['day', 'week', 'month', 'year']) }),
        product_data: z.strictObject({ name: text, metadata: metadata.optional() }),
      })
      .optional(),
  })
  .refine(({ price, price_data }) => (price === undefined) !== (price_data === undefined));

/** The documented parameters that we send; any other parameter is a bug. */
export const forms = {
  'POST /v1/checkout/sessions': z
    .strictObject({
      mode: z.literal('subscription'),
      line_items: z.strictObject({ 0: LineItem }),
      success_url: address,
      cancel_url: address,
      client_reference_id: z.string().max(200),
      metadata,
      subscription_data: z.strictObject({ metadata, description: text.optional() }),
      customer: id('cus').optional(),
      customer_email: z.email().optional(),
      billing_address_collection: z.enum(['auto', 'required']),
      tax_id_collection: z.strictObject({ enabled: flag }),
      customer_update: z.strictObject({ address: z.literal('auto'), name: z.literal('auto') }).optional(),
    })
    .refine(({ customer, customer_email }) => !customer || !customer_email)
    // Stripe requires it to collect the tax ID of a known customer.
    .refine(({ customer, customer_update }) => !customer === !customer_update),
  'GET /v1/checkout/sessions/:id': z.strictObject({}),
  'POST /v1/checkout/sessions/:id/expire': z.strictObject({}),
  'POST /v1/billing_portal/sessions': z.strictObject({ customer: id('cus'), return_url: address }),
  'GET /v1/subscriptions/:id': z.strictObject({ expand }),
  'POST /v1/subscriptions/:id': z.strictObject({ metadata }),
  'DELETE /v1/subscriptions/:id': z.strictObject({ prorate: flag, invoice_now: flag }),
  'GET /v1/invoices/:id': z.strictObject({ expand }),
  'GET /v1/invoices/:id/lines': z.strictObject({ limit: z.string(), starting_after: z.string().optional() }),
  'POST /v1/invoiceitems': z.strictObject({
    customer: id('cus'),
    currency: z.string().regex(/^[a-z]{3}$/),
    description: text,
    amount: cents,
    metadata: metadata.optional(),
    invoice: id('in').optional(),
    subscription: id('sub').optional(),
  }),
} as const;
export type Path = keyof typeof forms;
export type FormOf<P extends Path> = z.infer<(typeof forms)[P]>;
