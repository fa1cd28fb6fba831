import { setImmediate } from 'node:timers/promises';

/** How long a piece of work may keep the process from its other work, in milliseconds. */
const shareMs = 10;

/**
 * For long loops: returns a promise when the loop has used its share of time, so that requests of others run in between,
 * and nothing before that, because a promise for each round would take longer than most rounds.
 */
export function takeTurns(): () => Promise<void> | undefined {
  let since = performance.now();
  const letOthersRun = async () => {
    await setImmediate();
    since = performance.now();
  };
  return () => (performance.now() - since >= shareMs ? letOthersRun() : undefined);
}
