import { sql } from 'kysely';
import type { Db } from '#platform/db/db';

export type Expired = { tenantId: string; before: Date };

/** A hundred years. An agreed number may have any size, and not every number of days can be subtracted from a date. */
const maxDays = 36_500;

/**
 * Tenants with entries older than their retention, and the date. Individually agreed numbers override the plan; without
 * a number, nothing expires. For the system handle.
 */
export async function listExpired(db: Db): Promise<Expired[]> {
  const { rows } = await sql<{ tenantId: string; before: number }>`
    select kept.id as "tenantId", limits.before from (
      select t.id, (case when s.quota ? 'auditLogsRetentionDays' then s.quota else plan.quota end
        ->> 'auditLogsRetentionDays')::numeric as days
      from tenants t
      left join skus plan on plan.id = t.plan_id and plan.type = 'Basic'
      left join subscriptions s on s.tenant_id = t.id
      where t.deleted_at is null
    ) kept
    cross join lateral (select now() - interval '1 day' * least(kept.days, ${maxDays}) as before) limits
    where kept.days is not null
      and exists (select from logs l where l.tenant_id = kept.id and l.created_at < limits.before)`.execute(db);
  return rows.map(({ tenantId, before }) => ({ tenantId, before: new Date(before) }));
}
