import { cpuSeconds } from './processes.ts';
import type { Floor } from './reference.ts';

/** The processes whose CPU time counts; a server on another machine has none. */
export type Measured = { pid?: number; postgresPid?: number };

export type Line = {
  name: string;
  requests: number;
  rps: number;
  serverCpuMs: number;
  postgresCpuMs: number;
  p50: number;
  p95: number;
  p99: number;
  errors: number;
  /** The budget in bench.md: server and postgres CPU milliseconds. */
  budget?: [server: number, postgres: number];
  /** Password hashes per iteration; they scale with the machine differently from the rest. */
  hashes?: number;
  /** The reference for the rest of the work; see reference.ts. */
  floor?: Floor;
};

const percentile = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** Runs work many times over several connections and divides the CPU time of both processes by the count. */
export async function measure(
  { pid, postgresPid }: Measured,
  name: string,
  options: { count: number; connections?: number; warmUp?: number } & Pick<Line, 'budget' | 'hashes' | 'floor'>,
  work: (index: number) => Promise<void>,
): Promise<Line> {
  const { count, connections = 16, warmUp = Math.min(200, count), budget, hashes, floor } = options;
  let errors = 0;
  const run = async (total: number, times: number[]) => {
    let next = 0;
    await Promise.all(
      Array.from({ length: connections }, async () => {
        while (next < total) {
          const index = next;
          next += 1;
          const start = performance.now();
          try {
            await work(index);
          } catch (error) {
            errors += 1;
            if (errors === 1) {
              console.error(`${name}: ${error}`);
            }
          }
          times.push(performance.now() - start);
        }
      }),
    );
  };
  await run(warmUp, []);
  errors = 0;
  const times: number[] = [];
  const readCpu = () => [pid ? cpuSeconds(pid).own : 0, postgresPid ? cpuSeconds(postgresPid).withChildren : 0];
  const before = readCpu();
  const startedAt = performance.now();
  await run(count, times);
  const seconds = (performance.now() - startedAt) / 1000;
  const after = readCpu();
  const perRequest = (which: 0 | 1) => (((after[which] ?? 0) - (before[which] ?? 0)) * 1000) / count;
  times.sort((one, two) => one - two);
  return {
    name,
    requests: count,
    rps: count / seconds,
    serverCpuMs: perRequest(0),
    postgresCpuMs: perRequest(1),
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
    errors,
    ...(budget ? { budget } : {}),
    ...(hashes ? { hashes } : {}),
    ...(floor ? { floor } : {}),
  };
}
