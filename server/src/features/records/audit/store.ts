import { type LogOutcome, nextStepCodes, shownLogFamilies } from '@postern/contracts/records/audit';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Db } from '#platform/db/db';
import type { Page } from '#platform/db/paging';
import { type CountLimit, countLimit } from './limit-count.ts';
import type { StoredLog } from './name-parties.ts';
import type { TimeRange } from './read-times.ts';

export type LogFilter = TimeRange & {
  userId?: string | undefined;
  applicationId?: string | undefined;
  logKey?: string | undefined;
  organizationId?: string | undefined;
  /** Otherwise only the families that the API of the wire lists. */
  includesChanges?: boolean;
  actorId?: string | undefined;
  objectKind?: string | undefined;
  objectId?: string | undefined;
  outcome?: LogOutcome | undefined;
};

/** Literals instead of parameters, so that the planner can use the partial index. */
const isShown = sql<SqlBool>`split_part(key, '.', 1) in (${sql.join(shownLogFamilies.map((family) => sql.lit(family)))})`;

/** Deliveries of webhooks have their own list. Must match the index logs__all. */
const isNoDelivery = sql<SqlBool>`split_part(key, '.', 1) <> 'TriggerHook'`;

/** A literal, as above. Must match the index logs__failed. */
const isFailed = sql<SqlBool>`payload ->> 'result' = 'Error'`;
const continues = sql<SqlBool>`coalesce(payload -> 'error' ->> 'code', '') in (${sql.join([...nextStepCodes].map((code) => sql.lit(code)))})`;

const outcomes: Record<LogOutcome, Expression<SqlBool>> = {
  Success: sql<SqlBool>`payload ->> 'result' = 'Success'`,
  Continues: sql<SqlBool>`(${isFailed} and ${continues})`,
  Error: sql<SqlBool>`(${isFailed} and not ${continues})`,
};

/** Times of entries are exact to microseconds and shown in milliseconds, of which the last one is included as a whole. */
export const inTime = ({ from, until }: TimeRange): Expression<SqlBool>[] => [
  ...(from === undefined ? [] : [sql<SqlBool>`created_at >= ${from}`]),
  ...(until === undefined ? [] : [sql<SqlBool>`created_at < ${until}::timestamptz + interval '1 millisecond'`]),
];

function conditions(filter: LogFilter): Expression<SqlBool>[] {
  const { actorId, objectKind, objectId, outcome } = filter;
  const { userId, applicationId, logKey, organizationId, from, until, includesChanges } = filter;
  return [
    includesChanges ? isNoDelivery : isShown,
    ...(logKey === undefined ? [] : [sql<SqlBool>`key = ${logKey}`]),
    ...(userId === undefined ? [] : [sql<SqlBool>`user_id = ${userId}`]),
    ...(applicationId === undefined ? [] : [sql<SqlBool>`application_id = ${applicationId}`]),
    ...(organizationId === undefined ? [] : [sql<SqlBool>`organization_id = ${organizationId}`]),
    ...(actorId === undefined ? [] : [sql<SqlBool>`actor_id = ${actorId}`]),
    ...(objectKind === undefined ? [] : [sql<SqlBool>`object_kind = ${objectKind}`]),
    ...(objectId === undefined ? [] : [sql<SqlBool>`object_id = ${objectId}`]),
    ...(outcome === undefined ? [] : [outcomes[outcome]]),
    ...inTime({ from, until }),
  ];
}

const columns = [
  'tenant_id as tenantId',
  'id',
  'key',
  'payload',
  'created_at as createdAt',
  'user_id as userId',
  'application_id as applicationId',
] as const;

/** An entry with its exact time: milliseconds do not distinguish all entries. */
type ExactLog = StoredLog & { exactAt: string };
export type ExportedLog = ExactLog & { organizationId: string | null };
type Place = { exactAt: string; id: string };

const exactAt = sql<string>`created_at::text`.as('exactAt');

/** The entries of a filter, after a place in the order of the list. */
function matching(db: Db, filter: LogFilter, last?: Place) {
  let query = db.selectFrom('logs');
  for (const condition of conditions(filter)) {
    query = query.where(condition);
  }
  return last
    ? query
        // The first condition alone finds the place in the index.
        .where(sql<SqlBool>`created_at <= ${last.exactAt}::timestamptz`)
        .where(sql<SqlBool>`(created_at < ${last.exactAt}::timestamptz or id > ${last.id})`)
    : query;
}

/** From here on the entries before the page are skipped in the index, without reading them. */
const deepOffset = 1000;

export async function listLogs(db: Db, filter: LogFilter, { limit, offset }: Page): Promise<ExactLog[]> {
  const inOrder = matching(db, filter).orderBy('created_at', 'desc').orderBy('id').limit(limit).offset(offset);
  if (offset < deepOffset) {
    // Both writers include key and result in every payload.
    return (await inOrder.select([...columns, exactAt]).execute()) as ExactLog[];
  }
  const rows = await db
    .selectFrom(inOrder.select(['created_at', 'id']).as('page'))
    .innerJoin('logs', (join) => join.onRef('logs.created_at', '=', 'page.created_at').onRef('logs.id', '=', 'page.id'))
    .select([
      'logs.tenant_id as tenantId',
      'logs.id',
      'logs.key',
      'logs.payload',
      'logs.created_at as createdAt',
      'logs.user_id as userId',
      'logs.application_id as applicationId',
      sql<string>`logs.created_at::text`.as('exactAt'),
    ])
    .orderBy('logs.created_at', 'desc')
    .orderBy('logs.id')
    .execute();
  return rows as ExactLog[];
}

async function countUpTo(db: Db, filter: LogFilter, most: number, last?: Place): Promise<number> {
  // Without an order, so that the planner uses the index of the filter.
  const some = matching(db, filter, last).select('id').limit(most);
  const { n } = await db
    .selectFrom(some.as('some'))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

/** A page with the total. Counts only what follows the page, so that a deep page costs no more than a first one. */
export async function pageLogs(
  db: Db,
  filter: LogFilter,
  page: Page,
  { most }: CountLimit = countLimit(page),
): Promise<{ total: number; logs: StoredLog[] }> {
  const { limit, offset } = page;
  const rows = await listLogs(db, filter, page);
  const logs = rows.map(({ exactAt: _, ...log }) => log);
  const last = rows.at(-1);
  const seen = offset + rows.length;
  if (!last) {
    return { total: offset === 0 ? 0 : await countUpTo(db, filter, most), logs };
  }
  const isLast = rows.length < limit || seen >= most;
  return { total: isLast ? seen : seen + (await countUpTo(db, filter, most - seen, last)), logs };
}

/** The next entries after `last` in the order of the list. Reads by index at any depth. */
export async function listLogsAfter(
  db: Db,
  filter: LogFilter,
  last: Place | undefined,
  limit: number,
): Promise<ExportedLog[]> {
  const query = matching(db, filter, last).select([...columns, 'organization_id as organizationId', exactAt]);
  return (await query.orderBy('created_at', 'desc').orderBy('id').limit(limit).execute()) as ExportedLog[];
}

export async function findLog(db: Db, id: string): Promise<StoredLog | undefined> {
  const row = await db.selectFrom('logs').select(columns).where('id', '=', id).executeTakeFirst();
  return row as StoredLog | undefined;
}
