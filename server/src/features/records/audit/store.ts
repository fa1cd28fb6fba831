import { type Log, maxCountedLogs, shownLogFamilies } from '@postern/contracts/records/audit';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Db } from '#platform/db';
import type { Page } from '#platform/paging';

export type LogFilter = {
  userId?: string | undefined;
  applicationId?: string | undefined;
  logKey?: string | undefined;
  organizationId?: string | undefined;
  /** Inclusive. */
  from?: Date | undefined;
  /** Exclusive. */
  until?: Date | undefined;
  /** Otherwise only the families that the API of the wire lists. */
  includesChanges?: boolean;
};

/** Literals instead of parameters, so that the planner can use the partial index. */
const isShown = sql<SqlBool>`split_part(key, '.', 1) in (${sql.join(shownLogFamilies.map((family) => sql.lit(family)))})`;

/** Deliveries of webhooks have their own list. Must match the index logs__all. */
const isNoDelivery = sql<SqlBool>`split_part(key, '.', 1) <> 'TriggerHook'`;

function conditions(filter: LogFilter): Expression<SqlBool>[] {
  const { userId, applicationId, logKey, organizationId, from, until, includesChanges } = filter;
  return [
    includesChanges ? isNoDelivery : isShown,
    ...(logKey === undefined ? [] : [sql<SqlBool>`key = ${logKey}`]),
    ...(userId === undefined ? [] : [sql<SqlBool>`user_id = ${userId}`]),
    ...(applicationId === undefined ? [] : [sql<SqlBool>`application_id = ${applicationId}`]),
    ...(organizationId === undefined ? [] : [sql<SqlBool>`organization_id = ${organizationId}`]),
    ...(from === undefined ? [] : [sql<SqlBool>`created_at >= ${from}`]),
    ...(until === undefined ? [] : [sql<SqlBool>`created_at < ${until}`]),
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

/** Exact up to the next ten thousand after the page; millions of entries are not counted for one page. */
export async function countLogs(db: Db, filter: LogFilter, { limit, offset }: Page): Promise<number> {
  const most = Math.ceil((offset + limit + 1) / maxCountedLogs) * maxCountedLogs;
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

/** An entry with its exact time: milliseconds do not distinguish all entries. */
export type ExportedLog = Log & { exactAt: string; organizationId: string | null };

/** The next entries after `last` in the order of the list. Reads by index at any depth. */
export async function listLogsAfter(
  db: Db,
  filter: LogFilter,
  last: { exactAt: string; id: string } | undefined,
  limit: number,
): Promise<ExportedLog[]> {
  let query = db
    .selectFrom('logs')
    .select([...columns, 'organization_id as organizationId', sql<string>`created_at::text`.as('exactAt')]);
  for (const condition of conditions(filter)) {
    query = query.where(condition);
  }
  if (last) {
    // The first condition alone finds the place in the index.
    query = query
      .where(sql<SqlBool>`created_at <= ${last.exactAt}::timestamptz`)
      .where(sql<SqlBool>`(created_at < ${last.exactAt}::timestamptz or id > ${last.id})`);
  }
  return (await query.orderBy('created_at', 'desc').orderBy('id').limit(limit).execute()) as ExportedLog[];
}

export async function findLog(db: Db, id: string): Promise<Log | undefined> {
  const row = await db.selectFrom('logs').select(columns).where('id', '=', id).executeTakeFirst();
  return row as Log | undefined;
}
