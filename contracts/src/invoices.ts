import { z } from 'zod';

export const InvoiceStatus = z.enum(['draft', 'open', 'paid', 'void', 'uncollectible']);
export type InvoiceStatus = z.infer<typeof InvoiceStatus>;

/** Amounts are in the smallest unit of the currency: cents. */
export const Invoice = z.object({
  id: z.string(),
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
