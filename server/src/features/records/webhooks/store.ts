import type {
  ExecutionStats,
  UpdateWebhook,
  Webhook,
  WebhookConfig,
  WebhookEvent,
  WebhookLog,
  WebhookStatus,
} from '@postern/contracts/records/webhooks';
import { webhookLogFamily } from '@postern/contracts/records/webhooks';
import { type SqlBool, sql } from 'kysely';
import { inTime, type TimeRange } from '#features/records/audit';
import type { Db } from '#platform/db/db';
import type { Page } from '#platform/db/paging';
import { openJson, type Sealer, sealJson } from '#platform/secrets/seal-column';
import type { WebhookApplication } from './payload.ts';

const columns = [
  'tenant_id as tenantId',
  'id',
  'name',
  'event',
  'events',
  'config',
  'signing_key as signingKey',
  'enabled',
  'created_at as createdAt',
] as const;

/** Encrypts the signing keys and the settings of the webhook with this ID. */
export type KeySealer = (tenantId: string, id: string) => Sealer;

/** Only this store writes the columns, after their contract has checked them. */
function openWebhook(row: unknown, sealer: KeySealer): Webhook {
  const hook = row as Webhook;
  const one = sealer(hook.tenantId, hook.id);
  return { ...hook, config: openJson(one, hook.config), signingKey: one.open(hook.signingKey) };
}

export async function listWebhooks(db: Db, page: Page | undefined, sealer: KeySealer): Promise<Webhook[]> {
  const query = db.selectFrom('hooks').select(columns).orderBy('created_at', 'desc').orderBy('id');
  return (await (page ? query.limit(page.limit).offset(page.offset) : query).execute()).map((row) =>
    openWebhook(row, sealer),
  );
}

export async function countWebhooks(db: Db): Promise<number> {
  return (await db.selectFrom('hooks').select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()).total;
}

export async function findWebhook(db: Db, id: string, sealer: KeySealer): Promise<Webhook | undefined> {
  const row = await db.selectFrom('hooks').select(columns).where('id', '=', id).executeTakeFirst();
  return row && openWebhook(row, sealer);
}

export type NewWebhook = {
  tenantId: string;
  id: string;
  name: string;
  event: WebhookEvent | null;
  events: WebhookEvent[];
  config: WebhookConfig;
  signingKey: string;
  enabled: boolean;
};

