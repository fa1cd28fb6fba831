import { AppError } from './errors.ts';

type Waiting = { start: () => void; refuse: (error: Error) => void };

export type FairQueue = {
  /** Runs the work when it is the turn of its group. Rejects with `server.busy` if too much is waiting. */
  run<T>(group: string, work: () => Promise<T>): Promise<T>;
  stats(): { running: number; waiting: number };
};

export type FairQueueOptions = { concurrency: number; maxWaiting: number };

/** The newest work is refused, so that the rest is done in time. */
const tooBusy = () => new AppError('server.busy', { retryAfter: 2 });

/**
 * Limits expensive work. Groups take turns, so that one group with much work delays another only by one piece of work.
 * When the queue is full, the newest work of the group with the most waiting work is refused.
 */
export function createFairQueue({ concurrency, maxWaiting }: FairQueueOptions): FairQueue {
  /** The group whose turn it is comes first. No list is empty. */
  const groups = new Map<string, Waiting[]>();
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

  /** Makes room for work of a group, or throws. */
  function makeRoom(group: string): void {
    const [name, list] = longest() ?? ['', []];
    if ((groups.get(group)?.length ?? 0) + 1 > list.length) {
      throw tooBusy();
    }
    const newest = list.pop();
    if (list.length === 0) {
      groups.delete(name);
    }
    waiting -= 1;
    newest?.refuse(tooBusy());
  }

  function startNext(): void {
    const [next] = groups;
    if (!next || running >= concurrency) {
      return;
    }
    const [group, list] = next;
    groups.delete(group);
    const first = list.shift();
    if (list.length > 0) {
      groups.set(group, list);
    }
    waiting -= 1;
    running += 1;
    first?.start();
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
      if (running < concurrency) {
        running += 1;
      } else {
        await takeTurn(group);
      }
      try {
        return await work();
      } finally {
        running -= 1;
        startNext();
      }
    },
    stats: () => ({ running, waiting }),
  };
}
