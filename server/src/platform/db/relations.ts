import { sql } from 'kysely';
import { AppError } from '#platform/http/errors';
import type { Db } from './db.ts';
import type { Database } from './db-types.ts';

/** On the wire, organization routes answer 422 where others answer 404. */
export const relationMissing = () => new AppError('entity.relation_foreign_key_not_found', { status: 422 });

type TableWithId = { [Name in keyof Database]: 'id' extends keyof Database[Name] ? Name : never }[keyof Database];

/**
 * Throws unless all rows exist, and keeps them from being deleted until the transaction ends. Locks in the order of
 * ids, because two callers that lock the same rows in different orders would deadlock.
 */
export async function requireRows(
  db: Db,
  table: TableWithId,
  ids: readonly string[],
  missing = relationMissing,
): Promise<void> {
  const wanted = new Set(ids);
  if (wanted.size === 0) {
    return;
  }
  const { rows } = await sql`select id from ${sql.table(table)} where id = any(${[...wanted]}::text[])
    order by id for key share`.execute(db);
  if (rows.length < wanted.size) {
    throw missing();
  }
}

/** Locks a row until the transaction ends, against changes of what refers to it too. Returns false if there is none. */
export async function lockRow(db: Db, table: TableWithId, id: string): Promise<boolean> {
  const { rows } = await sql`select id from ${sql.table(table)} where id = ${id} for update`.execute(db);
  return rows.length > 0;
}

/** For a set that is replaced as a whole: two requests must not mix their sets. */
export async function lockOwner(db: Db, table: TableWithId, id: string): Promise<void> {
  if (!(await lockRow(db, table, id))) {
    throw relationMissing();
  }
}
