/** CPU time of some work in milliseconds, independent of other load on the machine. */
export async function cpuTime(work: () => unknown): Promise<number> {
  const startedAt = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(startedAt);
  return (user + system) / 1000;
}
