/** Loaded into the server by soak.ts: writes the state of the process to a file every second. */
import { renameSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

export type Probe = {
  /** The lowest of the last 30 seconds: what is left after a collection. */
  heapMegabytes: number;
  externalMegabytes: number;
  /** Of the last full 30 seconds. */
  loopDelayP99: number;
  handles: Record<string, number>;
};

const file = process.env.BENCH_PROBE_FILE;
const kept = 30;

if (file) {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const heaps: number[] = [];
  let rounds = 0;
  let loopDelayP99 = 0;
  setInterval(() => {
    const { heapUsed, external } = process.memoryUsage();
    heaps.push(heapUsed / 2 ** 20);
    if (heaps.length > kept) {
      heaps.shift();
    }
    rounds += 1;
    if (rounds % kept === 0) {
      loopDelayP99 = delay.percentile(99) / 1e6;
      delay.reset();
    }
    const handles: Record<string, number> = {};
    for (const name of process.getActiveResourcesInfo()) {
      handles[name] = (handles[name] ?? 0) + 1;
    }
    const probe: Probe = {
      heapMegabytes: Math.min(...heaps),
      externalMegabytes: external / 2 ** 20,
      loopDelayP99,
      handles,
    };
    writeFileSync(`${file}.next`, JSON.stringify(probe));
    renameSync(`${file}.next`, file);
  }, 1000).unref();
}
