import type { Sku } from '@postern/contracts/cloud/plans';
import { type Quota, wholeQuota } from '@postern/contracts/quota';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';

export type PlanRow = {
  planId: string;
  /** The limits of the plan; undefined if there is no such plan. */
  planQuota: Partial<Quota> | null;
  /** The custom quota of this tenant. */
  agreed: Partial<Quota> | null;
  status: string | null;
  periodStart: number | null;
  periodEnd: number | null;
  cancelAtPeriodEnd: boolean | null;
  unitPrice: number | null;
  /** Cents a month; null without a limit. */
  spendingLimit?: number | null;
  /** After a paid plan ended: until when its limits apply to what exists. */
  graceUntil?: number | null;
  graceQuota?: Partial<Quota> | null;
};

/** For the system handle or the tenant's own. */
export async function findPlan(db: Db, tenantId: string): Promise<PlanRow | undefined> {
  const row = await db
    .selectFrom('tenants as t')
    .leftJoin('skus as plan', (join) => join.onRef('plan.id', '=', 't.plan_id').on('plan.type', '=', 'Basic'))
    .leftJoin('skus as grace', (join) => join.onRef('grace.id', '=', 't.grace_plan').on('grace.type', '=', 'Basic'))
    .leftJoin('subscriptions as s', 's.tenant_id', 't.id')
    .select([
      't.plan_id as planId',
      'plan.quota as planQuota',
      'plan.unit_price as unitPrice',
      't.spending_limit as spendingLimit',
      't.grace_until as graceUntil',
      'grace.quota as graceQuota',
      's.quota as agreed',
      's.status as status',
      's.current_period_start as periodStart',
      's.current_period_end as periodEnd',
      's.cancel_at_period_end as cancelAtPeriodEnd',
    ])
    .where('t.id', '=', tenantId)
    .where('t.deleted_at', 'is', null)
    .executeTakeFirst();
  // The columns are JSON objects with quota keys: only the operator's tool and the seed write them.
  return row as PlanRow | undefined;
}

const columns = [
  'id',
  'name',
  'type',
  'unit_price as unitPrice',
  'product_id as productId',
  'default_price_id as defaultPriceId',
  'is_default as isDefault',
  'quota',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const;

/** Plans on offer plus the current plan of a tenant. */
export async function listSkus(db: Db, type: Sku['type'] | undefined, ownPlanId?: string): Promise<Sku[]> {
  const rows = await db
    .selectFrom('skus')
    .select(columns)
    .where((eb) => eb.or([eb('is_offered', '=', true), ...(ownPlanId ? [eb('id', '=', ownPlanId)] : [])]))
    .$if(type !== undefined, (query) => query.where('type', '=', type as Sku['type']))
    .orderBy(sql`type desc, coalesce(unit_price, 0), id`)
    .execute();
  // The column is a JSON object with quota keys: only the operator's tool and the seed write it.
  return rows.map((row) => ({
    ...(row as Omit<Sku, 'createdAt' | 'updatedAt'>),
    // A plan lists all limits; an add-on has one.
    quota: row.type === 'Basic' ? wholeQuota(row.quota as Sku['quota']) : (row.quota as Sku['quota']),
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
  }));
}

/** Returns whether the plan is new; the ID may also be that of an add-on. For the system handle. */
export async function insertAgreedPlan(
  db: Db,
  { id, name, quota }: { id: string; name: string; quota: Partial<Quota> },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('skus')
    .values({ id, name, type: 'Basic', quota: JSON.stringify(quota) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Sets or removes the custom quota of a tenant. For the system handle. */
export async function saveAgreedQuota(db: Db, tenantId: string, quota: Partial<Quota> | null): Promise<void> {
  if (quota === null) {
    await db.updateTable('subscriptions').set({ quota: null }).where('tenant_id', '=', tenantId).execute();
    return;
  }
  const agreed = JSON.stringify(quota);
  await db
    .insertInto('subscriptions')
    .values({ tenant_id: tenantId, quota: agreed })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ quota: agreed }))
    .execute();
}

/** Add-ons of existing features, including those for older plans only. */
export async function listAddOns(db: Db): Promise<Pick<Sku, 'name' | 'unitPrice' | 'quota'>[]> {
  const rows = await db
    .selectFrom('skus')
    .select(['name', 'unit_price as unitPrice', 'quota'])
    .where('type', '=', 'AddOn')
    .orderBy('id')
    .execute();
  return rows as Pick<Sku, 'name' | 'unitPrice' | 'quota'>[];
}

export type SoldPlan = { id: string; name: string; unitPrice: number; priceId: string | null };

/** A plan that can be bought: on offer and not free. */
export async function findSoldPlan(db: Db, id: string): Promise<SoldPlan | undefined> {
  const row = await db
    .selectFrom('skus')
    .select(['id', 'name', 'unit_price as unitPrice', 'default_price_id as priceId'])
    .where('id', '=', id)
    .where('type', '=', 'Basic')
    .where('is_offered', '=', true)
    .where('unit_price', '>', 0)
    .executeTakeFirst();
  return row && { ...row, unitPrice: row.unitPrice ?? 0 };
}

export async function findPlanByPrice(db: Db, priceId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('skus')
    .select('id')
    .where('default_price_id', '=', priceId)
    .where('type', '=', 'Basic')
    .executeTakeFirst();
  return row?.id;
}

export async function findQuotaOf(db: Db, planId: string): Promise<Partial<Quota> | undefined> {
  const row = await db.selectFrom('skus').select('quota').where('id', '=', planId).executeTakeFirst();
  return row?.quota as Partial<Quota> | undefined;
}

/** Serializes requests that may use the same limit until the transaction ends. */
export async function lockLimit(db: Db, tenantId: string, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`quota ${tenantId} ${key}`}, 0))`.execute(db);
}

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

/** What the tenant may cost at most; null removes the limit. For the system handle. */
export async function saveSpendingLimit(db: Db, tenantId: string, limit: number | null): Promise<void> {
  await db.updateTable('tenants').set({ spending_limit: limit }).where('id', '=', tenantId).execute();
}

/** Ends the paid period: from now on the calendar month applies. For the system handle. */
export async function removeSubscription(db: Db, tenantId: string): Promise<void> {
  await db.deleteFrom('subscriptions').where('tenant_id', '=', tenantId).execute();
}
