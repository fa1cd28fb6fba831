import type { SignInStep } from '@postern/contracts/records/dashboard';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';

export type ActiveUser = { tenantId: string; day: string; userId: string };
type Where = { tenantId: string; day: string; applicationId: string; language: string; method: string };
/** `method` is empty for the sign-in as a whole. */
export type Step = Where & { signIn: string; step: SignInStep };
/** `method` is empty if the attempt has none. */
export type Failure = Where & { reason: string };

/**
 * PostgreSQL overestimates the length of a list and would scan the whole table. This makes it look up each row by key.
 */
const oneByOne = sql`offset 0`;

/**
 * Counts each user once per day and once per window of 7 and 30 days, on any number of nodes. A day that is written
 * after a later one, around midnight, is ignored. For the system handle.
 */
async function addActiveUsersOf(db: Db, day: string, users: ActiveUser[]): Promise<void> {
  const rows = JSON.stringify(users.map(({ tenantId, userId }) => ({ tenant_id: tenantId, user_id: userId })));
  // A user may have been deleted in the meantime.
  await sql`
    with seen as (
      insert into user_activity as known (tenant_id, user_id, last_day)
      select distinct u.tenant_id, u.id, ${day}::date
      from jsonb_to_recordset(${rows}::jsonb) as n (tenant_id varchar, user_id varchar)
      cross join lateral (
        select tenant_id, id from users where tenant_id = n.tenant_id and id = n.user_id ${oneByOne}) u
      order by u.tenant_id, u.id
      on conflict (tenant_id, user_id) do update set previous_day = known.last_day, last_day = excluded.last_day
        where known.last_day < excluded.last_day
      returning tenant_id, last_day as day, previous_day
    )
    insert into daily_active_users as known (tenant_id, day, daily, weekly_change, monthly_change)
    select tenant_id, day, sum(daily), sum(weekly), sum(monthly) from (
      select tenant_id, day, 1 as daily, case when previous_day > day - 7 then 0 else 1 end as weekly,
        case when previous_day > day - 30 then 0 else 1 end as monthly from seen
      union all select tenant_id, day + 7, 0, -1, 0 from seen
      union all select tenant_id, day + 30, 0, 0, -1 from seen
      union all select tenant_id, previous_day + 7, 0, 1, 0 from seen where previous_day > day - 7
      union all select tenant_id, previous_day + 30, 0, 0, 1 from seen where previous_day > day - 30
    ) as changes group by tenant_id, day order by tenant_id, day
    on conflict (tenant_id, day) do update set daily = known.daily + excluded.daily,
      weekly_change = known.weekly_change + excluded.weekly_change,
      monthly_change = known.monthly_change + excluded.monthly_change`.execute(db);
}

/** Days in order, because the previous day of a user decides what a later one adds. */
export async function addActiveUsers(db: Db, users: ActiveUser[]): Promise<void> {
  const byDay = Map.groupBy(users, ({ day }) => day);
  for (const day of [...byDay.keys()].sort()) {
    await addActiveUsersOf(db, day, byDay.get(day) ?? []);
  }
}

/** A sign-in and the steps that it has reached since the last write. */
function groupBySignIn(steps: Step[]) {
  const markOf = ({ step, method }: Step) => (method === '' ? step : `${step} ${method}`);
  return [...Map.groupBy(steps, ({ tenantId, signIn }) => `${tenantId} ${signIn}`).values()].flatMap((some) => {
    const [first] = some;
    return first ? [{ ...first, reached: [...new Set(some.map(markOf))] }] : [];
  });
}

/**
 * Counts each step of a sign-in once, as a whole and per method. Steps of one write count for the day, application and
 * language of the first of them. For the system handle.
 */
export async function addSteps(db: Db, steps: Step[]): Promise<void> {
  if (steps.length === 0) {
    return;
  }
  await sql`
    with given as materialized (
      select n.* from jsonb_to_recordset(${JSON.stringify(groupBySignIn(steps))}::jsonb) as n ("tenantId" varchar,
        "signIn" varchar, day date, "applicationId" varchar, language varchar, reached text[])
    ), known_tenants as materialized (
      select t.id from (select distinct "tenantId" from given) g
      cross join lateral (select id from tenants where id = g."tenantId" ${oneByOne}) t
    ), marked as (
      insert into sign_in_marks as known (tenant_id, sign_in, day, reached, added)
      select g."tenantId", g."signIn", g.day, g.reached, g.reached from given g join known_tenants t on t.id = g."tenantId"
      order by 1, 2
      on conflict (tenant_id, sign_in) do update set reached = known.reached || excluded.reached,
        added = array(select unnest(excluded.reached) except select unnest(known.reached))
        where not known.reached @> excluded.reached
      returning tenant_id, sign_in, added
    )
    insert into daily_sign_ins as known (tenant_id, day, kind, name, dimension, value, n)
    select g."tenantId", g.day, 'step', split_part(a.mark, ' ', 1), d.dimension, d.value, count(*)
    from marked m
    join given g on g."tenantId" = m.tenant_id and g."signIn" = m.sign_in
    cross join lateral unnest(m.added) as a (mark)
    cross join lateral (values ('all', ''), ('application', g."applicationId"), ('language', g.language),
      ('method', split_part(a.mark, ' ', 2))) as d (dimension, value)
    where (split_part(a.mark, ' ', 2) = '') = (d.dimension <> 'method')
    group by 1, 2, 4, 5, 6 order by 1, 2, 4, 5, 6
    on conflict (tenant_id, day, kind, name, dimension, value) do update set n = known.n + excluded.n`.execute(db);
}

/** Counts failed attempts. For the system handle. */
export async function addFailures(db: Db, failures: Failure[]): Promise<void> {
  if (failures.length === 0) {
    return;
  }
  await sql`
    insert into daily_sign_ins as known (tenant_id, day, kind, name, dimension, value, n)
    select g."tenantId", g.day, 'failure', left(g.reason, 128), d.dimension, d.value, count(*)
    from jsonb_to_recordset(${JSON.stringify(failures)}::jsonb) as g ("tenantId" varchar, reason varchar,
      method varchar, day date, "applicationId" varchar, language varchar)
    join (
      select t.id from (select distinct "tenantId" from jsonb_to_recordset(${JSON.stringify(failures)}::jsonb)
        as n ("tenantId" varchar)) n
      cross join lateral (select id from tenants where id = n."tenantId" ${oneByOne}) t
    ) t on t.id = g."tenantId"
    cross join lateral (values ('all', ''), ('application', g."applicationId"), ('language', g.language),
      ('method', g.method)) as d (dimension, value)
    where d.dimension <> 'method' or d.value <> ''
    group by 1, 2, 4, 5, 6 order by 1, 2, 4, 5, 6
    on conflict (tenant_id, day, kind, name, dimension, value) do update set n = known.n + excluded.n`.execute(db);
}
