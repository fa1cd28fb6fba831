import type { Invoice } from '@postern/contracts/cloud/billing';
import { sql } from 'kysely';
import type { Db } from '#platform/db';
import { newId } from '#platform/ids';
import type { InvoiceDetails } from './invoices.store.ts';

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

export type Numbered = { number: string; corrects: string | null; details: InvoiceDetails };

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
 * Adds a credit note of the same amount, still without a number, for each numbered invoice that was voided. Providers
 * that issue their own documents correct them themselves.
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
      select tenant_id, ${newId()}, provider, reference || '_void', subscription, 'paid', -amount_due, -amount_due, currency,
        plan_id, period_start, period_end, event_at, null, ${JSON.stringify(negative)}::jsonb, number,
        jsonb_build_object('customer', details -> 'customer'), event_at
      from invoices where tenant_id = ${tenantId} and id = ${id}
      on conflict do nothing`.execute(db);
  }
}
