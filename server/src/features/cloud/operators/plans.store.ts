import type { AssignablePlan } from '@postern/contracts/cloud/operators';
import { adminPlanId, isEnterprisePlan } from '@postern/contracts/quota';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';

/** Built-in plans by price, then agreed ones by ID; without the plan of the admin tenant. For the system handle. */
export async function listAssignablePlans(db: Db, id?: string): Promise<AssignablePlan[]> {
  const rows = await db
    .selectFrom('skus as s')
    .select((eb) => [
      's.id',
      's.name',
      's.quota',
      eb
        .selectFrom('tenants as t')
        .select((count) => count.fn.countAll<string>().as('count'))
        .whereRef('t.plan_id', '=', 's.id')
        .where('t.deleted_at', 'is', null)
        .as('tenants'),
    ])
    .where('s.type', '=', 'Basic')
    .where('s.id', '!=', adminPlanId)
    .$if(id !== undefined, (query) => query.where('s.id', '=', id ?? ''))
    .orderBy(sql`s.unit_price nulls last, s.id`)
    .execute();
  return rows
    .map(({ tenants, quota, ...plan }) => ({
      ...plan,
      isAgreed: isEnterprisePlan(plan.id),
      // The column is a JSON object with quota keys: only the operator's tool and the seed write it.
      quota: quota as AssignablePlan['quota'],
      tenants: Number(tenants),
    }))
    .sort((one, other) => Number(one.isAgreed) - Number(other.isAgreed));
}

export const findAssignablePlan = async (db: Db, id: string): Promise<AssignablePlan | undefined> =>
  (await listAssignablePlans(db, id))[0];
