import type { Invoice } from '@postern/contracts/cloud/billing';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import type { Page } from '#platform/db/paging';
import { newId } from '#platform/secrets/ids';
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
type InvoiceDetails = Partial<Pick<Invoice, 'seller' | 'customer' | 'tax'>>;

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
): Promise<{ before: string | null } | undefined> {
  const details: InvoiceDetails = { customer: invoice.customer ?? null, tax: invoice.tax ?? null };
  // Details that were printed under a number do not change.
  const { rows } = await sql<{ before: string | null }>`
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
    returning (select b.status from invoices b where b.tenant_id = known.tenant_id and b.id = known.id) as before`.execute(
    db,
  );
  return rows[0];
}

/** All functions are for the system handle. */
export type Unnumbered = {
  id: string;
  provider: string;
  subscription: string;
  amountDue: number;
  corrects: string | null;
  details: InvoiceDetails;
};

/** Issued invoices of a tenant without a number, oldest first. */
export async function listUnnumbered(db: Db, tenantId: string): Promise<Unnumbered[]> {
  const rows = await db
    .selectFrom('invoices')
    .select(['id', 'provider', 'subscription', 'amount_due as amountDue', 'corrects', 'details'])
    .where('tenant_id', '=', tenantId)
    .where('number', 'is', null)
    .where('status', '<>', 'draft')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows as Unnumbered[];
}

/** Takes the next number of a series. Locks the series until the transaction ends; a rollback returns the number. */
export async function takeNumber(db: Db, prefix: string): Promise<string> {
  const { rows } = await sql<{ last: number }>`
    insert into invoice_series as known (prefix, last_number) values (${prefix}, 1)
    on conflict (prefix) do update set last_number = known.last_number + 1
    returning last_number as last`.execute(db);
  return `${prefix}${String(rows[0]?.last ?? 0).padStart(6, '0')}`;
}

type Numbered = { number: string; corrects: string | null; details: InvoiceDetails };

export async function saveNumber(db: Db, tenantId: string, id: string, values: Numbered): Promise<void> {
  await db
    .updateTable('invoices')
    .set({ number: values.number, corrects: values.corrects, details: JSON.stringify(values.details) })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** The newest invoice of a subscription, which a credit note corrects. */
export async function findLastNumber(db: Db, tenantId: string, subscription: string): Promise<string | null> {
  const row = await db
    .selectFrom('invoices')
    .select('number')
    .where('tenant_id', '=', tenantId)
    .where('subscription', '=', subscription)
    .where('amount_due', '>', 0)
    .where('number', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.number ?? null;
}

/**
 * Adds a credit note of the same amount, still without a number, for each numbered invoice that was voided. It returns
 * what was paid, usually nothing. Providers that issue their own documents correct them themselves.
 */
export async function insertCorrections(db: Db, tenantId: string): Promise<void> {
  const { rows } = await sql<{ id: string; lines: Invoice['lines'] }>`
    select id, lines from invoices i where tenant_id = ${tenantId} and provider = 'local' and status = 'void'
      and amount_due > 0 and number is not null
      and not exists (select from invoices c where c.tenant_id = i.tenant_id and c.corrects = i.number)`.execute(db);
  for (const { id, lines } of rows) {
    const negative = lines.map((line) => ({ ...line, unitPrice: -line.unitPrice, amount: -line.amount }));
    await sql`
      insert into invoices (tenant_id, id, provider, reference, subscription, status, amount_due, amount_paid, currency,
        plan_id, period_start, period_end, created_at, due_date, lines, corrects, details, event_at)
      select tenant_id, ${newId()}, provider, reference || '_void', subscription, 'paid', -amount_due, -amount_paid, currency,
        plan_id, period_start, period_end, event_at, null, ${JSON.stringify(negative)}::jsonb, number,
        jsonb_build_object('customer', details -> 'customer'), event_at
      from invoices where tenant_id = ${tenantId} and id = ${id}
      on conflict do nothing`.execute(db);
  }
}
