import { createHash } from 'node:crypto';
import type { InvoiceParty } from '@postern/contracts/cloud/billing';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import type { Order } from '../provider.ts';
import { type Billing, type KeptCard, printedParty } from './check-form.ts';

/** All functions are for the system handle: the sandbox has customers, not tenants. */
export type LocalCheckout = {
  reference: string;
  sessionId: string;
  skuId: string;
  planName: string;
  unitPrice: number;
  tenantName: string;
  customer: string | null;
  subscription: string | null;
  successUrl: string;
  cancelUrl: string;
  status: 'open' | 'complete' | 'expired';
  expiresAt: number;
};

const checkoutColumns = [
  'reference',
  'session_id as sessionId',
  'sku_id as skuId',
  'plan_name as planName',
  'unit_price as unitPrice',
  'tenant_name as tenantName',
  'customer',
  'subscription',
  'success_url as successUrl',
  'cancel_url as cancelUrl',
  'status',
  'expires_at as expiresAt',
] as const;

export async function insertCheckout(db: Db, reference: string, order: Order, expiresAt: Date): Promise<void> {
  await db
    .insertInto('local_checkouts')
    .values({
      reference,
      session_id: order.sessionId,
      sku_id: order.plan.skuId,
      plan_name: order.plan.name,
      unit_price: order.plan.unitPrice,
      tenant_name: order.tenantName,
      customer: order.customer,
      subscription: order.subscription,
      success_url: order.successUrl,
      cancel_url: order.cancelUrl,
      expires_at: expiresAt,
    })
    .execute();
}

export async function findCheckout(db: Db, reference: string): Promise<LocalCheckout | undefined> {
  const row = await db
    .selectFrom('local_checkouts')
    .select(checkoutColumns)
    .where('reference', '=', reference)
    .executeTakeFirst();
  return row as LocalCheckout | undefined;
}

/** Serializes concurrent payments of the same session. */
export async function lockCheckout(db: Db, reference: string): Promise<LocalCheckout | undefined> {
  const row = await db
    .selectFrom('local_checkouts')
    .select(checkoutColumns)
    .where('reference', '=', reference)
    .forUpdate()
    .executeTakeFirst();
  return row as LocalCheckout | undefined;
}

export async function setCheckoutStatus(
  db: Db,
  reference: string,
  status: LocalCheckout['status'],
  customer?: string,
): Promise<void> {
  await db.updateTable('local_checkouts').set({ status, customer }).where('reference', '=', reference).execute();
}

export type LocalCustomer = {
  reference: string;
  name: string;
  brand: string | null;
  last4: string | null;
  expires: string | null;
  failsLater: boolean;
  billing: Billing | null;
};

export async function saveCustomerCard(db: Db, reference: string, name: string, card: KeptCard): Promise<void> {
  const kept = {
    card_brand: card.brand,
    card_last4: card.last4,
    card_expires: card.expires,
    card_fails_later: card.failsLater,
  };
  await db
    .insertInto('local_customers')
    .values({ reference, name, ...kept })
    .onConflict((conflict) => conflict.column('reference').doUpdateSet(kept))
    .execute();
}

/** Name, address and tax id for future invoices. */
export async function saveBilling(db: Db, reference: string, billing: Billing): Promise<void> {
  await db
    .updateTable('local_customers')
    .set({ billing: JSON.stringify(billing) })
    .where('reference', '=', reference)
    .execute();
}

/** The recipient of a subscription's invoices; defaults to the name of the customer. */
export async function findBilling(db: Db, subscription: string): Promise<InvoiceParty | undefined> {
  const row = await db
    .selectFrom('local_subscriptions as s')
    .innerJoin('local_customers as c', 'c.reference', 's.customer')
    .select(['c.name', 'c.billing'])
    .where('s.reference', '=', subscription)
    .executeTakeFirst();
  return row && printedParty((row.billing as Billing | null) ?? { name: row.name, address: [], taxId: null });
}

export async function findLocalCustomer(db: Db, reference: string): Promise<LocalCustomer | undefined> {
  const row = await db
    .selectFrom('local_customers')
    .select([
      'reference',
      'name',
      'card_brand as brand',
      'card_last4 as last4',
      'card_expires as expires',
      'card_fails_later as failsLater',
      'billing',
    ])
    .where('reference', '=', reference)
    .executeTakeFirst();
  // Only saveBilling writes the column.
  return row as LocalCustomer | undefined;
}

/** Only the digest is stored, so read access to the table does not open a portal. */
const digestOf = (token: string) => createHash('sha256').update(token).digest('hex');

export async function insertPortal(
  db: Db,
  token: string,
  customer: string,
  returnUrl: string,
  expiresAt: Date,
): Promise<void> {
  await db
    .insertInto('local_portals')
    .values({ token_digest: digestOf(token), customer, return_url: returnUrl, expires_at: expiresAt })
    .execute();
}

export async function findPortal(db: Db, token: string) {
  return db
    .selectFrom('local_portals')
    .select(['customer', 'return_url as returnUrl'])
    .where('token_digest', '=', digestOf(token))
    .where('expires_at', '>', sql<number>`now()`)
    .executeTakeFirst();
}

export async function sweepLocal(db: Db): Promise<void> {
  await sql`delete from local_portals where expires_at < now()`.execute(db);
  await sql`delete from local_checkouts where expires_at < now() - interval '90 days'`.execute(db);
  // Customers without purchases: they were refunded because their tenant was gone.
  await sql`delete from local_customers c where created_at < now() - interval '1 day'
    and not exists (select from billing_customers b where b.provider = 'local' and b.customer = c.reference)
    and not exists (select from local_subscriptions s where s.customer = c.reference and s.status <> 'canceled')`.execute(
    db,
  );
}
