import { preferencesKey } from '@postern/contracts/account/me';
import { adminTenantId } from '@postern/contracts/wire';
import { sql } from 'kysely';
import { currentPeriod } from '#features/records/metering';
import type { Db } from '#platform/db';

/** What was agreed on counts before the plan; no number means no limit. */
const limitOf = (key: string) => sql`(case when s.quota ? ${sql.lit(key)} then s.quota else plan.quota end
  ->> ${sql.lit(key)})::bigint`;

/**
 * Writes down who reached 80 or 100 % of a limit in this period, and a message for each administrator who can be
 * written to. Whoever crosses both at once is warned of the second alone; nobody is warned of the same twice, on
 * however many nodes this runs. Answers how many warnings are new. For the system handle.
 */
export async function insertAlerts(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
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
    ), mails as (
      insert into usage_alert_mails (tenant_id, period, metric, threshold, recipient_id)
      select a.tenant_id, a.period, a.metric, a.threshold, person.id
      from alerts a
      join organization_users_roles r on r.tenant_id = ${adminTenantId} and r.organization_id = 't-' || a.tenant_id
        and r.organization_role_id = 'admin'
      join users person on person.tenant_id = r.tenant_id and person.id = r.user_id
      where person.primary_email is not null and person.email_verified_at is not null and not person.is_suspended
    )
    select count(*)::int as n from alerts`.execute(db);
  return rows[0]?.n ?? 0;
}

export type AlertKey = { tenantId: string; period: string; metric: string; threshold: number; recipientId: string };

export type DueAlert = AlertKey & {
  metric: 'activeUsers' | 'tokens';
  threshold: 80 | 100;
  attempts: number;
  used: number;
  quota: number;
  tenantName: string;
  planId: string;
  /** Undefined when the person, or their proof of the address, is gone, or a stronger warning has taken its place. */
  email: string | null;
  language: string | null;
};

/** How long the others keep away from a message that somebody is sending. */
const leaseSeconds = 120;

/** The message that is due for longest; nobody else takes it while it is being sent. For the system handle. */
export async function claimAlert(db: Db): Promise<DueAlert | undefined> {
  const { rows } = await sql<DueAlert>`
    with claimed as (
      update usage_alert_mails m set attempts = m.attempts + 1, due_at = now() + ${leaseSeconds} * interval '1 second'
      from (select tenant_id, period, metric, threshold, recipient_id from usage_alert_mails
        where due_at <= now() order by due_at limit 1 for update skip locked) due
      where m.tenant_id = due.tenant_id and m.period = due.period and m.metric = due.metric
        and m.threshold = due.threshold and m.recipient_id = due.recipient_id
      returning m.*
    )
    select c.tenant_id as "tenantId", to_char(c.period, 'YYYY-MM-DD') as period, c.metric, c.threshold,
      c.recipient_id as "recipientId", c.attempts, a.used, a.quota, t.name as "tenantName", t.plan_id as "planId",
      case when exists (select from usage_alerts more where more.tenant_id = c.tenant_id and more.period = c.period
        and more.metric = c.metric and more.threshold > c.threshold) then null else u.primary_email end as email,
      coalesce(u.custom_data -> ${preferencesKey} ->> 'language', u.profile ->> 'locale') as language
    from claimed c
    join usage_alerts a on a.tenant_id = c.tenant_id and a.period = c.period and a.metric = c.metric
      and a.threshold = c.threshold
    join tenants t on t.id = c.tenant_id
    left join users u on u.tenant_id = ${adminTenantId} and u.id = c.recipient_id and u.email_verified_at is not null
      and not u.is_suspended`.execute(db);
  return rows[0];
}

const thatOne = ({ tenantId, period: first, metric, threshold, recipientId }: AlertKey) =>
  sql`tenant_id = ${tenantId} and period = ${first}::date and metric = ${metric} and threshold = ${threshold}
    and recipient_id = ${recipientId}`;

/** Nothing is left to send: it went out, or it never will. */
export async function settleAlert(db: Db, key: AlertKey): Promise<void> {
  await sql`delete from usage_alert_mails where ${thatOne(key)}`.execute(db);
}

export async function postponeAlert(db: Db, key: AlertKey, seconds: number): Promise<void> {
  await sql`update usage_alert_mails set due_at = now() + ${seconds} * interval '1 second'
    where ${thatOne(key)}`.execute(db);
}
