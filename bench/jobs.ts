import { setTimeout as sleep } from 'node:timers/promises';
import type { Line } from './measure.ts';
import { onDatabase } from './prepare.ts';
import { cpuSeconds } from './processes.ts';
import type { BenchServer } from './server.ts';

const count = 10_000;
/** Its jobs remove the parts of a file from the storage; without parts, a job costs only the queue itself. */
const queue = 'user-jobs.remove-file';
const idleSeconds = 60;

const cpu = (server: BenchServer) => [cpuSeconds(server.pid).own, cpuSeconds(server.postgresPid).withChildren] as const;

function toLine(name: string, requests: number, seconds: number, spent: readonly [number, number]): Line {
  const [serverCpuMs, postgresCpuMs] = spent.map((value) => (value * 1000) / requests) as [number, number];
  return { name, requests, rps: requests / seconds, serverCpuMs, postgresCpuMs, p50: 0, p95: 0, p99: 0, errors: 0 };
}

/** The cost of an idle queue: transactions in all databases of the server, and CPU. */
async function measureIdle(server: BenchServer): Promise<Line> {
  const transactions = () =>
    onDatabase(server, async (client) => {
      const { rows } = await client.query<{ n: number }>(
        `select pg_stat_clear_snapshot(), (xact_commit + xact_rollback)::int as n from pg_stat_database
          where datname = current_database()`,
      );
      return rows[0]?.n ?? 0;
    });
  // The startup work is done by then.
  await sleep(20_000);
  const before = { n: await transactions(), cpu: cpu(server) };
  await sleep(idleSeconds * 1000);
  const after = { cpu: cpu(server), n: await transactions() };
  const spent = [after.cpu[0] - before.cpu[0], after.cpu[1] - before.cpu[1]] as const;
  console.log(
    `jobs: an idle minute has ${after.n - before.n} transactions, ${(spent[0] * 1000).toFixed(0)} ms of CPU in the server and ${(spent[1] * 1000).toFixed(0)} ms in PostgreSQL`,
  );
  return toLine('jobs: an idle minute', 1, idleSeconds, spent);
}

/** How fast one process runs empty jobs. */
async function measureBusy(server: BenchServer): Promise<Line> {
  return onDatabase(server, async (client) => {
    const left = async () => {
      const { rows } = await client.query<{ left: number }>(
        `select count(*)::int as left from jobs where queue = '${queue}'`,
      );
      return rows[0]?.left ?? 0;
    };
    await client.query(
      `insert into jobs (tenant_id, queue, payload) select 'default', '${queue}', '{"id": "none", "parts": 0}' from generate_series(1, ${count})`,
    );
    let startedAt = performance.now();
    let before = cpu(server);
    // The server is not notified of them: it polls, and the measurement starts when it does.
    while ((await left()) === count) {
      startedAt = performance.now();
      before = cpu(server);
      await sleep(20);
    }
    while ((await left()) > 0) {
      await sleep(500);
    }
    const seconds = (performance.now() - startedAt) / 1000;
    const after = cpu(server);
    return toLine('jobs: run', count, seconds, [after[0] - before[0], after[1] - before[1]]);
  });
}

export const measureJobs = async (server: BenchServer): Promise<Line[]> => [
  await measureIdle(server),
  await measureBusy(server),
];
