import type { CheckoutStatus, Invoice, InvoiceParty, InvoiceStatus } from '@postern/contracts/cloud/billing';
import type { Subscription } from '@postern/contracts/cloud/tenants';
import type { z } from 'zod';

export type InvoiceLine = { description: string; quantity: number; unitPrice: number; amount: number };

/** An invoice as the provider tells it; amounts in cents. */
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
  /** The provider's own number; without one the platform gives it a number of its series. */
  number?: string | null;
  customer?: InvoiceParty | null;
  tax?: Invoice['tax'];
};

/** What a provider tells, in words of our own: the one way in which a plan, a period or an invoice ever changes. */
export type PaymentEvent =
  | {
      kind: 'checkout';
      /** Our own id of the session. */
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
      /** The plan that it is for, as our `skus` name it. */
      skuId: string;
      periodStart: Date;
      periodEnd: Date;
      cancelAtPeriodEnd: boolean;
    }
  | { kind: 'invoice'; invoice: ProviderInvoice };

/** One id may come any number of times, in any order; `at` tells which of two is newer. */
export type SignedEvent = { id: string; at: Date; event: PaymentEvent };

export type Order = {
  sessionId: string;
  plan: { skuId: string; name: string; unitPrice: number; priceId: string | null };
  tenantName: string;
  /** The customer of an earlier order of this tenant. */
  customer: string | null;
  /** A subscription that this order changes instead of adding one: nobody pays twice. */
  subscription: string | null;
  email: string | null;
  successUrl: string;
  cancelUrl: string;
};

/** Sells plans. The platform never sees a card, and learns what happened from events alone. */
export type PaymentProvider = {
  readonly name: 'local' | 'stripe';
  openCheckout(order: Order): Promise<{ reference: string; redirectUri: string }>;
  /** Nobody can pay in it from now on. False when it was too late: it was paid. */
  closeCheckout(reference: string): Promise<boolean>;
  /** Where a customer changes the card and pays what is open. */
  openPortal(customer: string, returnUrl: string): Promise<string>;
  /** Ends at once; what was paid for the rest of the period is given back. */
  cancel(subscription: string): Promise<void>;
  /** Adds what was used beyond the plan to an invoice that is still a draft. */
  addLines(invoice: string, lines: InvoiceLine[]): Promise<void>;
  /** The PDF of an invoice; undefined when the platform itself is to write it. */
  readPdf(invoice: string): Promise<ReadableStream | undefined>;
  /** Throws `payments.invalid_signature` unless the provider wrote it. Events of other kinds are left out. */
  readEvents(body: Buffer, headers: Record<string, string | string[] | undefined>): Promise<SignedEvent[]>;
};
