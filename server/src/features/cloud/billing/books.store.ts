import { sql } from 'kysely';
import type { Db } from '#platform/db/db';

export type BookEntry = {
  number: string;
  tenantId: string;
  provider: string;
  reference: string;
  status: string;
  amountDue: number;
  amountPaid: number;
  currency: string;
  planId: string;
  createdAt: number;
  corrects: string | null;
  lines: unknown;
  details: unknown;
};

const columns = sql`number, provider, reference, status, amount_due as "amountDue", amount_paid as "amountPaid", currency,
  plan_id as "planId", created_at as "createdAt", corrects, lines, details`;

/** All invoices and credit notes with a number, also those of erased tenants, by date. For the system handle. */
export async function listBooks(db: Db, from: Date, to: Date): Promise<BookEntry[]> {
  const { rows } = await sql<BookEntry>`
    select tenant_id as "tenantId", ${columns} from invoices
      where number is not null and created_at >= ${from} and created_at < ${to}
    union all
    select for_tenant, ${columns} from kept_invoices where created_at >= ${from} and created_at < ${to}
    order by "createdAt", number`.execute(db);
  return rows;
}

/** The retention ends ten years after the end of the calendar year. For the system handle. */
export async function sweepBooks(db: Db): Promise<void> {
  await sql`delete from kept_invoices where created_at < date_trunc('year', now()) - interval '10 years'`.execute(db);
}
