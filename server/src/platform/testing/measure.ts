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

const threadMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** What `slowness` takes on a machine of usual speed. */
const usualMs = 12;

/**
 * How much slower this machine is now than a usual one, at least 1: a CPU that is shared with other work needs more CPU
 * time for the same instructions. Limits in CPU time are multiplied with it.
 */
export async function slowness(): Promise<number> {
  const text = JSON.stringify(Array.from({ length: 20_000 }, (_, index) => ({ [`key${index}`]: [index] })));
  const taken = await cpuTime(() => JSON.stringify(JSON.parse(text)));
  return Math.max(1, taken / usualMs);
}

/**
 * The longest turn of the event loop during some work, in milliseconds of CPU time of this thread: how long all other
 * requests have to wait, independent of other load on the machine.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let [longest, last, isOver] = [0, threadMs(), false];
  const look = () => {
    const now = threadMs();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) {
      setImmediate(look);
    }
  };
  setImmediate(look);
  try {
    await work();
  } finally {
    isOver = true;
  }
  look();
  return longest;
}
