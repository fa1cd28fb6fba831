/** Repeats work for as long as the process runs or until it is stopped. The only place of the server that sets an interval. */
export function every(ms: number, work: () => void): { stop(): void } {
  const timer = setInterval(work, ms).unref();
  return { stop: () => clearInterval(timer) };
}
