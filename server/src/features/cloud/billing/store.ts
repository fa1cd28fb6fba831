import { adminTenantId } from '@postern/contracts/wire';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { enqueue, installation } from '#platform/jobs/jobs';
import type { PaymentEvent, PaymentProvider, SignedEvent } from './provider.ts';

export const unwantedQueue = 'billing.end-unwanted';

type ProviderName = PaymentProvider['name'];

export type Customer = { provider: string; customer: string; subscription: string | null };

/** All functions are for the system handle: the home database has all customers, regardless of region. */
export async function findCustomer(db: Db, tenantId: string, provider: ProviderName): Promise<Customer | undefined> {
  return db
    .selectFrom('billing_customers')
    .select(['provider', 'customer', 'subscription'])
    .where('tenant_id', '=', tenantId)
    .where('provider', '=', provider)
    .executeTakeFirst();
}

export async function saveCustomer(db: Db, tenantId: string, values: Customer): Promise<void> {
  await db
    .insertInto('billing_customers')
    .values({ tenant_id: tenantId, ...values })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(values))
    .execute();
}

type KnownSubscription = {
  tenantId: string;
  reference: string;
  skuId: string;
  eventAt: number;
  endedAt: number | null;
};

const columns = [
  'tenant_id as tenantId',
  'reference',
  'sku_id as skuId',
  'event_at as eventAt',
  'ended_at as endedAt',
] as const;

export async function findSubscription(
  db: Db,
  provider: ProviderName,
  reference: string,
): Promise<KnownSubscription | undefined> {
  return db
    .selectFrom('billing_subscriptions')
    .select(columns)
    .where('provider', '=', provider)
    .where('reference', '=', reference)
    .executeTakeFirst();
}

/** The live subscription of a tenant, of any provider. */
export async function findLiveSubscription(db: Db, tenantId: string) {
  return db
    .selectFrom('billing_subscriptions')
    .select([...columns, 'provider'])
    .where('tenant_id', '=', tenantId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
}

/** The status of the paid period; null without one. */
export async function findStatus(db: Db, tenantId: string): Promise<string | null> {
  const row = await db
    .selectFrom('subscriptions')
    .select('status')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return row?.status ?? null;
}

export async function insertSubscription(
  db: Db,
  tenantId: string,
  { provider, reference, skuId, at }: { provider: ProviderName; reference: string; skuId: string; at: Date },
): Promise<void> {
  await db
    .insertInto('billing_subscriptions')
    .values({ tenant_id: tenantId, provider, reference, sku_id: skuId, event_at: at })
    .execute();
}

export async function touchSubscription(
  db: Db,
  { tenantId, reference }: KnownSubscription,
  changes: { skuId?: string; at: Date; isEnded?: boolean },
): Promise<void> {
  await db
    .updateTable('billing_subscriptions')
    .set({ sku_id: changes.skuId, event_at: changes.at, ...(changes.isEnded ? { ended_at: changes.at } : {}) })
    .where('tenant_id', '=', tenantId)
    .where('reference', '=', reference)
    .execute();
  if (changes.isEnded) {
    await db
      .updateTable('billing_customers')
      .set({ subscription: null })
      .where('tenant_id', '=', tenantId)
      .where('subscription', '=', reference)
      .execute();
  }
}

/** A crash of the server holds the place of a free tenant for this time. Longer than any provider takes to respond. */
const cancelingMinutes = 5;

/** Until the provider has ended the subscription, its tenant counts as a free one. */
export async function markCanceling(
  db: Db,
  { tenantId, reference }: Pick<KnownSubscription, 'tenantId' | 'reference'>,
  isCanceling: boolean,
): Promise<void> {
  await sql`update billing_subscriptions
    set canceling_until = case when ${isCanceling} then now() + ${cancelingMinutes} * interval '1 minute' end
    where tenant_id = ${tenantId} and reference = ${reference}`.execute(db);
}

/** Whether the buyer still exists and can become the administrator of the tenant. */
export async function isPersonThere(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('tenant_id', '=', adminTenantId)
    .where('id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function findEmail(db: Db, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .select('primary_email as email')
    .where('tenant_id', '=', adminTenantId)
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.email ?? null;
}

export async function enqueueUnwanted(db: Db, provider: ProviderName, subscription: string): Promise<void> {
  const payload = { provider, subscription };
  await enqueue(db, { queue: unwantedQueue, tenantId: installation, key: `${provider} ${subscription}`, payload });
}

/** Returns false for a duplicate. Of two concurrent calls, the second waits for the first. For the system handle. */
export async function insertEvent(db: Db, provider: ProviderName, { id, at }: SignedEvent): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('payment_events')
    .values({ provider, id, at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows ?? 0) > 0;
}

export async function wasSeen(db: Db, provider: ProviderName, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('payment_events')
    .select('id')
    .where('provider', '=', provider)
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stored until the checkout shows which tenant the subscription belongs to. */
export async function saveWaiting(
  db: Db,
  provider: ProviderName,
  { id, event }: SignedEvent,
  subscription: string,
): Promise<void> {
  await db
    .updateTable('payment_events')
    .set({ waits_for: subscription, event: JSON.stringify(event) })
    .where('provider', '=', provider)
    .where('id', '=', id)
    .execute();
}

type Dated = { [key: string]: unknown };

/** Dates are strings in JSON. */
function revive(event: Dated): PaymentEvent {
  const dates = ['periodStart', 'periodEnd', 'createdAt', 'dueDate'];
  const read = (thing: Dated): Dated =>
    Object.fromEntries(
      Object.entries(thing).map(([key, value]) => [
        key,
        dates.includes(key) && typeof value === 'string' ? new Date(value) : value,
      ]),
    );
  const revived = 'invoice' in event ? { ...event, invoice: read(event.invoice as Dated) } : read(event);
  // Only saveWaiting writes the column, and it writes a PaymentEvent.
  return revived as PaymentEvent;
}

/** Removes and returns the events that waited for a subscription, oldest first. */
export async function takeWaiting(db: Db, provider: ProviderName, subscription: string): Promise<SignedEvent[]> {
  const { rows } = await sql<{ id: string; at: number; event: Dated }>`
    with taken as (select id, event from payment_events
      where provider = ${provider} and waits_for = ${subscription} for update)
    update payment_events e set waits_for = null, event = null from taken
    where e.provider = ${provider} and e.id = taken.id returning e.id, e.at, taken.event`.execute(db);
  return rows
    .map(({ id, at, event }) => ({ id, at: new Date(at), event: revive(event) }))
    .sort((one, other) => one.at.getTime() - other.at.getTime());
}

/** Providers resend an event for some days, never for months. */
export async function sweepEvents(db: Db): Promise<void> {
  await sql`delete from payment_events where received_at < now() - interval '90 days'`.execute(db);
}
