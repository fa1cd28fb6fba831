import { randomUUID } from 'node:crypto';
import type { Db } from '#platform/db/db';
import { isRegionUnavailable } from '#platform/db/region-database';
import type { Log } from '#platform/observe/log';
import type { Metrics } from '#platform/observe/metrics';
import type { Tenancy } from '#platform/tenancy/tenancy';
import { inBackground } from './background.ts';
import { listQueueAges, type QueueAge } from './job-ages.ts';
import { type ClaimedJob, type ClaimRequest, claimByTenant, claimFirst, lockLimits, untilNext } from './job-claims.ts';
import { declareSchedules, enqueueDue, releaseAbandonedJobs } from './job-store.ts';
import { createJobRunner, type JobHandler } from './run-job.ts';
import { holdJobs, leaseSeconds } from './running-jobs.ts';

export { enqueue, enqueueEach, enqueueNow, installation, removeWaiting, scheduleKey } from './job-store.ts';
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
  /** Whether it still finds jobs. Rounds that hang or fail end that. */
  isAlive(): boolean;
  /** The queues of its handlers with jobs that are due. Empty if the database of its region is not reachable. */
  ages(): Promise<QueueAge[]>;
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
/** Running jobs per tenant in a queue of outbound jobs, so that one tenant with slow servers leaves places to others. */
const outboundPerTenant = 8;
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
  /** One per worker, so that one statement renews all its jobs. */
  const lease = randomUUID();
  const runJob = createJobRunner({ system, log, metrics, lease, region });
  const running = holdJobs({ system, log, lease, run: runJob, onEnd: () => wake() });
  const limitOf = ({ perTenant, isOutbound }: JobHandler) => perTenant ?? (isOutbound ? outboundPerTenant : null);
  const lanes = [
    { isOutbound: false, places: concurrency },
    { isOutbound: true, places: outboundConcurrency },
  ].map((lane) => ({
    ...lane,
    queues: handlers
      .filter(({ isOutbound = false }) => isOutbound === lane.isOutbound)
      .map((handler) => ({ queue: handler.queue, most: limitOf(handler) })),
  }));
  const isLimited = lanes.some(({ queues }) => queues.some(({ most }) => most !== null));

  /** Lanes with queues and free places. */
  const openLanes = () =>
    lanes
      .map(({ isOutbound, places, queues }) => ({ queues, free: places - running.count(isOutbound) }))
      .filter(({ queues, free }) => queues.length > 0 && free > 0);
  let isStopped = false;
  let isDeclared = schedules.length === 0;
  let round: Promise<boolean> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let lookedAt = performance.now();
  /** For each queue the tenant where the last search of single tenants ended. */
  let reached: Record<string, string> = {};

  function begin(job: ClaimedJob, claimedAt: number): void {
    const handler = byQueue.get(job.queue);
    if (!handler) {
      throw new Error(`Nobody here runs jobs of the queue ${job.queue}.`);
    }
    running.begin(job, handler, claimedAt);
  }

  /** If tenants at their limit fill the head of a queue, looks for jobs of the other tenants behind it. */
  async function claim(db: Db, queues: ClaimRequest['queues'], count: number): Promise<ClaimedJob[]> {
    const wanted = { lease, seconds: leaseSeconds, count, queues, except: running.ids() };
    const { jobs, crowded } = await claimFirst(db, wanted);
    if (jobs.length >= count || crowded.length === 0) {
      return jobs;
    }
    const left = {
      ...wanted,
      count: count - jobs.length,
      queues: queues.filter(({ queue }) => crowded.includes(queue)),
    };
    const more = await claimByTenant(db, left, reached);
    reached = { ...reached, ...more.reached };
    return [...jobs, ...more.jobs];
  }

  /** Claims due jobs up to the free capacity. Returns whether any were claimed. */
  async function takeDue(): Promise<boolean> {
    const claimedAt = performance.now();
    const jobs = await system(async (db) => {
      await releaseAbandonedJobs(db);
      await enqueueDue(db, names);
      if (isLimited) {
        await lockLimits(db);
      }
      const claimed: ClaimedJob[] = [];
      for (const { queues, free } of openLanes()) {
        claimed.push(...(await claim(db, queues, free)));
      }
      return claimed;
    });
    for (const job of jobs) {
      begin(job, claimedAt);
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
      const queues = open.flatMap((lane) => lane.queues.map(({ queue }) => queue));
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
        lookedAt = performance.now();
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
    round ??= inBackground(takeAll).finally(() => {
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

  plan(shortestPauseMs);

  return {
    wake,
    async drain() {
      for (;;) {
        // The current round may have queried before the newest job was added.
        await round;
        // Running jobs make room for other jobs of their tenant, perhaps only after the round has counted them.
        const isBusy = running.ids().length > 0;
        const took = await look();
        await running.ended();
        if (!took && !isBusy) {
          return;
        }
      }
    },
    async ages() {
      const all = isReachable() ? await system(listQueueAges) : [];
      return all.filter(({ queue }) => byQueue.has(queue));
    },
    isAlive: () => performance.now() - lookedAt < longestRoundMs,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await round;
      await running.stop();
    },
  };
}
