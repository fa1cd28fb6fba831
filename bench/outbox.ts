import type { Line } from './measure.ts';
import { onDatabase } from './prepare.ts';
import type { BenchServer } from './server.ts';

/** How fast the worker delivers waiting events. */
export async function drainOutbox(server: BenchServer): Promise<Line[]> {
  const count = 20_000;
  await onDatabase(server, async (client) => {
    await client.query(
      `insert into outbox (tenant_id, id, name, subject_id) select 'default', gen_random_uuid(), 'User.Created', 'bench' from generate_series(1, ${count})`,
    );
  });
  const seconds = await onDatabase(server, async (client) => {
    const left = async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      const { rows } = await client.query<{ left: number }>('select count(*)::int as left from outbox');
      return rows[0]?.left ?? 0;
    };
    let startedAt = performance.now();
    // The server is not notified of them: it polls, and the measurement starts when it does.
    while ((await left()) === count) {
      startedAt = performance.now();
    }
    while ((await left()) > 0) {
      // Poll again.
    }
    return (performance.now() - startedAt) / 1000;
  });
  return [
    {
      name: 'outbox: events drained',
      requests: count,
      rps: count / seconds,
      serverCpuMs: 0,
      postgresCpuMs: 0,
      p50: 0,
      p95: 0,
      p99: 0,
      errors: 0,
    },
  ];
}
