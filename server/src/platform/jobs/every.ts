import { inBackground } from './background.ts';

/** Repeats work until it is stopped or the process ends. The only place in the server that sets an interval. */
export function every(ms: number, work: () => void): { stop(): void } {
  const timer = setInterval(() => inBackground(work), ms).unref();
  return { stop: () => clearInterval(timer) };
}
