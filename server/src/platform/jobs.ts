import { randomUUID } from 'node:crypto';
import type { Db } from './db.ts';
import { every } from './every.ts';
import {
  type ClaimedJob,
  claimJobs,
  countRunning,
  declareSchedules,
  enqueueDue,
  installation,
  lockLimits,
  releaseAbandonedJobs,
  renewLeases,
  returnJobs,
  untilNext,
} from './job-store.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { isRegionUnavailable } from './region-database.ts';
import { createJobRunner, type JobHandler } from './run-job.ts';
import type { Tenancy } from './tenancy.ts';

export { enqueue, enqueueEach, enqueueNow, installation, removeWaiting } from './job-store.ts';
export { backOffSeconds, type EndedBy, type Job, type JobHandler, type Outcome, PermanentFailure } from './run-job.ts';

/** Scheduled work of a few statements, in a transaction. `true` means that more is left, and it runs again at once. */
export type RecurringJob = {
  name: string;
  everySeconds: number;
  // biome-ignore lint/suspicious/noConfusingVoidType: most jobs do all of their work at once and answer nothing
  run(db: Db, region?: string): Promise<boolean | void>;
};

export type JobWorker = {
  /** Call when there may be work. */
  wake(): void;
  /** Runs everything that is due and resolves when nothing is left. */
  drain(): Promise<void>;
  /** Whether it still looks for jobs. A round that hangs stops it. */
  isAlive(): boolean;
  stop(): Promise<void>;
};

type Options = {
  tenancy: Pick<Tenancy, 'system' | 'reachable'>;
  log: Log;
  metrics: Metrics;
  handlers: JobHandler[];
  /** Called if the outbox holds overdue events: they were postponed, or their process died. */
  onEvents?: () => void;
  /** The region whose database is used; the home database if undefined. */
  region?: string;
};

/** Maximum number of jobs that one process runs at the same time: outbound ones, and all others together. */
const concurrency = 8;
const outboundConcurrency = 32;
/** How long other nodes leave the jobs of a silent node alone. */
const leaseSeconds = 15;
const renewMs = 5000;
/** Longest time between two checks without a notification. Each check also finds jobs of dead nodes. */
const longestPauseMs = 15_000;
const shortestPauseMs = 5;
const heldPauseMs = 1000;
/** A round takes at most the statement timeout of the role, a minute, unless it hangs. */
const longestRoundMs = 120_000;

/** Turns scheduled work into a job handler. Each round has its own transaction. */
export const recurring =
  (system: Options['tenancy']['system']) =>
  ({ name, everySeconds, run }: RecurringJob): JobHandler => ({
    queue: name,
    everySeconds,
    // No retry: the schedule runs it again.
    maxAttempts: 1,
    async run({ signal }, region) {
      let goesOn = true;
      while (goesOn && !signal.aborted) {
        goesOn = (await system((db) => run(db, region), region)) === true;
      }
      return undefined;
    },
  });

