import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { childrenOf } from './processes.ts';

const root = '/sys/fs/cgroup/cpu';
/** Short, so that processes which have used their share wait only some milliseconds. */
const periodMicroseconds = 20_000;

/**
 * Gives the processes and their children together at most so many cores. Needs root, taskset and control groups of version 1.
 * Returns the function that removes the limit after the processes have ended.
 */
export function limitCores(pids: number[], cores: number): () => void {
  if (!existsSync(`${root}/cpu.cfs_period_us`)) {
    throw new Error(`BENCH_CORES needs control groups of version 1 at ${root}.`);
  }
  const group = `${root}/postern-bench-${process.pid}`;
  mkdirSync(group);
  writeFileSync(`${group}/cpu.cfs_period_us`, String(periodMicroseconds));
  writeFileSync(`${group}/cpu.cfs_quota_us`, String(Math.round(cores * periodMicroseconds)));
  // A group weighs as much as one process; without this the others would leave it less than its cores.
  writeFileSync(`${group}/cpu.shares`, '10240');
  for (const pid of pids.flatMap((parent) => [parent, ...childrenOf(parent)])) {
    writeFileSync(`${group}/cgroup.procs`, String(pid));
    if (cores <= 1) {
      // Linux gives each core 5 ms of the share at a time, so on several cores most of a small share would be lost.
      execFileSync('taskset', ['-acp', '0', String(pid)], { stdio: 'ignore' });
    }
  }
  return () => {
    if (readFileSync(`${group}/cgroup.procs`, 'utf8') === '' && readdirSync(group).length > 0) {
      rmdirSync(group);
    }
  };
}
