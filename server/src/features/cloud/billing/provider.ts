import type { CheckoutStatus, Invoice, InvoiceParty, InvoiceStatus } from '@postern/contracts/cloud/billing';
import type { Subscription } from '@postern/contracts/cloud/tenants';
import type { z } from 'zod';

export type InvoiceLine = { description: string; quantity: number; unitPrice: number; amount: number };

/** An invoice as the provider reports it; amounts in cents. */
export type ProviderInvoice = {
  reference: string;
  subscription: string;
  status: z.infer<typeof InvoiceStatus>;
  amountDue: number;
  amountPaid: number;
  currency: string;
  periodStart: Date;
  periodEnd: Date;
  createdAt: Date;
  dueDate: Date | null;
  lines: InvoiceLine[];
  /** The provider's number; without one the platform assigns a number of its series. */
  number?: string | null;
  customer?: InvoiceParty | null;
  tax?: Invoice['tax'];
};

/** An event of a provider, normalized. Plans, periods and invoices change only through these events. */
export type PaymentEvent =
  | {
      kind: 'checkout';
      /** Our id of the session. */
      sessionId: string;
      status: z.infer<typeof CheckoutStatus>;
      customer: string | null;
      subscription: string | null;
    }
  | {
      kind: 'subscription';
      reference: string;
      customer: string;
      status: z.infer<typeof Subscription>['status'];
      /** The id of the plan in `skus`. */
      skuId: string;
      periodStart: Date;
      periodEnd: Date;
      cancelAtPeriodEnd: boolean;
    }
  | { kind: 'invoice'; invoice: ProviderInvoice };

/** The same id may arrive repeatedly and in any order; `at` decides which event is newer. */
export type SignedEvent = { id: string; at: Date; event: PaymentEvent };

export type Order = {
  sessionId: string;
  plan: { skuId: string; name: string; unitPrice: number; priceId: string | null };
  tenantName: string;
  /** The customer of an earlier order of this tenant. */
  customer: string | null;
  /** A subscription that this order replaces, so the tenant does not pay twice. */
  subscription: string | null;
  email: string | null;
  successUrl: string;
  cancelUrl: string;
};

/** Sells plans. The platform never sees a card and learns about payments from events only. */
export type PaymentProvider = {
  readonly name: 'local' | 'stripe';
  openCheckout(order: Order): Promise<{ reference: string; redirectUri: string }>;
  /** Prevents further payment in the session. False if it was already paid. */
  closeCheckout(reference: string): Promise<boolean>;
  /** The page where a customer changes the card and pays open invoices. */
  openPortal(customer: string, returnUrl: string): Promise<string>;
  /** Ends immediately and refunds the rest of the period. */
  cancel(subscription: string): Promise<void>;
  /** Adds usage beyond the plan to a draft invoice. */
  addLines(invoice: string, lines: InvoiceLine[]): Promise<void>;
  /** The PDF of an invoice; undefined if the platform renders it. */
  readPdf(invoice: string): Promise<ReadableStream | undefined>;
  /** Throws `payments.invalid_signature` unless the provider signed it. Skips events of other kinds. */
  readEvents(body: Buffer, headers: Record<string, string | string[] | undefined>): Promise<SignedEvent[]>;
};
