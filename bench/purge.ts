import { purgeExpired } from '../server/src/features/access/oidc/engine/store.ts';
import { connect } from '../server/src/platform/db/db.ts';
import { type Line, measure } from './measure.ts';
import { findDatabase, onDatabase } from './prepare.ts';
import type { BenchServer } from './server.ts';

const living = 500_000;
const days = 20;
const perDay = 100_000;

const insert = (name: string, count: number, from: string) =>
  `insert into oidc_models (tenant_id, model, id, payload, expires_at)
    select 'default', 'Session', '${name}' || n, jsonb_build_object('text', repeat('x', 300)), ${from}
    from generate_series(1, ${count}) n`;

/** The purge of the engine's rows with nothing due, after weeks in which new rows replaced deleted ones. */
export async function measurePurge(server: BenchServer): Promise<Line[]> {
  await onDatabase(server, async (client) => {
    await client.query(insert('live', living, `now() + n * interval '2 seconds'`));
    for (let day = 0; day < days; day += 1) {
      await client.query(insert(`day${day}-`, perDay, `now() + random() * interval '14 days'`));
      await client.query(`delete from oidc_models where ctid = any(array(
        select ctid from oidc_models tablesample bernoulli (20) limit ${perDay}))`);
      await client.query('vacuum oidc_models');
    }
    await client.query('analyze oidc_models');
  });
  const options = { address: await findDatabase(server), poolMode: 'session', caseSensitiveUsername: true } as const;
  const connection = await connect(options, 'postern_system');
  try {
    const line = await measure(
      server,
      `purge: nothing due, ${living.toLocaleString('en')} rows`,
      { count: 200, connections: 1 },
      async () => {
        await purgeExpired(connection.db);
      },
    );
    return [line];
  } finally {
    await connection.client.end();
  }
}
