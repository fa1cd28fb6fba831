import { z } from 'zod';

export const InvoiceStatus = z.enum(['draft', 'open', 'paid', 'void', 'uncollectible']);
export type InvoiceStatus = z.infer<typeof InvoiceStatus>;

/** The seller or customer as printed on an invoice. */
export const InvoiceParty = z.object({
  name: z.string(),
  /** Lines of the address. */
  address: z.array(z.string()),
  taxId: z.string().nullable(),
});
export type InvoiceParty = z.infer<typeof InvoiceParty>;

/** Amounts are in the smallest unit of the currency: cents. */
export const Invoice = z.object({
  id: z.string(),
  /** Invoices and credit notes of a seller are numbered consecutively, each in a separate series. Null for a draft. */
  number: z.string().nullable(),
  kind: z.enum(['invoice', 'creditNote']),
  /** The number of the invoice that a credit note corrects. */
  correctsNumber: z.string().nullable(),
  seller: InvoiceParty.nullable(),
  customer: InvoiceParty.nullable(),
  /** The tax included in the amount; `rate` in percent. */
  tax: z.object({ name: z.string(), rate: z.number().nullable(), amount: z.number() }).nullable(),
  status: InvoiceStatus,
  amountDue: z.number(),
  amountPaid: z.number(),
  currency: z.string(),
  planId: z.string(),
  periodStart: z.string(),
  periodEnd: z.string(),
  createdAt: z.string(),
  dueDate: z.string().nullable(),
  lines: z.array(
    z.object({ description: z.string(), quantity: z.number(), unitPrice: z.number(), amount: z.number() }),
  ),
});
export type Invoice = z.infer<typeof Invoice>;
