import { readFileSync } from 'node:fs';
import type { Client } from 'pg';
import type { Probe } from './probe-process.ts';
import { openFiles, proportionalMegabytes, residentMegabytes } from './processes.ts';
import type { BenchServer } from './server.ts';

export type Rows = Record<string, number>;

export type Sample = {
  minute: number;
  rss: number;
  heap: number;
  external: number;
  postgres: number;
  loopDelay: number;
  files: number;
  sockets: number;
  timers: number;
  connections: number;
  databaseMegabytes: number;
  rows: Rows;
  requests: number;
  perSecond: number;
  p50: number;
  p99: number;
  errors: number;
};

/** Rows by table, from the counters of PostgreSQL: reading them costs the same for any number of rows. */
export async function countRows(client: Client): Promise<Rows> {
  await client.query('select pg_stat_clear_snapshot()');
  const { rows } = await client.query<{ name: string; n: string }>(
    `select regexp_replace(relname, '^logs_.*', 'logs') as name, sum(n_tup_ins - n_tup_del) as n
     from pg_stat_user_tables group by 1`,
  );
  return Object.fromEntries(rows.map(({ name, n }) => [name, Number(n)]));
}

export function grownRows(before: Rows, after: Rows): Rows {
  return Object.fromEntries(
    Object.entries(after)
      .map(([name, n]) => [name, n - (before[name] ?? 0)] as const)
      .filter(([, n]) => n !== 0),
  );
}

export async function readState(server: BenchServer, client: Client, probeFile: string) {
  const probe = JSON.parse(readFileSync(probeFile, 'utf8')) as Probe;
  const { rows } = await client.query<{ size: string; connections: number }>(
    `select pg_database_size(current_database()) as size,
       (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections`,
  );
  return {
    rss: residentMegabytes(server.pid),
    heap: probe.heapMegabytes,
    external: probe.externalMegabytes,
    postgres: proportionalMegabytes(server.postgresPid),
    loopDelay: probe.loopDelayP99,
    files: openFiles(server.pid),
    sockets: (probe.handles.TCPSocketWrap ?? 0) + (probe.handles.PipeWrap ?? 0),
    timers: probe.handles.Timeout ?? 0,
    connections: rows[0]?.connections ?? 0,
    databaseMegabytes: Number(rows[0]?.size ?? 0) / 2 ** 20,
    rows: await countRows(client),
  };
}

export const percentile = (times: number[], share: number): number => {
  const sorted = [...times].sort((one, two) => one - two);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
};

export type Trend = { mean: number; perHour: number; error: number };

/** Least squares; `error` is the standard error of the slope, per hour. */
export function trendOf(points: { minute: number; value: number }[]): Trend {
  const n = points.length;
  const mean = points.reduce((sum, { value }) => sum + value, 0) / n;
  const middle = points.reduce((sum, { minute }) => sum + minute, 0) / n;
  const spread = points.reduce((sum, { minute }) => sum + (minute - middle) ** 2, 0);
  const slope = points.reduce((sum, { minute, value }) => sum + (minute - middle) * (value - mean), 0) / spread;
  const rest = points.reduce((sum, { minute, value }) => sum + (value - mean - slope * (minute - middle)) ** 2, 0);
  return { mean, perHour: slope * 60, error: Math.sqrt(rest / Math.max(1, n - 2) / spread) * 60 };
}

/** Below one percent of the mean per hour, or not to be told from zero. */
export function judge({ mean, perHour, error }: Trend): string {
  const share = (perHour / mean) * 100;
  const figures = `mean ${mean.toFixed(1)}, slope ${perHour.toFixed(2)} ± ${(2 * error).toFixed(2)} per hour (${share.toFixed(2)} %)`;
  if (share < 1) {
    return `${figures}: flat, below 1 % per hour`;
  }
  return Math.abs(perHour) < 2 * error ? `${figures}: flat within noise` : `${figures}: GROWS`;
}
