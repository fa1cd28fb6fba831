import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import type { ProviderInvoice } from '../provider.ts';

/** All functions are for the system handle. */
export type LocalSubscription = {
  reference: string;
  customer: string;
  skuId: string;
  planName: string;
  unitPrice: number;
  status: 'active' | 'past_due' | 'unpaid' | 'canceled';
  anchor: number;
  period: number;
  periodStart: number;
  periodEnd: number;
};

const columns = [
  'reference',
  'customer',
  'sku_id as skuId',
  'plan_name as planName',
  'unit_price as unitPrice',
  'status',
  'anchor',
  'period',
  'period_start as periodStart',
  'period_end as periodEnd',
] as const;

const at = (instant: number) => new Date(instant);

export async function insertLocalSubscription(db: Db, one: LocalSubscription): Promise<void> {
  await db
    .insertInto('local_subscriptions')
    .values({
      reference: one.reference,
      customer: one.customer,
      sku_id: one.skuId,
      plan_name: one.planName,
      unit_price: one.unitPrice,
      status: one.status,
      anchor: at(one.anchor),
      period: one.period,
      period_start: at(one.periodStart),
      period_end: at(one.periodEnd),
    })
    .execute();
}

export async function lockLocalSubscription(db: Db, reference: string): Promise<LocalSubscription | undefined> {
  const row = await db
    .selectFrom('local_subscriptions')
    .select(columns)
    .where('reference', '=', reference)
    .forUpdate()
    .executeTakeFirst();
  return row as LocalSubscription | undefined;
}

export async function saveLocalSubscription(db: Db, one: LocalSubscription): Promise<void> {
  await db
    .updateTable('local_subscriptions')
    .set({
      status: one.status,
      anchor: at(one.anchor),
      period: one.period,
      period_start: at(one.periodStart),
      period_end: at(one.periodEnd),
    })
    .where('reference', '=', one.reference)
    .execute();
}

/** A suspended tenant is not charged. */
const isNotSuspended = (reference: string) => sql<boolean>`not exists (select from billing_subscriptions b
  join tenants t on t.id = b.tenant_id
  where b.provider = 'local' and b.reference = ${sql.ref(reference)} and t.is_suspended)`;

/** When the tenant was resumed if it was suspended at the end of the period: the time until then is not billed. */
export async function findResumption(db: Db, reference: string, periodEnd: Date): Promise<number | undefined> {
  const { rows } = await sql<{ at: number | null }>`select max(s.resumed_at) as at from tenant_suspensions s
    join billing_subscriptions b on b.tenant_id = s.tenant_id
    where b.provider = 'local' and b.reference = ${reference} and s.resumed_at > ${periodEnd}`.execute(db);
  return rows[0]?.at ?? undefined;
}

/** The oldest subscription whose period is over. Those with an unpaid last invoice are not billed again. */
export async function findDueSubscription(
  db: Db,
  now: Date,
  except: readonly string[],
): Promise<LocalSubscription | undefined> {
  const row = await db
    .selectFrom('local_subscriptions')
    .select(columns)
    .where('status', '=', 'active')
    .where(isNotSuspended('local_subscriptions.reference'))
    .where('period_end', '<=', sql<number>`${now}`)
    .where('reference', '<>', sql<string>`all(${[...except]}::varchar[])`)
    .orderBy('period_end')
    .limit(1)
    .executeTakeFirst();
  return row as LocalSubscription | undefined;
}

export type LocalInvoice = {
  reference: string;
  subscription: string;
  status: 'open' | 'paid' | 'void' | 'uncollectible';
  amount: number;
  invoice: ProviderInvoice;
  createdAt: number;
  attempts: number;
  nextAttemptAt: number | null;
};

const invoiceColumns = [
  'reference',
  'subscription',
  'status',
  'amount',
  'invoice',
  'attempts',
  'next_attempt_at as nextAttemptAt',
] as const;

