import { InvoiceStatus } from '@postern/contracts/cloud/billing';
import { z } from 'zod';
import { AppError } from '#platform/http/errors';
import type { PaymentEvent, ProviderInvoice } from '../provider.ts';
import type { Connection } from './connect.ts';
import { metadata, reference, seconds } from './read-subscription.ts';

const StripeLine = z.object({
  amount: z.number(),
  description: z.string().nullish(),
  quantity: z.number().nullish(),
  metadata,
  period: z.object({ start: seconds, end: seconds }),
  /** Since the API version of March 2025; earlier versions have `price`. */
  pricing: z.object({ unit_amount_decimal: z.coerce.number().nullish() }).nullish(),
  price: z.object({ unit_amount: z.number().nullish() }).nullish(),
});
type StripeLine = z.infer<typeof StripeLine>;

export const StripeInvoice = z.object({
  id: z.string(),
  customer: reference.nullish(),
  status: InvoiceStatus.nullable(),
  billing_reason: z.string().nullish(),
  amount_due: z.number(),
  amount_paid: z.number(),
  currency: z.string(),
  created: seconds,
  due_date: seconds.nullish(),
  period_start: seconds,
  period_end: seconds,
  invoice_pdf: z.string().nullish(),
  number: z.string().nullish(),
  customer_name: z.string().nullish(),
  customer_address: z
    .object({
      line1: z.string().nullish(),
      line2: z.string().nullish(),
      postal_code: z.string().nullish(),
      city: z.string().nullish(),
      state: z.string().nullish(),
      country: z.string().nullish(),
    })
    .nullish(),
  customer_tax_ids: z.array(z.object({ value: z.string().nullish() })).nullish(),
  /** Since the API version of March 2025; earlier versions have `tax`. */
  total_taxes: z.array(z.object({ amount: z.number() })).nullish(),
  tax: z.number().nullish(),
  /** Since the API version of March 2025; in earlier versions the invoice has the subscription. */
  parent: z.object({ subscription_details: z.object({ subscription: reference }).nullish() }).nullish(),
  subscription: reference.nullish(),
  lines: z.object({ data: z.array(StripeLine), has_more: z.boolean().optional() }),
});
export type StripeInvoice = z.infer<typeof StripeInvoice>;

export const StripeLines = z.array(StripeLine);

const order: Record<ProviderInvoice['status'], number> = { draft: 0, open: 1, uncollectible: 2, paid: 3, void: 3 };

/** Of two events in the same second, the one with more progress is newer. */
export function progressOf({ status }: StripeInvoice): number {
  return order[status ?? 'draft'];
}

export function subscriptionOf({ parent, subscription }: StripeInvoice): string | undefined {
  return parent?.subscription_details?.subscription ?? subscription ?? undefined;
}

function toLine({ amount, description, quantity, pricing, price }: StripeLine): ProviderInvoice['lines'][number] {
  const count = quantity ?? 1;
  return {
    description: description ?? '',
    quantity: count,
    unitPrice: pricing?.unit_amount_decimal ?? price?.unit_amount ?? (count === 0 ? amount : amount / count),
    amount,
  };
}

function customerOf(invoice: StripeInvoice): ProviderInvoice['customer'] {
  const { line1, line2, postal_code: code, city, state, country } = invoice.customer_address ?? {};
  const town = [code, city, state].filter(Boolean).join(' ');
  return invoice.customer_name
    ? {
        name: invoice.customer_name,
        address: [line1, line2, town, country].flatMap((line) => line || []),
        taxId: invoice.customer_tax_ids?.[0]?.value ?? null,
      }
    : null;
}

/** Stripe may add several taxes, so there is an amount but no single rate. */
function taxOf({ total_taxes: taxes, tax }: StripeInvoice): ProviderInvoice['tax'] {
  const amount = taxes?.reduce((sum, one) => sum + one.amount, 0) ?? tax ?? 0;
  return amount > 0 ? { name: 'Tax', rate: null, amount } : null;
}

/** Undefined for an invoice without a subscription. */
export function toInvoiceEvent(invoice: StripeInvoice, lines: StripeLine[]): PaymentEvent | undefined {
  const subscription = subscriptionOf(invoice);
  if (!subscription) {
    return undefined;
  }
  // A plan is paid in advance, and its line has the period; the dates of the invoice are those of the previous month.
  const ahead = lines.toSorted((one, other) => other.period.end.getTime() - one.period.end.getTime())[0];
  return {
    kind: 'invoice',
    invoice: {
      reference: invoice.id,
      subscription,
      status: invoice.status ?? 'draft',
      amountDue: invoice.amount_due,
      amountPaid: invoice.amount_paid,
      currency: invoice.currency,
      periodStart: ahead?.period.start ?? invoice.period_start,
      periodEnd: ahead?.period.end ?? invoice.period_end,
      createdAt: invoice.created,
      dueDate: invoice.due_date ?? null,
      lines: lines.map(toLine),
      number: invoice.number ?? null,
      customer: customerOf(invoice),
      tax: taxOf(invoice),
    },
  };
}

const timeoutMs = 30_000;
const maxRedirects = 3;

/** A draft has no PDF yet. Stripe returns the address, so each redirect is checked like any external address. */
export async function readPdf(connection: Connection, invoiceId: string): Promise<ReadableStream | undefined> {
  const { invoice_pdf: address } = await connection.ask((stripe) => stripe.invoices.retrieve(invoiceId));
  const signal = AbortSignal.timeout(timeoutMs);
  let url = address;
  for (let hop = 0; url && hop <= maxRedirects; hop += 1) {
    const response = await connection
      .egressFor(url)
      .fetch(url, { signal })
      .catch(() => undefined);
    const location = response?.headers.get('location');
    if (response?.ok && response.body) {
      return response.body;
    }
    await response?.body?.cancel();
    url = location && URL.canParse(location, url) ? new URL(location, url).href : undefined;
  }
  if (!address) {
    return undefined;
  }
  throw new AppError('payments.provider_unavailable');
}
