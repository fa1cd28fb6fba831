import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '#platform/db/db';
import { type TestApp, testApp } from '#testing/test-app';
import { claimDeliveries, secondsUntilNext } from './deliveries.store.ts';

/** A hook with a backlog, before the database has collected statistics: claims must not read all of it. */
const backlog = 3000;
const key = { tenantId: 'default', hookId: 'busy' };
let app: TestApp;

beforeAll(async () => {
  app = await testApp();
  // Otherwise the worker would send them.
  await app.worker.stop();
  await app.write('default', async (db) => {
    await sql`insert into hooks (id, events, config, signing_key)
      values ('busy', '["User.Created"]', '{"url": "https://hooks.invalid/"}', 'k')`.execute(db);
    await sql`insert into webhook_deliveries (id, hook_id, event, object_type, object_id, seq, body)
      select 'd' || n, 'busy', 'User.Created', 'User', 'u' || n, n, '{}' from generate_series(1, ${backlog}::int) n`.execute(
      db,
    );
    await sql`insert into outbox (id, name, subject_id)
      select gen_random_uuid(), 'User.Data.Updated', 'u' || n from generate_series(1, ${backlog}::int) n`.execute(db);
  });
});
afterAll(() => app.close());

/** The result, and the rows that it read. Does not depend on the speed of the machine. */
async function reading<T>(work: (db: Db) => Promise<T>): Promise<{ result: T; rows: number }> {
  return app.app.tenancy.system(async (db) => {
    const read = async () => {
      const { rows } = await sql<{ n: number }>`select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as n
        from pg_stat_xact_user_tables where relname in ('webhook_deliveries', 'outbox')`.execute(db);
      return rows[0]?.n ?? 0;
    };
    const before = await read();
    const result = await work(db);
    return { result, rows: (await read()) - before };
  });
}

test('the measure counts the rows of a full scan', async () => {
  const { rows } = await reading((db) => sql`select count(body) from webhook_deliveries`.execute(db));
  expect(rows).toBeGreaterThanOrEqual(backlog);
});

test('a claim and the next time read a few rows of a large backlog', async () => {
  const next = await reading((db) => secondsUntilNext(db, key));
  expect(next.result).toBeLessThanOrEqual(0);
  expect(next.rows).toBeLessThan(50);
  const claim = await reading((db) => claimDeliveries(db, key, { count: 8, seconds: 30 }));
  expect(claim.result.map(({ id }) => id)).toEqual(['d1', 'd2', 'd3', 'd4', 'd5', 'd6', 'd7', 'd8']);
  expect(claim.rows).toBeLessThan(200);
  // While they are claimed, no other job sends deliveries of the hook.
  const second = await reading((db) => claimDeliveries(db, key, { count: 8, seconds: 30 }));
  expect(second.result).toEqual([]);
  expect(second.rows).toBeLessThan(50);
});
