import { randomUUID } from 'node:crypto';
import { inNameOf } from './actor.ts';
import type { Db } from './db.ts';
import {
  buryJob,
  type ClaimedJob,
  claimJobs,
  countRunning,
  declareSchedules,
  deleteJob,
  enqueueDue,
  freeAbandoned,
  installation,
  postponeJob,
  renewLeases,
  saveProgress,
  untilNext,
} from './job-store.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { isRegionUnavailable } from './region-database.ts';
import type { Tenancy } from './tenancy.ts';

export { enqueue, type NewJob } from './job-store.ts';

/** What a handler gets. */
export type Job = {
  id: string;
  /** Undefined for work of the installation. */
  tenantId: string | undefined;
  payload: Record<string, unknown>;
  /** The number of this attempt, from 1. */
  attempt: number;
  /** Aborted when somebody cancels the job, when the process stops, or when another node has taken the job over. */
  signal: AbortSignal;
  /** Shown to operators. */
  report(progress: Record<string, unknown>): Promise<void>;
};

/** Nothing: the job is done. `again`: part of it is done, the rest follows after so many seconds. */
export type Outcome = undefined | { again: number; payload?: Record<string, unknown> };

/** Work that the queue does. A job may run twice when a node dies, so what it does must bear being repeated. */
export type JobHandler = {
  queue: string;
  run(job: Job, region?: string): Promise<Outcome>;
  /** After so many failed attempts a job is kept as dead. */
  maxAttempts?: number;
  /** Jobs of one tenant that run at the same time, on all nodes. */
  perTenant?: number;
  /** Adds a job of this queue so often. The time is kept in the database, so that restarts change nothing. */
  everySeconds?: number;
};

/** Work of one statement or a few that returns, in a transaction. `true`: more is left, and it runs again at once. */
export type RecurringJob = {
  name: string;
  everySeconds: number;
  // biome-ignore lint/suspicious/noConfusingVoidType: most jobs do all of their work at once and answer nothing
  run(db: Db, region?: string): Promise<boolean | void>;
};

/** A failure that a further attempt would not change. */
export class PermanentFailure extends Error {}

export type JobWorker = {
  /** There may be work. */
  wake(): void;
  /** Runs everything that is due, and resolves when nothing is. */
  drain(): Promise<void>;
  stop(): Promise<void>;
};

type Options = {
  tenancy: Pick<Tenancy, 'system' | 'reachable'>;
  log: Log;
  metrics: Metrics;
  handlers: JobHandler[];
  /** The region whose own database is worked on; without one the home database. */
  region?: string;
};

/** Jobs of all queues that one process runs at the same time. */
const concurrency = 8;
/** How long other nodes keep away from the jobs of a node that says nothing. */
const leaseSeconds = 15;
const renewMs = 5000;
/** A node that was told of nothing looks at least so often: jobs of nodes that are gone are found then. */
const longestPauseMs = 15_000;
const shortestPauseMs = 5;
const heldPauseMs = 1000;
const defaultAttempts = 10;

/** Why a running job was broken off. */
const [canceled, lost, stopping] = ['canceled', 'lost', 'stopping'] as const;

const longestBackOffSeconds = 6 * 3600;

/** 1 s, 2 s, 4 s … with some chance in it, so that what failed together does not come back together. */
export function backOffSeconds(attempt: number, random = Math.random()): number {
  return Math.min(longestBackOffSeconds, 2 ** (attempt - 1)) * (0.75 + random / 2);
}

/** Turns work that returns into a handler: each round in a transaction of its own. */
export const recurring =
  (system: Options['tenancy']['system']) =>
  ({ name, everySeconds, run }: RecurringJob): JobHandler => ({
    queue: name,
    everySeconds,
    // The next time comes by itself.
    maxAttempts: 1,
    async run({ signal }, region) {
      let goesOn = true;
      while (goesOn && !signal.aborted) {
        goesOn = (await system((db) => run(db, region), region)) === true;
      }
      return undefined;
    },
  });