export function startJobs({ tenancy, log, metrics, handlers, onEvents, region }: Options): JobWorker {
  const system = <T>(work: (db: Db) => Promise<T>) => tenancy.system(work, region);
  const isReachable = () => region === undefined || tenancy.reachable().includes(region);
  const byQueue = new Map(handlers.map((handler) => [handler.queue, handler]));
  const schedules = handlers.flatMap(({ queue: name, everySeconds }) => (everySeconds ? [{ name, everySeconds }] : []));
  const names = schedules.map(({ name }) => name);
  const limited = handlers.filter(({ perTenant }) => perTenant !== undefined).map(({ queue }) => queue);
  /** One per worker, so that one statement renews all its jobs. */
  const lease = randomUUID();
  const running = new Map<string, { isOutbound: boolean; controller: AbortController; done: Promise<void> }>();
  const lanes = [
    { isOutbound: false, places: concurrency },
    { isOutbound: true, places: outboundConcurrency },
  ].map((lane) => ({
    ...lane,
    queues: handlers.filter(({ isOutbound = false }) => isOutbound === lane.isOutbound).map(({ queue }) => queue),
  }));

  /** Lanes with queues and free places. */
  const openLanes = () =>
    lanes
      .map(({ isOutbound, places, queues }) => {
        const busy = [...running.values()].filter((one) => one.isOutbound === isOutbound).length;
        return { queues, free: places - busy };
      })
      .filter(({ queues, free }) => queues.length > 0 && free > 0);
  let isStopped = false;
  let isDeclared = schedules.length === 0;
  let round: Promise<boolean> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let lookedAt = performance.now();

  const runJob = createJobRunner({ system, log, metrics, lease, region });

  function begin(job: ClaimedJob): void {
    const handler = byQueue.get(job.queue);
    if (!handler) {
      throw new Error(`Nobody here runs jobs of the queue ${job.queue}.`);
    }
    const controller = new AbortController();
    const done = runJob(job, handler, controller.signal)
      // The job stays leased and is retried after the lease expires.
      .catch((error) => {
        if (!isRegionUnavailable(error)) {
          log.error({ err: error, queue: job.queue, job: job.id }, 'job outcome write failed');
        }
      })
      .finally(() => {
        running.delete(job.id);
        wake();
      });
    running.set(job.id, { isOutbound: handler.isOutbound ?? false, controller, done });
  }

  /** Returns jobs above the limit of a tenant at once, without counting an attempt. */
  async function keepToLimits(db: Db, jobs: ClaimedJob[], counts: Map<string, number>): Promise<ClaimedJob[]> {
    const kept: ClaimedJob[] = [];
    const tooMany: string[] = [];
    for (const job of jobs) {
      const limit = byQueue.get(job.queue)?.perTenant;
      const pair = `${job.queue} ${job.tenantId}`;
      const busy = counts.get(pair) ?? 0;
      const isFull = limit !== undefined && job.tenantId !== installation && busy >= limit;
      // A job that this process still runs although its lease has expired is left to another node.
      if (isFull || running.has(job.id)) {
        tooMany.push(job.id);
      } else {
        counts.set(pair, busy + 1);
        kept.push(job);
      }
    }
    await returnJobs(db, tooMany, lease);
    return kept;
  }

  const fullPairs = (counts: Map<string, number>) =>
    [...counts].flatMap(([pair, busy]) => {
      const limit = byQueue.get(pair.split(' ')[0] ?? '')?.perTenant;
      return limit !== undefined && busy >= limit ? [pair] : [];
    });

  /** Claims again if jobs were returned, because all due jobs of other tenants may be behind them. */
  async function claimWithinLimits(db: Db, queues: string[], free: number, counts: Map<string, number>) {
    const kept: ClaimedJob[] = [];
    for (;;) {
      const full = fullPairs(counts);
      const wanted = { lease, seconds: leaseSeconds, count: free - kept.length, queues, full };
      kept.push(...(await keepToLimits(db, await claimJobs(db, wanted), counts)));
      if (kept.length >= free || fullPairs(counts).length === full.length) {
        return kept;
      }
    }
  }

  /** Claims due jobs up to the free capacity. Returns whether any were claimed. */
  async function takeDue(): Promise<boolean> {
    const jobs = await system(async (db) => {
      await releaseAbandonedJobs(db);
      await enqueueDue(db, names);
      if (limited.length > 0) {
        await lockLimits(db);
      }
      const counts = await countRunning(db, limited);
      const kept: ClaimedJob[] = [];
      for (const { queues, free } of openLanes()) {
        kept.push(...(await claimWithinLimits(db, queues, free, counts)));
      }
      return kept;
    });
    for (const job of jobs) {
      begin(job);
    }
    return jobs.length > 0;
  }

  /** Milliseconds until the next work; undefined if jobs were claimed. */
  async function pauseOrTake(): Promise<number | undefined> {
    if (isStopped || !isReachable()) {
      return longestPauseMs;
    }
    const open = openLanes();
    const { ms, hasEvents } = await system(async (db) => {
      if (!isDeclared) {
        await declareSchedules(db, schedules);
      }
      const queues = open.flatMap((lane) => lane.queues);
      return untilNext(db, queues, names);
    });
    isDeclared = true;
    if (hasEvents) {
      onEvents?.();
    }
    if (open.length === 0) {
      return longestPauseMs;
    }
    if (ms === null || ms > 0) {
      return ms ?? longestPauseMs;
    }
    // Due jobs that were not claimed are held by other nodes or by the limit of a tenant.
    return (await takeDue()) ? undefined : heldPauseMs;
  }

  async function takeAll(): Promise<boolean> {
    let any = false;
    try {
      let pause: number | undefined;
      do {
        pause = await pauseOrTake();
        any ||= pause === undefined;
      } while (pause === undefined);
      plan(Math.min(longestPauseMs, Math.max(shortestPauseMs, pause)));
    } catch (error) {
      if (!isRegionUnavailable(error)) {
        log.error({ err: error }, 'job worker failed');
      }
      plan(longestPauseMs);
    }
    return any;
  }

  function plan(delay: number): void {
    if (!isStopped) {
      clearTimeout(timer);
      timer = setTimeout(() => void look(), delay).unref();
    }
  }

  function look(): Promise<boolean> {
    round ??= takeAll().finally(() => {
      lookedAt = performance.now();
      round = undefined;
    });
    return round;
  }

  function wake(): void {
    if (round) {
      // The current round may have queried before the newest job was added.
      void round.then(() => plan(shortestPauseMs));
      return;
    }
    plan(shortestPauseMs);
  }

  async function renew(): Promise<void> {
    try {
      // Copied first: jobs that start during the renewal are not among those that were renewed.
      const begun = [...running];
      const held = begun.length > 0 ? await system((db) => renewLeases(db, lease, leaseSeconds)) : new Map();
      for (const [id, { controller }] of begun) {
        const isCancelWanted = held.get(id);
        if (isCancelWanted !== false) {
          controller.abort(isCancelWanted ? 'canceled' : 'lost');
        }
      }
    } catch (error) {
      if (!isRegionUnavailable(error)) {
        log.error({ err: error }, 'job lease renewal failed');
      }
    }
  }

  const renewal = every(renewMs, () => void renew());
  plan(shortestPauseMs);

  return {
    wake,
    async drain() {
      for (;;) {
        // The current round may have queried before the newest job was added.
        await round;
        // Running jobs make room for other jobs of their tenant, perhaps only after the round has counted them.
        const isBusy = running.size > 0;
        const took = await look();
        await Promise.all([...running.values()].map(({ done }) => done));
        if (!took && !isBusy) {
          return;
        }
      }
    },
    isAlive: () => performance.now() - lookedAt < longestRoundMs,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      renewal.stop();
      await round;
      for (const { controller } of running.values()) {
        controller.abort('stopping');
      }
      await Promise.all([...running.values()].map(({ done }) => done));
    },
  };
}
