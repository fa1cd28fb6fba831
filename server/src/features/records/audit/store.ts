import type { TimelineKind } from '@postern/contracts/people/user-sessions';
import { type Log, shownLogFamilies } from '@postern/contracts/records/audit';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Db } from '#platform/db';
import type { OutboxEvent } from '#platform/outbox';
import type { Page } from '#platform/paging';
import { kindOfEvent, personOf } from './place-on-timeline.ts';

function payloadOf({ name, subjectId, data, actor }: OutboxEvent, userId: string | undefined) {
  const { ip, userAgent, applicationId, type, id } = actor ?? {};
  return {
    key: name,
    result: 'Success',
    subjectId,
    ...data,
    ...(userId ? { userId } : {}),
    ...(applicationId ? { applicationId } : {}),
    ...(actor ? { ip, userAgent, actor: { type, id: id || userId } } : {}),
  };
}

/** Writes events to the audit log. The id is that of the event, so a batch that is delivered twice is stored once. */
export async function insertLogs(db: Db, events: OutboxEvent[]): Promise<void> {
  await db
    .insertInto('logs')
    .values(
      events.map((event) => {
        const userId = personOf(event);
        return {
          tenant_id: event.tenantId,
          id: event.id,
          key: event.name,
          payload: JSON.stringify(payloadOf(event, userId)),
          created_at: new Date(event.createdAt),
          user_id: userId ?? null,
          application_id: event.actor?.applicationId ?? null,
          timeline: userId === undefined ? null : kindOfEvent(event),
        };
      }),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The owner of an entry if only the entered identifier is known. */
export type LogOwner = { type: 'username' | 'email' | 'phone'; value: string };

export type LogRow = {
  tenantId: string;
  id: string;
  key: string;
  payload: string;
  createdAt: number;
  timeline: TimelineKind | undefined;
  owner: LogOwner | undefined;
};

/** Inserts rows of many tenants in one statement with one parameter, so that all batches share one plan. */
export async function insertLogRows(db: Db, rows: LogRow[]): Promise<void> {
  // The payload is already JSON: it is inserted as is and parsed once instead of once per column.
  const given = rows.map(({ owner, payload, ...row }) => {
    const rest = JSON.stringify({ ...row, ownerType: owner?.type, owner: owner?.value });
    return `${rest.slice(0, -1)},"payload":${payload}}`;
  });
  await sql`insert into logs (tenant_id, id, key, payload, created_at, user_id, application_id, timeline)
    select "tenantId", id, key, payload, to_timestamp("createdAt" / 1000.0),
      coalesce(left(payload ->> 'userId', 64), case "ownerType"
        when 'username' then coalesce(
          (select u.id from users u where u.tenant_id = "tenantId" and u.username = owner),
          (select min(named) from users_named_in("tenantId", owner) named
            where current_setting('app.fold_usernames', true) = 'on' having count(*) = 1))
        when 'email' then (select u.id from users u where u.tenant_id = "tenantId" and u.primary_email = owner)
        when 'phone' then (select u.id from users u where u.tenant_id = "tenantId" and u.primary_phone = owner)
      end), left(payload ->> 'applicationId', 64), timeline
    from jsonb_to_recordset(${`[${given.join()}]`}::jsonb)
      as given ("tenantId" varchar, id varchar, key varchar, payload jsonb, "createdAt" float8, timeline varchar,
        "ownerType" text, owner varchar)
    on conflict do nothing`.execute(db);
}

/** One partition per month, created in advance: old months are dropped completely instead of row by row. */
export async function createPartitions(db: Db): Promise<void> {
  await sql`select create_log_partitions()`.execute(db);
}

/**
 * Deletes the oldest entries of a tenant before a date, up to a limit. Returns the number deleted. For the system
 * handle.
 */
export async function deleteLogsBefore(db: Db, tenantId: string, before: Date, most: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from logs l using (
      select tenant_id, created_at, id from logs where tenant_id = ${tenantId} and created_at < ${before}
      order by created_at limit ${most} for update skip locked) old
    where l.tenant_id = old.tenant_id and l.created_at = old.created_at and l.id = old.id`.execute(db);
  return Number(numAffectedRows ?? 0);
}

type LogFilter = {
  userId?: string | undefined;
  applicationId?: string | undefined;
  logKey?: string | undefined;
};

/** Literals instead of parameters, so that the planner can use the partial index. */
const isShown = sql<SqlBool>`split_part(key, '.', 1) in (${sql.join(shownLogFamilies.map((family) => sql.lit(family)))})`;

function conditions({ userId, applicationId, logKey }: LogFilter): Expression<SqlBool>[] {
  return [
    isShown,
    ...(logKey === undefined ? [] : [sql<SqlBool>`key = ${logKey}`]),
    ...(userId === undefined ? [] : [sql<SqlBool>`user_id = ${userId}`]),
    ...(applicationId === undefined ? [] : [sql<SqlBool>`application_id = ${applicationId}`]),
  ];
}

const columns = ['tenant_id as tenantId', 'id', 'key', 'payload', 'created_at as createdAt'] as const;

export async function listLogs(db: Db, filter: LogFilter, { limit, offset }: Page): Promise<Log[]> {
  let query = db.selectFrom('logs').select(columns);
  for (const condition of conditions(filter)) {
    query = query.where(condition);
  }
  const rows = await query.orderBy('created_at', 'desc').orderBy('id').limit(limit).offset(offset).execute();
  // Both writers include key and result in every payload.
  return rows as Log[];
}

const countStep = 10_000;

/** Exact up to the next ten thousand after the page; millions of entries are not counted for one page. */
export async function countLogs(db: Db, filter: LogFilter, { limit, offset }: Page): Promise<number> {
  const most = Math.ceil((offset + limit + 1) / countStep) * countStep;
  let some = db.selectFrom('logs').select('id');
  for (const condition of conditions(filter)) {
    some = some.where(condition);
  }
  const { n } = await db
    .selectFrom(some.limit(most).as('some'))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

export async function findLog(db: Db, id: string): Promise<Log | undefined> {
  const row = await db.selectFrom('logs').select(columns).where('id', '=', id).executeTakeFirst();
  return row as Log | undefined;
}
