import { Worker, type WorkerOptions } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';

/** Too many wait for a thread, or for too long. */
export class ThreadsBusyError extends Error {}
/** The server is about to stop. */
export class ThreadsClosedError extends Error {}

export type Run<Result> = (worker: Worker, isNew: boolean) => Promise<{ result: Result; isSpent: boolean }>;

export type Threads = {
  /**
   * Runs work of a tenant in a thread. A spent thread is terminated: it may still be busy, or not be trusted any more.
   * Work in the lane uses one thread of the tenant at a time, so that much of it does not delay its other work.
   */
  run<Result>(tenantId: string, work: Run<Result>, isInLane?: boolean): Promise<Result>;
  close(): Promise<void>;
  size(): number;
};

type Options = {
  file: URL;
  worker: WorkerOptions;
  maxThreads: number;
  /** One tenant can never use all threads. */
  maxPerTenant: number;
  maxWaiting: number;
  maxWaitingPerTenant: number;
  maxWaitMs: number;
  /** Per tenant. By default, the lane has no limit of its own. */
  maxWaitingInLane?: number;
  /** An idle thread ends after this time. */
  restMs: number;
};

type Waiting = {
  tenantId: string;
  isInLane: boolean;
  start(seat: Seat, isNew: boolean): Promise<void>;
  refuse(error: Error): void;
  giveUp: NodeJS.Timeout;
};
type Seat = { worker: Worker; tenantId: string | undefined; isInLane: boolean; rest: NodeJS.Timeout | undefined };

/**
 * Threads for work of tenants that may take long or never end. They start with the first work, are kept warm, and are replaced
 * when they fail. Next is the work of the tenant that was served the longest ago, so that two tenants with many slow ones
 * delay nobody else. What threads print is dropped.
 */
export function createThreads(options: Options): Threads {
  const seats = new Set<Seat>();
  const waiting: Waiting[] = [];
  /** When each tenant was served last, as a count. */
  const served = new LRUCache<string, number>({ max: 1000 });
  let turns = 0;
  let isClosed = false;

  function leave(seat: Seat): void {
    seats.delete(seat);
    clearTimeout(seat.rest);
    void seat.worker.terminate();
  }

  function sitDown(): Seat {
    const worker = new Worker(options.file, { env: {}, execArgv: [], stdout: true, stderr: true, ...options.worker });
    worker.stdout.resume();
    worker.stderr.resume();
    worker.unref();
    const seat: Seat = { worker, tenantId: undefined, isInLane: false, rest: undefined };
    seats.add(seat);
    // An error of an idle thread must not end the process.
    worker.on('error', () => leave(seat)).on('exit', () => leave(seat));
    return seat;
  }

  const heldBy = (tenantId: string) => [...seats].filter((seat) => seat.tenantId === tenantId);

  function mayStart({ tenantId, isInLane }: Waiting): boolean {
    const held = heldBy(tenantId);
    return held.length < options.maxPerTenant && !(isInLane && held.some((seat) => seat.isInLane));
  }

  function choose(): Waiting | undefined {
    const turnOf = ({ tenantId }: Waiting) => served.get(tenantId) ?? 0;
    return waiting
      .filter(mayStart)
      .reduce<Waiting | undefined>((first, one) => (first && turnOf(first) <= turnOf(one) ? first : one), undefined);
  }

  function next(): void {
    const chosen = choose();
    const idle = [...seats].find(({ tenantId }) => tenantId === undefined);
    if (!chosen || (!idle && seats.size >= options.maxThreads)) {
      return;
    }
    const seat = idle ?? sitDown();
    waiting.splice(waiting.indexOf(chosen), 1);
    turns += 1;
    served.set(chosen.tenantId, turns);
    clearTimeout(chosen.giveUp);
    clearTimeout(seat.rest);
    seat.tenantId = chosen.tenantId;
    seat.isInLane = chosen.isInLane;
    void chosen.start(seat, !idle).then(next);
  }

  function free(seat: Seat, isSpent: boolean): void {
    seat.tenantId = undefined;
    if (isSpent || isClosed) {
      leave(seat);
    } else {
      seat.rest = setTimeout(() => leave(seat), options.restMs).unref();
    }
  }

  const waitingOf = (tenantId: string) => waiting.filter((one) => one.tenantId === tenantId);

  /**
   * Whether work of the tenant may wait. In a full queue it takes the place of the newest work of the tenant that has the
   * most there, so that one tenant cannot keep others out.
   */
  function makeRoom(tenantId: string, isInLane: boolean): boolean {
    const ours = waitingOf(tenantId);
    const own = ours.length;
    const inLane = isInLane ? ours.filter((one) => one.isInLane).length : 0;
    if (own >= options.maxWaitingPerTenant || inLane >= (options.maxWaitingInLane ?? Number.POSITIVE_INFINITY)) {
      return false;
    }
    if (waiting.length < options.maxWaiting) {
      return true;
    }
    const most = [...Map.groupBy(waiting, (one) => one.tenantId).values()].reduce<Waiting[]>(
      (largest, some) => (some.length > largest.length ? some : largest),
      [],
    );
    const last = most.at(-1);
    if (!last || most.length <= own + 1) {
      return false;
    }
    clearTimeout(last.giveUp);
    waiting.splice(waiting.indexOf(last), 1);
    last.refuse(new ThreadsBusyError());
    return true;
  }

  return {
    run: (tenantId, work, isInLane = false) =>
      new Promise((resolve, reject) => {
        if (isClosed || !makeRoom(tenantId, isInLane)) {
          reject(new ThreadsBusyError());
          return;
        }
        const entry: Waiting = {
          tenantId,
          isInLane,
          async start(seat, isNew) {
            try {
              const { result, isSpent } = await work(seat.worker, isNew);
              free(seat, isSpent);
              resolve(result);
            } catch (error) {
              free(seat, true);
              reject(error);
            }
          },
          refuse: reject,
          giveUp: setTimeout(() => {
            waiting.splice(waiting.indexOf(entry), 1);
            reject(new ThreadsBusyError());
          }, options.maxWaitMs),
        };
        waiting.push(entry);
        next();
      }),
    size: () => seats.size,
    async close() {
      isClosed = true;
      for (const { refuse, giveUp } of waiting.splice(0)) {
        clearTimeout(giveUp);
        refuse(new ThreadsClosedError());
      }
      await Promise.all([...seats].map(({ worker }) => worker.terminate()));
      seats.clear();
    },
  };
}
