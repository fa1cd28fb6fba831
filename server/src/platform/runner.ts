import type { Log } from './log.ts';
import { isRegionUnavailable } from './region-database.ts';

export type Runner = {
  wake(): void;
  /** Resolves when nothing is left to do. */
  rest(): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Repeats a step of background work until it answers that nothing is left. Each step claims what it works on in the
 * database, so any number of nodes may run the same work.
 */
export function createRunner(name: string, log: Log, step: () => Promise<boolean>): Runner {
  let isStopped = false;
  let running: Promise<void> | undefined;
  let wokenAgain = false;

  async function runAll(): Promise<void> {
    let goesOn = true;
    while (goesOn && !isStopped) {
      goesOn = await step();
    }
  }

  function wake() {
    if (isStopped) {
      return;
    }
    if (running) {
      wokenAgain = true;
      return;
    }
    running = runAll()
      .catch((error) => {
        if (!isRegionUnavailable(error)) {
          log.error({ err: error, runner: name }, 'background work failed');
        }
      })
      .finally(() => {
        running = undefined;
        if (wokenAgain) {
          wokenAgain = false;
          wake();
        }
      });
  }

  async function rest() {
    while (running) {
      await running;
    }
  }

  return {
    wake,
    rest,
    async stop() {
      isStopped = true;
      await rest();
    },
  };
}
