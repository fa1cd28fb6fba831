import { type RawBuilder, sql } from 'kysely';
import type { Db } from './db.ts';
import type { Database } from './db-types.ts';

/** Rows of one step: few enough that no lock is held for long. */
export const purgeStep = 5000;

/**
 * Deletes some of the rows that are due and answers whether more may be. An index must begin with the column that `due`
 * is about. A job that answers with it is repeated until nothing is left, each time in a transaction of its own.
 */
export async function deleteSome(db: Db, table: keyof Database & string, due: RawBuilder<unknown>): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where ${due} limit ${purgeStep}))`.execute(db);
  return Number(numAffectedRows) >= purgeStep;
}
