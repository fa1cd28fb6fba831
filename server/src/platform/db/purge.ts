import { type RawBuilder, sql } from 'kysely';
import type { Db } from './db.ts';
import type { Database } from './db-types.ts';

/** Maximum rows per step, so that no lock is held for long. */
export const purgeStep = 5000;

/**
 * Deletes some of the due rows and returns whether more may be left. An index must begin with the column in `due`. A
 * job that returns this value is repeated until nothing is left, each time in its own transaction.
 */
export async function deleteSome(db: Db, table: keyof Database & string, due: RawBuilder<unknown>): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where ${due} limit ${purgeStep}))`.execute(db);
  return Number(numAffectedRows) >= purgeStep;
}