function toLocalInvoice(row: Record<string, unknown> & { invoice: unknown; createdAt: number }): LocalInvoice {
  // Only insertLocalInvoice writes the column; dates are strings in JSON.
  const stored = row.invoice as ProviderInvoice;
  const invoice = {
    ...stored,
    periodStart: new Date(stored.periodStart),
    periodEnd: new Date(stored.periodEnd),
    createdAt: new Date(stored.createdAt),
    dueDate: stored.dueDate && new Date(stored.dueDate),
  };
  return { ...row, invoice } as unknown as LocalInvoice;
}

export async function insertLocalInvoice(db: Db, invoice: ProviderInvoice, nextAttemptAt: Date | null): Promise<void> {
  await db
    .insertInto('local_invoices')
    .values({
      reference: invoice.reference,
      subscription: invoice.subscription,
      status: invoice.status,
      amount: invoice.amountDue,
      invoice: JSON.stringify(invoice),
      created_at: invoice.createdAt,
      attempts: nextAttemptAt ? 1 : 0,
      next_attempt_at: nextAttemptAt,
    })
    .execute();
}

export async function lockLocalInvoice(db: Db, reference: string): Promise<LocalInvoice | undefined> {
  const row = await db
    .selectFrom('local_invoices')
    .select([...invoiceColumns, 'created_at as createdAt'])
    .where('reference', '=', reference)
    .forUpdate()
    .executeTakeFirst();
  return row && toLocalInvoice(row);
}

/** The next invoice that is due for a retry. The subscription is locked before its invoices, everywhere. */
export async function findDueInvoice(
  db: Db,
  now: Date,
  except: readonly string[],
): Promise<{ reference: string; subscription: string } | undefined> {
  return db
    .selectFrom('local_invoices')
    .select(['reference', 'subscription'])
    .where('next_attempt_at', '<=', sql<number>`${now}`)
    .where(isNotSuspended('local_invoices.subscription'))
    .where('reference', '<>', sql<string>`all(${[...except]}::varchar[])`)
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst();
}

export async function findInvoiceSubscription(db: Db, reference: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('local_invoices')
    .select('subscription')
    .where('reference', '=', reference)
    .executeTakeFirst();
  return row?.subscription;
}

/** Open and uncollectible invoices, oldest first. */
export async function lockUnpaidInvoices(db: Db, subscription: string): Promise<LocalInvoice[]> {
  const rows = await db
    .selectFrom('local_invoices')
    .select([...invoiceColumns, 'created_at as createdAt'])
    .where('subscription', '=', subscription)
    .where('status', 'in', ['open', 'uncollectible'])
    .orderBy('created_at')
    .orderBy('reference')
    .forUpdate()
    .execute();
  return rows.map(toLocalInvoice);
}

export async function saveLocalInvoice(
  db: Db,
  reference: string,
  {
    status,
    attempts,
    nextAttemptAt,
  }: { status: LocalInvoice['status']; attempts?: number; nextAttemptAt: Date | null },
): Promise<void> {
  await db
    .updateTable('local_invoices')
    .set({ status, attempts, next_attempt_at: nextAttemptAt })
    .where('reference', '=', reference)
    .execute();
}

export async function listLocalInvoices(db: Db, customer: string): Promise<LocalInvoice[]> {
  const rows = await db
    .selectFrom('local_invoices as i')
    .innerJoin('local_subscriptions as s', 's.reference', 'i.subscription')
    .select([
      'i.reference',
      'i.subscription',
      'i.status',
      'i.amount',
      'i.invoice',
      'i.attempts',
      'i.next_attempt_at as nextAttemptAt',
      'i.created_at as createdAt',
    ])
    .where('s.customer', '=', customer)
    .orderBy('i.created_at', 'desc')
    .orderBy('i.reference')
    .limit(24)
    .execute();
  return rows.map(toLocalInvoice);
}
