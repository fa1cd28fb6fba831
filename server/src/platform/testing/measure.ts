/** CPU time of some work in milliseconds, independent of other load on the machine. */
export async function cpuTime(work: () => unknown): Promise<number> {
  const startedAt = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(startedAt);
  return (user + system) / 1000;
}

/**
 * Measures the duration on an idle machine: the minimum of several attempts, stopping as soon as one is below the
 * limit. Other load makes single attempts slow; slow code is slow every time.
 */
export async function least(limit: number, measure: () => Promise<number>): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 8 && best >= limit; tries += 1) {
    best = Math.min(best, await measure());
  }
  return best;
}
