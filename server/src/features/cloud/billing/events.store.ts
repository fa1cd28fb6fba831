import { sql } from 'kysely';
import type { Db } from '#platform/db';
import type { PaymentEvent, PaymentProvider, SignedEvent } from './provider.ts';

type ProviderName = PaymentProvider['name'];

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
export async function keepWaiting(
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
  // Only keepWaiting writes the column, and it writes a PaymentEvent.
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