export function startJobs({ tenancy, log, metrics, handlers, region }: Options): JobWorker {
  const system = <T>(work: (db: Db) => Promise<T>) => tenancy.system(work, region);
  const isReachable = () => region === undefined || tenancy.reachable().includes(region);
  const byQueue = new Map(handlers.map((handler) => [handler.queue, handler]));
  const queues = [...byQueue.keys()];
  const schedules = handlers.flatMap(({ queue: name, everySeconds }) => (everySeconds ? [{ name, everySeconds }] : []));
  const names = schedules.map(({ name }) => name);
  const limited = handlers.filter(({ perTenant }) => perTenant !== undefined).map(({ queue }) => queue);
  /** One for the life of this worker: all its jobs are renewed with one statement. */
  const lease = randomUUID();
  const running = new Map<string, { controller: AbortController; done: Promise<void> }>();
  let isStopped = false;
  let isDeclared = schedules.length === 0;
  let round: Promise<boolean> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const count = (queue: string, result: string) => metrics.count('postern_jobs_total', { queue, result });

  async function fail(job: ClaimedJob, handler: JobHandler, error: unknown): Promise<void> {
    const { id, queue, attempts } = job;
    const reason = error instanceof Error ? error.message : String(error);
    const { maxAttempts = defaultAttempts } = handler;
    if (attempts >= maxAttempts || error instanceof PermanentFailure) {
      log.error({ err: error, queue, job: id, attempts }, 'job failed for good');
      count(queue, 'dead');
      await system((db) => buryJob(db, { id, lease }, reason));
      return;
    }
    log.warn({ err: error, queue, job: id, attempts }, 'job failed, will be retried');
    count(queue, 'failed');
    const inSeconds = backOffSeconds(attempts);
    await system((db) => postponeJob(db, { id, lease }, { inSeconds, error: reason, attempts: 'keep' }));
  }

  async function runOne(job: ClaimedJob, handler: JobHandler, controller: AbortController): Promise<void> {
    const { id, tenantId, queue, payload, attempts, actor } = job;
    const { signal } = controller;
    const report = (progress: Record<string, unknown>) => system((db) => saveProgress(db, { id, lease }, progress));
    try {
      const outcome = await inNameOf(actor ?? undefined, () =>
        handler.run(
          {
            id,
            tenantId: tenantId === installation ? undefined : tenantId,
            payload,
            attempt: attempts,
            signal,
            report,
          },
          region,
        ),
      );
      if (outcome) {
        const { again: inSeconds, payload: next } = outcome;
        const later = { inSeconds, ...(next ? { payload: next } : {}), attempts: 'reset' } as const;
        await system((db) => postponeJob(db, { id, lease }, later));
        return;
      }
      await system((db) => deleteJob(db, { id, lease }));
      count(queue, 'done');
    } catch (error) {
      await (signal.aborted ? breakOff(job, signal.reason) : fail(job, handler, error));
    }
  }

  /** Ended from outside: canceled for good, or to be done by another node. */
  async function breakOff({ id, queue }: ClaimedJob, reason: unknown): Promise<void> {
    if (reason === canceled) {
      count(queue, 'canceled');
      await system((db) => deleteJob(db, { id, lease }));
      return;
    }
    await system((db) => postponeJob(db, { id, lease }, { inSeconds: 0, attempts: 'return' }));
  }

  function begin(job: ClaimedJob): void {
    const handler = byQueue.get(job.queue);
    if (!handler) {
      throw new Error(`Nobody here runs jobs of the queue ${job.queue}.`);
    }
    const controller = new AbortController();
    const done = runOne(job, handler, controller)
      // The job stays leased and comes back when that has run out.
      .catch((error) => log.error({ err: error, queue: job.queue, job: job.id }, 'outcome of a job could not be saved'))
      .finally(() => {
        running.delete(job.id);
        wake();
      });
    running.set(job.id, { controller, done });
  }

  /** What exceeds the limit of a tenant goes back at once, and counts as no attempt. */
  async function keepToLimits(db: Db, jobs: ClaimedJob[], counts: Map<string, number>): Promise<ClaimedJob[]> {
    const kept: ClaimedJob[] = [];
    for (const job of jobs) {
      const limit = byQueue.get(job.queue)?.perTenant;
      const pair = `${job.queue} ${job.tenantId}`;
      const busy = counts.get(pair) ?? 0;
      if (limit !== undefined && job.tenantId !== installation && busy >= limit) {
        await postponeJob(db, { id: job.id, lease }, { inSeconds: 0, attempts: 'return' });
      } else {
        counts.set(pair, busy + 1);
        kept.push(job);
      }
    }
    return kept;
  }

  const fullPairs = (counts: Map<string, number>) =>
    [...counts].flatMap(([pair, busy]) => {
      const limit = byQueue.get(pair.split(' ')[0] ?? '')?.perTenant;
      return limit !== undefined && busy >= limit ? [pair] : [];
    });

  /** Takes what is due while there are hands for it. Answers whether anything was taken. */
  async function takeDue(): Promise<boolean> {
    const free = concurrency - running.size;
    const jobs = await system(async (db) => {
      await freeAbandoned(db);
      await enqueueDue(db, names);
      const counts = await countRunning(db, limited);
      const wanted = { lease, seconds: leaseSeconds, count: free, queues, full: fullPairs(counts) };
      return keepToLimits(db, await claimJobs(db, wanted), counts);
    });
    for (const job of jobs) {
      begin(job);
    }
    return jobs.length > 0;
  }

  /** Milliseconds until there is something to do here; undefined when something was taken. */
  async function pauseOrTake(): Promise<number | undefined> {
    if (isStopped || !isReachable() || running.size >= concurrency) {
      return longestPauseMs;
    }
    const next = await system(async (db) => {
      if (!isDeclared) {
        await declareSchedules(db, schedules);
      }
      return untilNext(db, queues, names);
    });
    isDeclared = true;
    if (next === undefined || next > 0) {
      return next ?? longestPauseMs;
    }
    // What is due and was not taken is held by others, or by the limit of a tenant.
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
      round = undefined;
    });
    return round;
  }

  function wake(): void {
    if (round) {
      // It may have looked before the newest job was there.
      void round.then(() => plan(shortestPauseMs));
      return;
    }
    plan(shortestPauseMs);
  }

  async function renew(): Promise<void> {
    try {
      const held = running.size > 0 ? await system((db) => renewLeases(db, lease, leaseSeconds)) : new Map();
      for (const [id, { controller }] of running) {
        const isCancelWanted = held.get(id);
        if (isCancelWanted !== false) {
          controller.abort(isCancelWanted ? canceled : lost);
        }
      }
    } catch (error) {
      if (!isRegionUnavailable(error)) {
        log.error({ err: error }, 'failed to renew the leases of jobs');
      }
    }
  }

  const renewal = setInterval(() => void renew(), renewMs).unref();
  plan(shortestPauseMs);

  return {
    wake,
    async drain() {
      for (;;) {
        const took = await look();
        await Promise.all([...running.values()].map(({ done }) => done));
        if (!took && running.size === 0) {
          return;
        }
      }
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      clearInterval(renewal);
      await round;
      for (const { controller } of running.values()) {
        controller.abort(stopping);
      }
      await Promise.all([...running.values()].map(({ done }) => done));
    },
  };
}
