import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#platform/db';

/** 128 bits of a hash as a UUID: the same size for every identifier, and no personal data. */
const keyOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32);

export type Met = { text: string; line: number };

async function insertKeys(db: Db, jobId: string, keys: string[], lines: number[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`insert into user_job_keys (job_id, key, line)
    select ${jobId}, key, line from unnest(${keys}::uuid[], ${lines}::int[]) as given (key, line)
    on conflict do nothing returning key`.execute(db);
  return new Set(rows.map(({ key }) => key.replaceAll('-', '')));
}

async function findLines(db: Db, jobId: string, keys: string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('user_job_keys')
    .select(['key', 'line'])
    .where('job_id', '=', jobId)
    .where('key', '=', sql<string>`any(${keys}::uuid[])`)
    .execute();
  return new Map(rows.map(({ key, line }) => [key.replaceAll('-', ''), line]));
}

/** Stores identifiers of a job. Returns those that an earlier line had, with that line. */
export async function rememberKeys(db: Db, jobId: string, met: readonly Met[]): Promise<Map<Met, number>> {
  const firstOf = new Map<string, Met>();
  const keyed = met.map((one) => {
    const key = keyOf(one.text);
    firstOf.set(key, firstOf.get(key) ?? one);
    return { one, key };
  });
  if (keyed.length === 0) {
    return new Map();
  }
  const lines = [...firstOf.values()].map(({ line }) => line);
  const added = await insertKeys(db, jobId, [...firstOf.keys()], lines);
  const old = [...firstOf.keys()].filter((key) => !added.has(key));
  const earlier = old.length > 0 ? await findLines(db, jobId, old) : new Map<string, number>();
  return new Map(
    keyed.flatMap(({ one, key }) => {
      const line = earlier.get(key) ?? firstOf.get(key)?.line;
      return line === undefined || line === one.line ? [] : [[one, line] as const];
    }),
  );
}

/** Refreshes the planner statistics of users, unless another transaction holds the lock. */
export async function refreshStatistics(db: Db): Promise<void> {
  await sql`set local lock_timeout = '2s'`.execute(db);
  await sql`select refresh_user_statistics()`.execute(db);
}
