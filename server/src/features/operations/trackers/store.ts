import { sql } from 'kysely';
import type { Db } from '#platform/db/db';

export type TokenCount = { tenantId: string; tokens: number };

/** Reads each tenant by key: the table holds a row per tenant and day, and nothing sorts it by day. */
export async function countTokensOfDay(
  db: Db,
  day: string,
  after: string,
  limit: number,
): Promise<{ last: string | undefined; counts: TokenCount[] }> {
  const { rows } = await sql<{ tenantId: string; tokens: number | null }>`
    select t.id as "tenantId",
      (select tokens from daily_usage d where d.tenant_id = t.id and d.day = ${day}::date) as tokens
    from (select id from tenants where id > ${after} order by id limit ${limit}) t order by t.id`.execute(db);
  const counts = rows.flatMap(({ tenantId, tokens }) => (tokens ? [{ tenantId, tokens }] : []));
  return { last: rows.at(-1)?.tenantId, counts };
}
