import { sql } from 'kysely';
import type { Db } from '#platform/db';

export type Expired = { tenantId: string; before: Date };

/**
 * Tenants that hold entries older than their plan keeps them, and which are older. What was agreed on counts before the
 * plan; without a number nothing is ever too old. For the system handle.
 */
export async function listExpired(db: Db): Promise<Expired[]> {
  const { rows } = await sql<{ tenantId: string; before: number }>`
    select kept.id as "tenantId", kept.before from (
      select t.id, now() - interval '1 day' * (case when s.quota ? 'auditLogsRetentionDays' then s.quota else plan.quota end
        ->> 'auditLogsRetentionDays')::int as before
      from tenants t
      left join skus plan on plan.id = t.plan_id and plan.type = 'Basic'
      left join subscriptions s on s.tenant_id = t.id
      where t.deleted_at is null
    ) kept
    where kept.before is not null
      and exists (select from logs l where l.tenant_id = kept.id and l.created_at < kept.before)`.execute(db);
  return rows.map(({ tenantId, before }) => ({ tenantId, before: new Date(before) }));
}
