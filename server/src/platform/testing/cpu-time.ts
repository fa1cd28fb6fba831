/** Milliseconds of computing that some work takes, however long the machine had other things to do meanwhile. */
export async function cpuTime(work: () => unknown): Promise<number> {
  const startedAt = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(startedAt);
  return (user + system) / 1000;
}
