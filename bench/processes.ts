import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks per second; Linux uses 100 on every platform we run on. */
const ticksPerSecond = 100;

type Stat = { parent: number; own: number; reaped: number };

function readStat(pid: number | string): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain spaces; numbers follow it.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [, parent = 0] = fields;
    const ticks = (from: number) => ((fields[from] ?? 0) + (fields[from + 1] ?? 0)) / ticksPerSecond;
    return { parent, own: ticks(11), reaped: ticks(13) };
  } catch {
    return undefined;
  }
}

export function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && readStat(name)?.parent === pid)
    .map(Number);
}

/** CPU seconds of a process, and of all its current and past children. */
export function cpuSeconds(pid: number): { own: number; withChildren: number } {
  const own = readStat(pid);
  let children = 0;
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? readStat(name) : undefined;
    if (stat?.parent === pid) {
      children += stat.own + stat.reaped;
    }
  }
  return { own: own?.own ?? 0, withChildren: (own?.own ?? 0) + (own?.reaped ?? 0) + children };
}

export function residentMegabytes(pid: number): number {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1] ?? 0) / 1024;
}

/** Memory of a process and its children. What several of them share counts once. */
export function proportionalMegabytes(pid: number): number {
  let kilobytes = 0;
  for (const one of [pid, ...childrenOf(pid)]) {
    try {
      kilobytes += Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${one}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
    } catch {
      // The process has ended since the list was read.
    }
  }
  return kilobytes / 1024;
}

export const openFiles = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;
