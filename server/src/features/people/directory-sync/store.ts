import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import type { Page } from '#platform/db/paging';
import { deleteSome } from '#platform/db/purge';
import { newId } from '#platform/secrets/ids';

type Deletion = 'suspend' | 'delete';

/** Undefined if there is no such connector. Its row stays until the transaction ends. */
export async function shareConnector(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select from sso_connectors where id = ${id} for key share`.execute(db);
  return rows.length > 0;
}

export async function hasConnector(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select from sso_connectors where id = ${id}`.execute(db);
  return rows.length > 0;
}

export async function findDeletion(db: Db, connectorId: string): Promise<Deletion> {
  const row = await db
    .selectFrom('directory_syncs')
    .select('deletion')
    .where('connector_id', '=', connectorId)
    .executeTakeFirst();
  return row?.deletion === 'delete' ? 'delete' : 'suspend';
}

export async function putDeletion(db: Db, connectorId: string, deletion: Deletion): Promise<void> {
  await db
    .insertInto('directory_syncs')
    .values({ connector_id: connectorId, deletion })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'connector_id']).doUpdateSet({ deletion }))
    .execute();
}

type Status = {
  users: number;
  activeUsers: number;
  groups: number;
  validTokens: number;
  lastRequestAt: number | null;
  lastErrorAt: number | null;
};

export async function readStatus(db: Db, connectorId: string): Promise<Status> {
  const { rows } = await sql<Status>`select
    (select count(*)::int from directory_users where connector_id = ${connectorId} and deleted_at is null) as users,
    (select count(*)::int from directory_users where connector_id = ${connectorId} and deleted_at is null
      and is_active) as "activeUsers",
    (select count(*)::int from directory_groups where connector_id = ${connectorId}) as groups,
    (select count(*)::int from directory_tokens where connector_id = ${connectorId}
      and (expires_at is null or expires_at > now())) as "validTokens",
    (select max(last_used_at) from directory_tokens where connector_id = ${connectorId}) as "lastRequestAt",
    (select max(created_at) from directory_requests where connector_id = ${connectorId} and status >= 400)
      as "lastErrorAt"`.execute(db);
  const [row] = rows;
  return row ?? { users: 0, activeUsers: 0, groups: 0, validTokens: 0, lastRequestAt: null, lastErrorAt: null };
}

type RequestRow = {
  id: string;
  method: string;
  path: string;
  status: number;
  detail: string | null;
  createdAt: number;
};

const maxPath = 256;
const maxDetail = 512;

/** Records what the directory asked for, in one statement. */
export async function insertRequests(
  db: Db,
  connectorId: string,
  requests: readonly Pick<RequestRow, 'method' | 'path' | 'status' | 'detail'>[],
): Promise<void> {
  if (requests.length === 0) {
    return;
  }
  const rows = requests.map(({ method, path, status, detail }) => ({
    id: newId(),
    method,
    path: path.slice(0, maxPath),
    status,
    detail: detail?.slice(0, maxDetail) ?? null,
  }));
  await sql`insert into directory_requests (id, connector_id, method, path, status, detail)
    select id, ${connectorId}, method, path, status, detail from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given (id varchar, method varchar, path varchar, status int, detail varchar)`.execute(db);
}

export async function listRequests(db: Db, connectorId: string, page: Page): Promise<RequestRow[]> {
  return db
    .selectFrom('directory_requests')
    .select(['id', 'method', 'path', 'status', 'detail', 'created_at as createdAt'])
    .where('connector_id', '=', connectorId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

export async function countRequests(db: Db, connectorId: string): Promise<number> {
  const row = await db
    .selectFrom('directory_requests')
    .select(sql<number>`count(*)`.as('total'))
    .where('connector_id', '=', connectorId)
    .executeTakeFirstOrThrow();
  return Number(row.total);
}

/** Of all tenants. */
export const deleteOldRequests = (db: Db) =>
  deleteSome(db, 'directory_requests', sql`created_at < now() - interval '30 days'`);
