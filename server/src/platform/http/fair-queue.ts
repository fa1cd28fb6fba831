import { AppError } from './errors.ts';

type Waiting = { start: () => void; refuse: (error: Error) => void };

export type FairQueue = {
  /** Runs the work when it is the turn of its group. Rejects with `server.busy` if too much is waiting. */
  run<T>(group: string, work: () => Promise<T>): Promise<T>;
  /** Throws `server.busy` if work of the group would be refused now. Saves what the caller does before the work. */
  requireRoom(group: string): void;
  stats(): { running: number; waiting: number };
};

export type FairQueueOptions = {
  concurrency: number;
  maxWaiting: number;
  /** How much may run beyond `concurrency`, only for groups of which nothing runs. */
  spare?: number;
};

/** The newest work is refused, so that the rest is done in time. */
const tooBusy = () => new AppError('server.busy', { retryAfter: 2 });

/**
 * Limits expensive work. Groups take turns, so that one group with much work delays another only by one piece of work.
 * With a spare place, work of a group that has nothing running starts at once, and all of it runs a bit slower.
 * When the queue is full, the newest work of the group with the most waiting work is refused.
 */
export function createFairQueue({ concurrency, maxWaiting, spare = 0 }: FairQueueOptions): FairQueue {
  /** The group whose turn it is comes first. No list is empty. */
  const groups = new Map<string, Waiting[]>();
  const runningOf = new Map<string, number>();
  let running = 0;
  let waiting = 0;

  function longest(): [string, Waiting[]] | undefined {
    let found: [string, Waiting[]] | undefined;
    for (const entry of groups) {
      if (!found || entry[1].length > found[1].length) {
        found = entry;
      }
    }
    return found;
  }

  /** The group that makes room for work of another one. Throws if none has more waiting work. */
  function longestBeside(group: string): [string, Waiting[]] {
    const [name, list] = longest() ?? ['', []];
    if ((groups.get(group)?.length ?? 0) + 1 > list.length) {
      throw tooBusy();
    }
    return [name, list];
  }

  function makeRoom(group: string): void {
    const [name, list] = longestBeside(group);
    const newest = list.pop();
    if (list.length === 0) {
      groups.delete(name);
    }
    waiting -= 1;
    newest?.refuse(tooBusy());
  }

  function hasPlace(group: string): boolean {
    return running < concurrency || (running < concurrency + spare && !runningOf.has(group));
  }

  function begin(group: string): void {
    running += 1;
    runningOf.set(group, (runningOf.get(group) ?? 0) + 1);
  }

  function end(group: string): void {
    running -= 1;
    const left = (runningOf.get(group) ?? 1) - 1;
    if (left > 0) {
      runningOf.set(group, left);
    } else {
      runningOf.delete(group);
    }
  }

  function startNext(): void {
    for (const [group, list] of groups) {
      if (running >= concurrency + spare) {
        return;
      }
      if (!hasPlace(group)) {
        continue;
      }
      groups.delete(group);
      const first = list.shift();
      if (list.length > 0) {
        groups.set(group, list);
      }
      waiting -= 1;
      begin(group);
      first?.start();
      return;
    }
  }

  function takeTurn(group: string): Promise<void> {
    if (waiting >= maxWaiting) {
      makeRoom(group);
    }
    return new Promise((start, refuse) => {
      const list = groups.get(group);
      if (list) {
        list.push({ start, refuse });
      } else {
        groups.set(group, [{ start, refuse }]);
      }
      waiting += 1;
    });
  }

  return {
    async run(group, work) {
      if (hasPlace(group)) {
        begin(group);
      } else {
        await takeTurn(group);
      }
      try {
        return await work();
      } finally {
        end(group);
        startNext();
      }
    },
    requireRoom(group) {
      if (waiting >= maxWaiting && !hasPlace(group)) {
        longestBeside(group);
      }
    },
    stats: () => ({ running, waiting }),
  };
}
