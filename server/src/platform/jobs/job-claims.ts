import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db/db';
import type { Actor } from '#platform/http/actor';
import { installation } from './job-store.ts';

export type ClaimedJob = {
  id: string;
  tenantId: string;
  queue: string;
  key: string | null;
  payload: Record<string, unknown>;
  attempts: number;
  actor: Actor | null;
  isCancelWanted: boolean;
};

/** Held by a worker that claims jobs, so that concurrent workers count the running jobs of a tenant one after the other. */
export const limitLock = 7_260_454;

export async function lockLimits(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${limitLock})`.execute(db);
}

export type ClaimRequest = {
  lease: string;
  seconds: number;
  count: number;
  /** `most`: running jobs per tenant on all nodes; null without a limit. */
  queues: { queue: string; most: number | null }[];
  /** Jobs that this process still runs although it has lost their lease. */
  except: string[];
};

/** The queues with waiting jobs, found by jumping from one to the next in the index. */
export const waitingQueues = sql`names (queue) as (
  (select queue from jobs where lease is null and dead_at is null order by queue limit 1)
  union all
  select (select j.queue from jobs j where j.lease is null and j.dead_at is null and j.queue > names.queue
    order by j.queue limit 1)
  from names where names.queue is not null)`;

/** One index lookup for each priority, so that the due jobs of a priority are read in order. */
export const priorities = sql`(values (0), (1), (2)) as level (priority)`;

/** How many due jobs of a queue and priority a claim looks at before it looks at single tenants. More than it claims. */
const firstJobs = 64;
/** How many tenants of a queue one claim looks at. The next one continues after them. */
const tenantsPerClaim = 200;

const dueJobs = (where: RawBuilder<unknown>, limit: RawBuilder<unknown>) => sql`cross join lateral (
  select j.ctid as place_in_table, j.tenant_id, j.id, j.queue, j.priority, j.due_at from jobs j
  where j.lease is null and j.dead_at is null and j.queue = wanted.queue and j.priority = level.priority ${where}
    and j.due_at <= now() order by j.due_at limit ${limit}) one`;

const limitsOf = ({ queues }: ClaimRequest) => sql`wanted as materialized (
  select queue, most from jsonb_to_recordset(${JSON.stringify(queues)}::jsonb) as given (queue varchar, most int))`;

/**
 * Takes the candidates with the highest priority, oldest first, within the limits of their tenants. Finds running
 * jobs by their leases, and selects by ctid, so that the plan is always fast; `coalesce` hides the condition of an index that would read all waiting jobs.
 */
const take = ({ lease, seconds, count, except }: ClaimRequest) => sql`leases (lease) as (
    (select lease from jobs where lease is not null order by lease limit 1)
    union all
    select (select j.lease from jobs j where j.lease > leases.lease order by j.lease limit 1)
    from leases where leases.lease is not null
  ), busy as (
    select held.queue, held.tenant_id, sum(held.n) as n from leases cross join lateral (
      select j.queue, j.tenant_id, count(*) as n from jobs j where j.lease = leases.lease group by 1, 2) held group by 1, 2
  ), ranked as (
    select c.*, row_number() over (partition by queue, tenant_id order by priority, due_at) + coalesce(busy.n, 0) as place
    from candidates c left join busy using (queue, tenant_id) where not c.id = any(${except}::uuid[])
  ), taken as (
    update jobs j set lease = ${lease}, leased_until = now() + ${seconds} * interval '1 second', attempts = attempts + 1
    where ctid = any(array(select ctid from jobs where coalesce(lease is null and dead_at is null) and ctid = any(array(
      select place_in_table from ranked where most is null or tenant_id = ${installation} or place <= most
      order by priority, due_at limit ${count})) for update skip locked))
    returning j.id, j.tenant_id as "tenantId", j.queue, j.key, j.payload, j.attempts, j.actor, j.priority, j.due_at,
      j.is_cancel_wanted as "isCancelWanted"
  ), jobs_taken as (select coalesce(jsonb_agg(to_jsonb(taken) - 'priority' - 'due_at' order by priority, due_at), '[]') as jobs from taken)`;

export type FirstClaim = {
  jobs: ClaimedJob[];
  /** Queues with a limit whose first jobs were not all of them: due jobs of other tenants may be behind. */
  crowded: string[];
};

/** Claims from the first due jobs of each queue. */
export async function claimFirst(db: Db, wanted: ClaimRequest): Promise<FirstClaim> {
  const { rows } = await sql<FirstClaim>`with recursive ${waitingQueues}, ${limitsOf(wanted)}, candidates as (
      select wanted.most, one.* from names join wanted using (queue) cross join ${priorities}
      ${dueJobs(sql``, sql.lit(firstJobs))}
    ), ${take(wanted)}
    select jobs, array(select distinct queue from candidates where most is not null
      group by queue, priority having count(*) >= ${firstJobs}) as crowded from jobs_taken`.execute(db);
  return rows[0] ?? { jobs: [], crowded: [] };
}

export type TenantClaim = {
  jobs: ClaimedJob[];
  /** For each queue the tenant to continue after; empty at the end. */
  reached: Record<string, string>;
};

/** Claims the first due jobs of each tenant, from the given tenant on. Jumps over the other jobs in the index. */
export async function claimByTenant(db: Db, wanted: ClaimRequest, from: Record<string, string>): Promise<TenantClaim> {
  const starts = wanted.queues.map(({ queue }) => ({ queue, after: from[queue] ?? '' }));
  const nextTenant = (after: RawBuilder<unknown>, queue: RawBuilder<unknown>) => sql`(
    select j.tenant_id from jobs j where j.lease is null and j.dead_at is null and j.queue = ${queue} and j.tenant_id > ${after}
    order by j.tenant_id limit 1)`;
  const { rows } = await sql<TenantClaim>`with recursive ${limitsOf(wanted)}, pairs (queue, tenant_id, n) as (
      select start.queue, ${nextTenant(sql`start.after`, sql`start.queue`)}, 1
      from jsonb_to_recordset(${JSON.stringify(starts)}::jsonb) as start (queue varchar, after varchar)
      union all
      select p.queue, ${nextTenant(sql`p.tenant_id`, sql`p.queue`)}, p.n + 1
      from pairs p where p.tenant_id is not null and p.n < ${tenantsPerClaim}
    ), candidates as (
      select wanted.most, one.* from pairs join wanted using (queue) cross join ${priorities}
      ${dueJobs(sql`and j.tenant_id = pairs.tenant_id`, sql`coalesce(wanted.most, ${firstJobs})`)}
      where pairs.tenant_id is not null
    ), ${take(wanted)}
    select jobs, (select jsonb_object_agg(queue, reached) from (
      select queue, case when bool_or(tenant_id is null) then '' else max(tenant_id) end as reached
      from pairs group by queue) last) as reached from jobs_taken`.execute(db);
  return rows[0] ?? { jobs: [], reached: {} };
}

export type Next = {
  /** Milliseconds until the next work; null if nothing is waiting. */
  ms: number | null;
  /** The outbox holds events that are overdue. */
  hasEvents: boolean;
};

/** One statement for everything a worker waits for. */
export async function untilNext(db: Db, queues: string[], names: string[]): Promise<Next> {
  const { rows } =
    await sql<Next>`with recursive ${waitingQueues} select exists (select from outbox where available_at <= now()) as "hasEvents", extract(epoch from least(
      (select min(first.due_at) from names cross join ${priorities} cross join lateral (
        select due_at from jobs j where lease is null and dead_at is null and j.queue = names.queue
          and j.priority = level.priority order by due_at limit 1) first where names.queue = any(${queues})),
      (select min(leased_until) from jobs where lease is not null),
      (select min(next_at) from job_schedules where name = any(${names})),
      (select available_at from outbox where available_at > now() and available_at < 'infinity' order by available_at limit 1)) - clock_timestamp()
    )::float8 * 1000 as ms`.execute(db);
  return rows[0] ?? { ms: null, hasEvents: false };
}
