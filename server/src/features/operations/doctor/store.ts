import { sql } from 'kysely';
import type { Db } from '#platform/db/db';

/** The clock of the database, in milliseconds. */
export async function readClock(db: Db): Promise<number> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return Number(rows[0]?.now);
}
