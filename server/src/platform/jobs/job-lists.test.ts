import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { analyzeTables } from '#testing/plans';
import { type TestApp, testApp } from '#testing/test-app';
import { countQueues } from './job-lists.ts';

let app: TestApp;
const system: TestApp['app']['tenancy']['system'] = (work) => app.app.tenancy.system(work);

describe('counting queues', () => {
  const count = 20_000;
  beforeAll(async () => {
    app = await testApp();
    await system((db) =>
      sql`insert into jobs (tenant_id, queue, due_at) select '*', 'counted.long', now() + interval '1 day'
        from generate_series(1, ${count}) n`.execute(db),
    );
    await system((db) =>
      sql`insert into jobs (tenant_id, queue, due_at, dead_at) select '*', 'counted.long', now(), now()
        from generate_series(1, 30) n`.execute(db),
    );
    await system((db) =>
      sql`insert into jobs (tenant_id, queue, due_at, dead_at) select '*', 'counted.short', now() + interval '1 day', dead_at
        from (values (null::timestamptz), (null), (now())) given (dead_at)`.execute(db),
    );
    await analyzeTables(app.address, 'jobs');
  });
  afterAll(() => app.close());
  const counts = async (most?: number) =>
    (await system((db) => countQueues(db, most))).filter(({ name }) => name.startsWith('counted'));

  test('is exact for short queues, and for the states with few jobs of a long queue', async () => {
    expect(await counts(100)).toEqual([
      { name: 'counted.long', waiting: 100, running: 0, dead: 30, more: ['waiting'] },
      { name: 'counted.short', waiting: 2, running: 0, dead: 1, more: [] },
    ]);
    expect(await counts()).toMatchObject([{ waiting: 10_000, dead: 30, more: ['waiting'] }, { waiting: 2 }]);
    expect(await counts(count + 100)).toMatchObject([{ waiting: count, dead: 30, more: [] }, { waiting: 2 }]);
  });

  test('reads a bounded number of rows of a long queue', async () => {
    const read = await system(async (db) => {
      // Includes earlier work of the connection.
      const soFar = async () => {
        const { rows } = await sql<{ n: number }>`select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as n
          from pg_stat_xact_user_tables where relname = 'jobs'`.execute(db);
        return rows[0]?.n ?? Number.NaN;
      };
      const before = await soFar();
      await countQueues(db, 100);
      return (await soFar()) - before;
    });
    // The first 101 jobs of the long queue and of each state, and a few.
    expect(read).toBeLessThan(500);
  });
});
