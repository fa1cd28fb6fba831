import type { Db } from '#platform/db';

export type NewSubscription = { status: string; periodStart: Date; periodEnd: Date; cancelAtPeriodEnd: boolean };

/** The paid period of a tenant; a trigger notifies every node. For the system handle. */
export async function saveSubscription(
  db: Db,
  tenantId: string,
  { status, periodStart, periodEnd, cancelAtPeriodEnd }: NewSubscription,
): Promise<void> {
  const values = {
    status,
    current_period_start: periodStart,
    current_period_end: periodEnd,
    cancel_at_period_end: cancelAtPeriodEnd,
  };
  await db
    .insertInto('subscriptions')
    .values({ tenant_id: tenantId, ...values })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(values))
    .execute();
}

/** Ends the paid period: from now on the calendar month applies. For the system handle. */
export async function removeSubscription(db: Db, tenantId: string): Promise<void> {
  await db.deleteFrom('subscriptions').where('tenant_id', '=', tenantId).execute();
}
