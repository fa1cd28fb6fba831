import type { deliveryStates, WebhookDelivery, WebhookEvent } from '@postern/contracts/records/webhooks';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db/db';
import type { Page } from '#platform/db/paging';
import { deleteSome } from '#platform/db/purge';

export type NewDelivery = {
  tenantId: string;
  id: string;
  hookId: string;
  event: WebhookEvent;
  objectType: string;
  objectId: string;
  seq: number;
  body: string;
};

/** One statement with one parameter for any number of deliveries. */
export async function insertDeliveries(db: Db, deliveries: NewDelivery[]): Promise<void> {
  if (deliveries.length === 0) {
    return;
  }
  await sql`insert into webhook_deliveries (tenant_id, id, hook_id, event, object_type, object_id, seq, body)
    select "tenantId", id, "hookId", event, "objectType", "objectId", seq, body
    from jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb) as given ("tenantId" varchar, id varchar,
      "hookId" varchar, event varchar, "objectType" varchar, "objectId" varchar, seq bigint, body text)`.execute(db);
}

export type HookKey = { tenantId: string; hookId: string };

/*
 * These conditions are scalar subqueries with a limit: the planner then looks up each row by an index when it is its turn,
 * instead of joining the whole backlog.
 */

/** The first delivery of its object that is neither sent nor dead. */
const isFirst = sql`(select true from webhook_deliveries e
  where e.tenant_id = d.tenant_id and e.hook_id = d.hook_id and e.object_type = d.object_type
    and e.object_id = d.object_id and e.seq < d.seq and e.dead_at is null limit 1) is null`;

/** No earlier event of the object waits in the outbox, where another node may be taking it. */
const hasNoEarlierEvent = sql`(select true from outbox o where o.tenant_id = d.tenant_id
  and o.subject_id = d.object_id and o.seq < d.seq and o.available_at < 'infinity' limit 1) is null`;

/** No other job sends deliveries of the hook, so a slow endpoint holds one place of the worker. */
const isFree = ({ tenantId, hookId }: HookKey) => sql`(select true from webhook_deliveries c
  where c.tenant_id = ${tenantId} and c.hook_id = ${hookId} and c.claimed_until > now() limit 1) is null`;

export type ClaimedDelivery = { id: string; event: WebhookEvent; body: string; attempts: number };

/** Due deliveries, at most one per object. No other job sends deliveries of the hook until the claim expires. */
export async function claimDeliveries(
  db: Db,
  key: HookKey,
  { count, seconds }: { count: number; seconds: number },
): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedDelivery>`with picked as (
      select d.tenant_id, d.id from webhook_deliveries d
      where d.tenant_id = ${key.tenantId} and d.hook_id = ${key.hookId} and d.dead_at is null and d.next_at <= now()
        and ${isFree(key)} and ${isFirst} and ${hasNoEarlierEvent}
      order by d.next_at, d.seq limit ${count} for update skip locked
    ), taken as (
      update webhook_deliveries d set attempts = attempts + 1, claimed_until = now() + ${seconds} * interval '1 second'
      from picked where d.tenant_id = picked.tenant_id and d.id = picked.id
      returning d.id, d.event, d.body, d.attempts, d.seq
    ) select id, event, body, attempts from taken order by seq`.execute(db);
  return rows;
}

/** Deletes what waits for a hook. For the system handle. */
export async function dropDeliveries(db: Db, { tenantId, hookId }: HookKey): Promise<void> {
  await sql`delete from webhook_deliveries where tenant_id = ${tenantId} and hook_id = ${hookId}
    and dead_at is null`.execute(db);
}

/** Seconds until the next delivery of a hook is due, or until the claim of one expires; undefined if none waits. */
export async function secondsUntilNext(db: Db, { tenantId, hookId }: HookKey): Promise<number | undefined> {
  const { rows } = await sql<{ seconds: number | null }>`select extract(epoch from least(
      (select d.next_at from webhook_deliveries d where d.tenant_id = ${tenantId} and d.hook_id = ${hookId}
        and d.dead_at is null and d.claimed_until is null and ${isFirst} order by d.next_at, d.seq limit 1),
      (select min(greatest(d.next_at, d.claimed_until)) from webhook_deliveries d where d.tenant_id = ${tenantId}
        and d.hook_id = ${hookId} and d.dead_at is null and d.claimed_until is not null)
    ) - now())::float8 as seconds`.execute(db);
  return rows[0]?.seconds ?? undefined;
}

export async function deleteDeliveries(db: Db, tenantId: string, ids: string[]): Promise<void> {
  await sql`delete from webhook_deliveries where tenant_id = ${tenantId} and id = any(${ids})`.execute(db);
}

export type Failure = {
  status: number | undefined;
  error: string;
  /** Undefined: it has failed for good. */
  inSeconds: number | undefined;
};

