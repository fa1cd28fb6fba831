import type { Invoice } from '@postern/contracts/cloud/billing';
import { sql } from 'kysely';
import type { Db } from '#platform/db';
import { newId } from '#platform/ids';
import type { Page } from '#platform/paging';
import type { PaymentProvider, ProviderInvoice } from './provider.ts';

type Row = {
  id: string;
  status: string;
  amountDue: number;
  amountPaid: number;
  currency: string;
  planId: string;
  periodStart: number;
  periodEnd: number;
  createdAt: number;
  dueDate: number | null;
  lines: unknown;
  number: string | null;
  correctsNumber: string | null;
  details: unknown;
};

const columns = [
  'id',
  'status',
  'amount_due as amountDue',
  'amount_paid as amountPaid',
  'currency',
  'plan_id as planId',
  'period_start as periodStart',
  'period_end as periodEnd',
  'created_at as createdAt',
  'due_date as dueDate',
  'lines',
  'number',
  'corrects as correctsNumber',
  'details',
] as const;

/** Printed details other than numbers and lines. */
export type InvoiceDetails = Partial<Pick<Invoice, 'seller' | 'customer' | 'tax'>>;

const iso = (at: number) => new Date(at).toISOString();

function toInvoice({ details, ...row }: Row): Invoice {
  // Only saveInvoice and numberInvoices write this column.
  const { seller = null, customer = null, tax = null } = details as InvoiceDetails;
  return {
    ...row,
    kind: row.amountDue < 0 ? 'creditNote' : 'invoice',
    seller,
    customer,
    tax,
    // Guaranteed by the check of the table and by saveInvoice, the only writer of lines.
    status: row.status as Invoice['status'],
    lines: row.lines as Invoice['lines'],
    periodStart: iso(row.periodStart),
    periodEnd: iso(row.periodEnd),
    createdAt: iso(row.createdAt),
    dueDate: row.dueDate === null ? null : iso(row.dueDate),
  };
}

/** Newest first. For the system handle: invoices are in the home database, regardless of the tenant's region. */
export async function listInvoices(db: Db, tenantId: string, { limit, offset }: Pick<Page, 'limit' | 'offset'>) {
  const rows = await db
    .selectFrom('invoices')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await db
    .selectFrom('invoices')
    .select(sql<number>`count(*)`.as('total'))
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return { invoices: rows.map(toInvoice), total };
}

export async function findInvoice(db: Db, tenantId: string, id: string) {
  const row = await db
    .selectFrom('invoices')
    .select([...columns, 'provider', 'reference'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { invoice: toInvoice(row), provider: row.provider, reference: row.reference };
}

/** Stores the state of the newest event; returns false if a newer one is stored. For the system handle. */
export async function saveInvoice(
  db: Db,
  owner: { tenantId: string; provider: PaymentProvider['name']; planId: string },
  invoice: ProviderInvoice,
  at: Date,
): Promise<boolean> {
  const details: InvoiceDetails = { customer: invoice.customer ?? null, tax: invoice.tax ?? null };
  // Details that were printed under a number do not change.
  const { rows } = await sql<{ id: string }>`
    insert into invoices as known (tenant_id, id, provider, reference, subscription, status, amount_due, amount_paid,
      currency, plan_id, period_start, period_end, created_at, due_date, lines, number, details, event_at)
    values (${owner.tenantId}, ${newId()}, ${owner.provider}, ${invoice.reference}, ${invoice.subscription},
      ${invoice.status}, ${invoice.amountDue}, ${invoice.amountPaid}, ${invoice.currency}, ${owner.planId},
      ${invoice.periodStart}, ${invoice.periodEnd}, ${invoice.createdAt}, ${invoice.dueDate},
      ${JSON.stringify(invoice.lines)}::jsonb, ${invoice.number ?? null}, ${JSON.stringify(details)}::jsonb, ${at})
    on conflict (tenant_id, provider, reference) do update set status = excluded.status,
      amount_due = excluded.amount_due, amount_paid = excluded.amount_paid, due_date = excluded.due_date,
      lines = case when known.number is null then excluded.lines else known.lines end,
      number = coalesce(known.number, excluded.number),
      details = case when known.number is null then excluded.details else known.details end,
      event_at = excluded.event_at
    where known.event_at <= excluded.event_at
    returning id`.execute(db);
  return rows.length > 0;
}
