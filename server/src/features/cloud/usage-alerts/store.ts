import { preferencesKey } from '@postern/contracts/account/me';
import { adminTenantId } from '@postern/contracts/wire';
import { sql } from 'kysely';
import { currentPeriod } from '#features/records/metering';
import type { Db } from '#platform/db/db';
import { enqueueEach } from '#platform/jobs/jobs';

export const alertQueue = 'usage-alerts.send';

/** A custom quota overrides the plan; no number means no limit. */
const limitOf = (key: string) => sql`(case when s.quota ? ${sql.lit(key)} then s.quota else plan.quota end
  ->> ${sql.lit(key)})::bigint`;

/**
 * Records tenants that reached 80 or 100 % of a limit in this period, and queues a job for each administrator with a
 * verified address. If both thresholds are crossed at once, only the second warning is sent. Each warning is sent once,
 * regardless of the number of nodes. For the system handle.
 */
export async function insertAlerts(db: Db): Promise<void> {
  const { rows } = await sql<AlertKey>`
    with used as (
      select t.id as tenant_id, p.period, m.metric, m.used, m.quota, case when m.used >= m.quota then 100 else 80 end as threshold
      from tenants t
      left join skus plan on plan.id = t.plan_id and plan.type = 'Basic'
      left join subscriptions s on s.tenant_id = t.id
      join period_usage p on p.tenant_id = t.id and p.period = ${currentPeriod}
      cross join lateral (values
        ('activeUsers', p.active_users, ${limitOf('mauLimit')}),
        ('tokens', p.tokens, ${limitOf('tokenLimit')})) as m (metric, used, quota)
      where t.deleted_at is null and not t.is_suspended and m.quota > 0 and m.used * 100 >= m.quota * 80
    ), alerts as (
      insert into usage_alerts (tenant_id, period, metric, threshold, used, quota)
      select u.tenant_id, u.period, u.metric, u.threshold, u.used, u.quota from used u
      where not exists (select from usage_alerts a where a.tenant_id = u.tenant_id and a.period = u.period
        and a.metric = u.metric and a.threshold >= u.threshold)
      order by u.tenant_id, u.metric
      on conflict do nothing
      returning tenant_id, period, metric, threshold
    )
    select a.tenant_id as "tenantId", to_char(a.period, 'YYYY-MM-DD') as period, a.metric, a.threshold,
      person.id as "recipientId"
    from alerts a
    join organization_users_roles r on r.tenant_id = ${adminTenantId} and r.organization_id = 't-' || a.tenant_id
      and r.organization_role_id = 'admin'
    join users person on person.tenant_id = r.tenant_id and person.id = r.user_id
      and person.primary_email is not null and person.email_verified_at is not null and not person.is_suspended`.execute(
    db,
  );
  await enqueueEach(
    db,
    alertQueue,
    rows.map((payload) => ({ tenantId: payload.tenantId, payload })),
  );
}

export type AlertKey = { tenantId: string; period: string; metric: string; threshold: number; recipientId: string };

export type DueAlert = {
  tenantId: string;
  metric: 'activeUsers' | 'tokens';
  threshold: 80 | 100;
  used: number;
  quota: number;
  tenantName: string;
  planId: string;
  /** Null if the user or their verified address is gone, or a stronger warning replaced this one. */
  email: string | null;
  language: string | null;
};

/** The contents of the message; undefined if the tenant or the warning is gone. For the system handle. */
export async function findAlert(db: Db, key: AlertKey): Promise<DueAlert | undefined> {
  const { tenantId, period: first, metric, threshold, recipientId } = key;
  const { rows } = await sql<DueAlert>`
    select a.tenant_id as "tenantId", a.metric, a.threshold, a.used, a.quota, t.name as "tenantName", t.plan_id as "planId",
      case when exists (select from usage_alerts more where more.tenant_id = a.tenant_id and more.period = a.period
        and more.metric = a.metric and more.threshold > a.threshold) then null else u.primary_email end as email,
      coalesce(u.custom_data -> ${preferencesKey} ->> 'language', u.profile ->> 'locale') as language
    from usage_alerts a
    join tenants t on t.id = a.tenant_id
    left join users u on u.tenant_id = ${adminTenantId} and u.id = ${recipientId} and u.email_verified_at is not null
      and not u.is_suspended
    where a.tenant_id = ${tenantId} and a.period = ${first}::date and a.metric = ${metric}
      and a.threshold = ${threshold}`.execute(db);
  return rows[0];
}