export async function saveFailure(
  db: Db,
  tenantId: string,
  id: string,
  { status, error, inSeconds }: Failure,
): Promise<void> {
  await sql`update webhook_deliveries set claimed_until = null, last_status = ${status ?? null}, last_error = ${error},
      next_at = now() + ${inSeconds ?? 0} * interval '1 second',
      dead_at = ${inSeconds === undefined ? sql`now()` : sql`null`}
    where tenant_id = ${tenantId} and id = ${id}`.execute(db);
}

/** Nothing was tried: the process stops. */
export async function returnDeliveries(db: Db, tenantId: string, ids: string[]): Promise<void> {
  await sql`update webhook_deliveries set claimed_until = null, attempts = attempts - 1
    where tenant_id = ${tenantId} and id = any(${ids}) and claimed_until is not null`.execute(db);
}

/** Marks claimed deliveries of a hook as dead: sending them ended the process again and again. */
export async function giveUpClaimed(db: Db, { tenantId, hookId }: HookKey, error: string): Promise<void> {
  await sql`update webhook_deliveries set claimed_until = null, dead_at = now(), last_error = ${error}
    where tenant_id = ${tenantId} and hook_id = ${hookId} and dead_at is null
      and claimed_until is not null`.execute(db);
}

/** Hooks with overdue deliveries and no job. Normally there are none. */
export async function listForgotten(db: Db): Promise<{ tenantId: string; id: string }[]> {
  const { rows } = await sql<{ tenantId: string; id: string }>`select h.tenant_id as "tenantId", h.id from hooks h
    where h.enabled and exists (select from webhook_deliveries d where d.tenant_id = h.tenant_id and d.hook_id = h.id
        and d.dead_at is null and d.next_at < now() - interval '1 minute')
      and not exists (select from jobs j where j.tenant_id = h.tenant_id and j.queue in ('webhooks.deliver', 'webhooks.deliver-silent')
        and j.key = h.id and j.dead_at is null)`.execute(db);
  return rows;
}

const keptDays = 30;
export const purgeDead = (db: Db) =>
  deleteSome(db, 'webhook_deliveries', sql`dead_at < now() - ${sql.lit(keptDays)} * interval '1 day'`);

const shown = sql`id, hook_id as "hookId", event, object_id as "objectId",
  case when dead_at is null then 'waiting' else 'dead' end as state, attempts,
  case when dead_at is null then next_at end as "nextAttemptAt", last_status as "lastStatus",
  last_error as "lastError", created_at as "createdAt", dead_at as "deadAt"`;

type State = (typeof deliveryStates)[number] | undefined;

function inState(state: State): RawBuilder<unknown> {
  switch (state) {
    case 'dead':
      return sql`and dead_at is not null`;
    case 'waiting':
      return sql`and dead_at is null`;
    case undefined:
      return sql``;
  }
}

export type DeliveryFilter = { hookId: string; state?: State; deliveryId?: string | undefined };

const matching = ({ hookId, state, deliveryId }: DeliveryFilter) =>
  sql`hook_id = ${hookId} ${inState(state)} ${deliveryId === undefined ? sql`` : sql`and id = ${deliveryId}`}`;

export async function listDeliveries(
  db: Db,
  filter: DeliveryFilter,
  { limit, offset }: Page,
): Promise<WebhookDelivery[]> {
  const { rows } = await sql<WebhookDelivery>`select ${shown} from webhook_deliveries
    where ${matching(filter)} order by seq desc, id limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export async function countDeliveries(db: Db, filter: DeliveryFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from webhook_deliveries
    where ${matching(filter)}`.execute(db);
  return rows[0]?.total ?? 0;
}

export async function countStates(db: Db, hookId: string): Promise<{ waiting: number; dead: number }> {
  const { rows } = await sql<{ waiting: number; dead: number }>`select
      count(*) filter (where dead_at is null) as waiting, count(*) filter (where dead_at is not null) as dead
    from webhook_deliveries where hook_id = ${hookId}`.execute(db);
  return rows[0] ?? { waiting: 0, dead: 0 };
}

const renewed = sql`dead_at = null, attempts = 0, next_at = now(), claimed_until = null`;

/** Makes a dead delivery wait again, and a waiting one due now. Undefined if there is none. */
export async function reviveDelivery(db: Db, hookId: string, id: string): Promise<WebhookDelivery | undefined> {
  // The claim of a waiting delivery stays: it may be sent at this moment.
  const { rows } = await sql<WebhookDelivery>`update webhook_deliveries set dead_at = null, next_at = now(),
      attempts = case when dead_at is null then attempts else 0 end,
      claimed_until = case when dead_at is null then claimed_until end
    where hook_id = ${hookId} and id = ${id} returning ${shown}`.execute(db);
  return rows[0];
}

export async function reviveAll(db: Db, hookId: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`update webhook_deliveries set ${renewed}
    where hook_id = ${hookId} and dead_at is not null`.execute(db);
  return Number(numAffectedRows);
}