export async function insertWebhook(
  db: Db,
  { tenantId, events, config, signingKey, ...rest }: NewWebhook,
  sealer: KeySealer,
): Promise<Webhook> {
  const row = await db
    .insertInto('hooks')
    .values({
      ...rest,
      events: JSON.stringify(events),
      config: sealJson(sealer(tenantId, rest.id), config),
      signing_key: sealer(tenantId, rest.id).seal(signingKey),
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
  return openWebhook(row, sealer);
}

export async function updateWebhook(
  db: Db,
  { tenantId, id }: { tenantId: string; id: string },
  { name, event, events, config, enabled }: UpdateWebhook,
  sealer: KeySealer,
): Promise<Webhook | undefined> {
  const row = await db
    .updateTable('hooks')
    .set((eb) => ({
      // Keeps an update without changes valid SQL.
      id: eb.ref('id'),
      ...(name === undefined ? {} : { name }),
      ...(event === undefined ? {} : { event }),
      ...(events === undefined ? {} : { events: JSON.stringify(events) }),
      ...(config === undefined ? {} : { config: sealJson(sealer(tenantId, id), config), paused_until: null }),
      ...(enabled === undefined ? {} : { enabled }),
    }))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
  return row && openWebhook(row, sealer);
}

export async function deleteWebhook(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('hooks').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0;
}

/** The replaced key keeps signing for a while, so that receivers can switch without rejecting deliveries. */
export async function rotateSigningKey(
  db: Db,
  { tenantId, id }: { tenantId: string; id: string },
  signingKey: string,
  overlapHours: number,
  sealer: KeySealer,
): Promise<Webhook | undefined> {
  const row = await db
    .updateTable('hooks')
    .set((eb) => ({
      previous_signing_key: eb.ref('signing_key'),
      previous_key_until: sql<Date>`now() + ${overlapHours} * interval '1 hour'`,
      signing_key: sealer(tenantId, id).seal(signingKey),
    }))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
  return row && openWebhook(row, sealer);
}

export type SigningHook = Pick<Webhook, 'config' | 'signingKey' | 'enabled'> & {
  previousKey: string | null;
  /** Seconds until the pause of the hook ends; null without one. */
  pausedFor: number | null;
  /** The endpoint gave no response to the last requests. */
  isSilent: boolean;
};

/** With the previous key while it is valid. For the system handle and for tenants. */
export async function findSigningHook(
  db: Db,
  tenantId: string,
  id: string,
  sealer: KeySealer,
): Promise<SigningHook | undefined> {
  const { rows } = await sql<SigningHook>`select config, signing_key as "signingKey", enabled,
      case when previous_key_until > now() then previous_signing_key end as "previousKey",
      case when paused_until > now() then extract(epoch from paused_until - now())::float8 end as "pausedFor",
      paused_until is not null as "isSilent"
    from hooks where tenant_id = ${tenantId} and id = ${id}`.execute(db);
  const [hook] = rows;
  const one = sealer(tenantId, id);
  return (
    hook && {
      ...hook,
      config: openJson(one, hook.config),
      signingKey: one.open(hook.signingKey),
      previousKey: hook.previousKey === null ? null : one.open(hook.previousKey),
    }
  );
}

/** Sends nothing for some seconds. The hook counts as silent until `resumeWebhook`. */
export async function pauseWebhook(db: Db, tenantId: string, id: string, seconds: number): Promise<void> {
  await sql`update hooks set paused_until = now() + ${seconds} * interval '1 second'
    where tenant_id = ${tenantId} and id = ${id}`.execute(db);
}

/** For the system handle and for tenants. */
export async function resumeWebhook(db: Db, tenantId: string, id: string): Promise<void> {
  await sql`update hooks set paused_until = null where tenant_id = ${tenantId} and id = ${id}
    and paused_until is not null`.execute(db);
}

/** The place of a hook among the enabled ones of its tenant, oldest first, from 1. For the system handle. */
export async function placeOf(db: Db, tenantId: string, id: string): Promise<number> {
  const { rows } = await sql<{ place: number }>`select count(*)::int as place from hooks me
    join hooks h on h.tenant_id = me.tenant_id and h.enabled and (h.created_at, h.id) <= (me.created_at, me.id)
    where me.tenant_id = ${tenantId} and me.id = ${id}`.execute(db);
  return rows[0]?.place ?? 0;
}

/** Whether the tenant has an enabled hook for the event. For tenants. */
export async function isSubscribed(db: Db, event: WebhookEvent): Promise<boolean> {
  const { rows } = await sql<{ isSubscribed: boolean }>`select exists (select from hooks
    where enabled and (events @> ${JSON.stringify([event])}::jsonb or (events = '[]' and event = ${event})))
    as "isSubscribed"`.execute(db);
  return rows[0]?.isSubscribed === true;
}

/** Counts with the throttle. Returns false if it has happened more often within the time. */
export async function takeShare(
  db: Db,
  { what, most, seconds }: { what: string; most: number; seconds: number },
): Promise<boolean> {
  const { rows } = await sql<{
    isTaken: boolean;
  }>`select take_share(${what}, 1, ${most}, ${seconds}) as "isTaken"`.execute(db);
  return rows[0]?.isTaken === true;
}

export type SubscribedHook = { tenantId: string; id: string; events: WebhookEvent[] };

/** The enabled hooks of these tenants. For the system handle. */
export async function listSubscribed(db: Db, tenantIds: string[]): Promise<SubscribedHook[]> {
  const { rows } = await sql<SubscribedHook>`select tenant_id as "tenantId", id,
      case when events = '[]' and event is not null then jsonb_build_array(event) else events end as events
    from hooks where tenant_id = any(${tenantIds}) and enabled order by tenant_id, id`.execute(db);
  return rows;
}

/** The applications by `tenantId id`. For the system handle. */
export async function listApplicationsOf(
  db: Db,
  wanted: { tenantId: string; id: unknown }[],
): Promise<Map<string, WebhookApplication>> {
  const pairs = wanted.filter(({ id }) => typeof id === 'string');
  if (pairs.length === 0) {
    return new Map();
  }
  const { rows } = await sql<WebhookApplication & { tenantId: string }>`
    select distinct a.tenant_id as "tenantId", a.id, a.type, a.name, a.description
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as given ("tenantId" varchar, id varchar)
    join applications a on a.tenant_id = given."tenantId" and a.id = given.id`.execute(db);
  return new Map(rows.map(({ tenantId, ...application }) => [`${tenantId} ${application.id}`, application]));
}

/** Literals instead of parameters, so that the planner can use the index logs__hook. */
const ofRequests = sql<SqlBool>`key like ${sql.lit(`${webhookLogFamily}.%`)}`;
const lastDay = sql<SqlBool>`created_at > now() - interval '24 hours'`;
const ofDeliveries = sql<SqlBool>`${ofRequests} and ${lastDay}`;

/** Of the last 24 hours without a time range. */
type LogFilter = TimeRange & {
  hookId: string;
  logKey?: string | undefined;
  result?: 'Success' | 'Error' | undefined;
};

function recent(db: Db, { hookId, logKey, result, ...range }: LogFilter) {
  const times = inTime(range);
  const query = db
    .selectFrom('logs')
    .where(ofRequests)
    .where((eb) => eb.and(times.length > 0 ? times : [lastDay]))
    .where(sql<SqlBool>`payload ->> 'hookId' = ${hookId}`)
    .$if(result !== undefined, (all) => all.where(sql<SqlBool>`payload ->> 'result' = ${result}`));
  return logKey === undefined ? query : query.where('key', '=', logKey);
}

export async function listRecentLogs(db: Db, filter: LogFilter, { limit, offset }: Page): Promise<WebhookLog[]> {
  const rows = await recent(db, filter)
    .select(['id', 'key', 'payload', 'created_at as createdAt'])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  // Every payload has a key and a result.
  return rows as WebhookLog[];
}

/** Reads at most as many entries as it counts. */
export async function countRecentLogs(db: Db, filter: LogFilter, most: number): Promise<number> {
  const some = recent(db, filter).select('id').limit(most);
  const count = db.selectFrom(some.as('some')).select(sql<number>`count(*)`.as('total'));
  return (await count.executeTakeFirstOrThrow()).total;
}

/** Requests by hour, oldest first. The last one is the current hour, so the first begins 23 to 24 hours ago. */
export async function countByHour(db: Db, hookId: string): Promise<WebhookStatus['hours']> {
  const { rows } = await sql<WebhookStatus['hours'][number]>`with counted as (
      select date_trunc('hour', created_at) as hour, count(*) as requests,
        count(*) filter (where payload ->> 'result' = 'Success') as successes
      from logs where ${ofDeliveries} and payload ->> 'hookId' = ${hookId} group by 1
    ) select hour as "startsAt", coalesce(successes, 0) as "successCount", coalesce(requests, 0) as "requestCount"
    from generate_series(date_trunc('hour', now()) - interval '23 hours', now(), interval '1 hour') as hour
    left join counted using (hour) order by hour`.execute(db);
  return rows;
}

/** Times in the future only. Undefined if there is no such hook. */
export async function findPauses(
  db: Db,
  id: string,
): Promise<Pick<WebhookStatus, 'pausedUntil' | 'previousKeyUntil'> | undefined> {
  const future = (column: 'paused_until' | 'previous_key_until') =>
    sql<number | null>`case when ${sql.ref(column)} > now() then ${sql.ref(column)} end`;
  return db
    .selectFrom('hooks')
    .select([future('paused_until').as('pausedUntil'), future('previous_key_until').as('previousKeyUntil')])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Requests of the last 24 hours by hook. Hooks without requests are missing. */
export async function countExecutions(db: Db, hookIds: string[]): Promise<Map<string, ExecutionStats>> {
  const rows = await db
    .selectFrom('logs')
    .select([
      sql<string>`payload ->> 'hookId'`.as('hookId'),
      sql<number>`count(*) filter (where payload ->> 'result' = 'Success')`.as('successCount'),
      sql<number>`count(*)`.as('requestCount'),
    ])
    .where(ofDeliveries)
    .where(sql<SqlBool>`payload ->> 'hookId' = any(${hookIds})`)
    .groupBy(sql`1`)
    .execute();
  return new Map(rows.map(({ hookId, ...stats }) => [hookId, stats]));
}
