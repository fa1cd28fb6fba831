import { sql } from 'kysely';
import type { Db } from '#platform/db/db';

/** Undoes the work alone if it fails; the transaction goes on. */
export async function inSavepoint<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await sql`savepoint one_operation`.execute(db);
  try {
    const result = await work();
    await sql`release savepoint one_operation`.execute(db);
    return result;
  } catch (error) {
    await sql`rollback to savepoint one_operation`.execute(db);
    throw error;
  }
}
