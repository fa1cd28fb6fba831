import type { Db } from '#platform/db/db';
import { isRegionUnavailable } from '#platform/db/region-database';
import { onBehalfOf } from '#platform/http/actor';
import type { Log } from '#platform/observe/log';
import type { Metrics } from '#platform/observe/metrics';
import { currentRecorder } from '#platform/observe/trace';
import type { ClaimedJob } from './job-claims.ts';
import { deleteJobs, installation, type Later, markJobDead, postponeJob, saveProgress } from './job-store.ts';

/** The argument of a handler. */
export type Job = {
  id: string;
  /** Undefined for jobs of the installation. */
  tenantId: string | undefined;
  payload: Record<string, unknown>;
  /** The number of this attempt, from 1. */
  attempt: number;
  /**
   * Aborted if the job is canceled or has run for too long, if the process stops, or if another node may take it over.
   * A handler that does not end soon after that is given up.
   */
  signal: AbortSignal;
  /** Shown to operators. */
  report(progress: Record<string, unknown>): Promise<void>;
};

/** Undefined: the job is done. `again`: part of it is done, and the rest continues after this many seconds. */
export type Outcome = undefined | { again: number; payload?: Record<string, unknown> };

export type EndedBy = 'canceled' | 'exhausted';

/** Handles the jobs of a queue. A job may run twice when a node dies, so handlers must be idempotent. */
export type JobHandler = {
  queue: string;
  run(job: Job, region?: string): Promise<Outcome>;
  /** Number of failed attempts after which a job is kept as dead. */
  maxAttempts?: number;
  /** Delay after the first failure (default: 1). It doubles with each further failure. */
  firstPauseSeconds?: number;
  /** Maximum delay between two attempts (default: 6 hours). */
  longestPauseSeconds?: number;
  /** Called if the job ends without being done: it was canceled, or it crashed its node at every attempt. */
  onEnd?(job: Job, why: EndedBy, region?: string): Promise<void>;
  /**
   * The jobs wait for servers of tenants. They have their own places, so that slow servers do not delay other queues.
   */
  isOutbound?: boolean;
  /** Maximum number of running jobs per tenant, on all nodes. By default 8 for outbound jobs, and no limit for others. */
  perTenant?: number;
  /** How long an attempt may take (default: 15 minutes). Then it is aborted and counts as failed. */
  maxSeconds?: number;
  /**
   * Adds a job to this queue at this interval. The schedule is stored in the database, so restarts do not affect it.
   */
  everySeconds?: number;
};

/** A failure that a retry would not fix. */
export class PermanentFailure extends Error {}

/** Why the signal of a job is aborted. */
export type AbortReason = 'canceled' | 'lost' | 'overdue' | 'stopping';

const defaultAttempts = 10;
/** How long a handler may go on after its signal was aborted. */
const giveUpMs = 5000;
const defaultLongestSeconds = 6 * 3600;

type Pauses = Pick<JobHandler, 'firstPauseSeconds' | 'longestPauseSeconds'>;

/** 1 s, 2 s, 4 s … with jitter, so that jobs that failed together are not retried together. */
export function backOffSeconds(attempt: number, random = Math.random(), pauses: Pauses = {}): number {
  const { firstPauseSeconds = 1, longestPauseSeconds = defaultLongestSeconds } = pauses;
  return Math.min(longestPauseSeconds, firstPauseSeconds * 2 ** (attempt - 1)) * (0.75 + random / 2);
}

type Options = {
  system<T>(work: (db: Db) => Promise<T>): Promise<T>;
  log: Log;
  metrics: Metrics;
  lease: string;
  region: string | undefined;
};

/** Deletes jobs that end at the same moment with one statement. */
function createRemoval(removeAll: (ids: string[]) => Promise<void>): (id: string) => Promise<void> {
  let ids: string[] = [];
  let next: Promise<void> | undefined;
  return (id) => {
    ids.push(id);
    next ??= new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      const all = ids;
      [ids, next] = [[], undefined];
      return removeAll(all);
    });
    return next;
  };
}

class IgnoredAbort extends Error {}

/** Rejects if the work goes on after its signal was aborted. */
function endSoonAfterAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const giveUp = () => {
      timer = setTimeout(() => reject(new IgnoredAbort('The job did not end after it was aborted.')), giveUpMs);
    };
    if (signal.aborted) {
      giveUp();
    }
    signal.addEventListener('abort', giveUp, { once: true });
    void work.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
    });
  });
}

/** Runs a claimed job and stores its outcome. */
export function createJobRunner({ system, log, metrics, lease, region }: Options) {
  const count = (queue: string, result: string) => metrics.count('postern_jobs_total', { queue, result });
  const remove = createRemoval((ids) => system((db) => deleteJobs(db, ids, lease)));
  const postpone = ({ id }: ClaimedJob, later: Later) => system((db) => postponeJob(db, { id, lease }, later));

  function toJob({ id, tenantId, payload, attempts }: ClaimedJob, signal: AbortSignal): Job {
    return {
      id,
      tenantId: tenantId === installation ? undefined : tenantId,
      payload,
      attempt: attempts,
      signal,
      report: (progress) => system((db) => saveProgress(db, { id, lease }, progress)),
    };
  }

  async function giveUp({ id, queue, attempts }: ClaimedJob, error: unknown): Promise<void> {
    const reason = error instanceof Error ? error.message : String(error);
    log.error({ err: error, queue, job: id, attempts }, 'job failed for good');
    count(queue, 'dead');
    await system((db) => markJobDead(db, { id, lease }, reason));
  }

  async function fail(job: ClaimedJob, handler: JobHandler, error: unknown): Promise<void> {
    const { id, queue, attempts } = job;
    const { maxAttempts = defaultAttempts } = handler;
    if (attempts >= maxAttempts || error instanceof PermanentFailure) {
      await giveUp(job, error);
      return;
    }
    if (!isRegionUnavailable(error)) {
      log.warn({ err: error, queue, job: id, attempts }, 'job failed, will be retried');
    }
    count(queue, 'failed');
    const inSeconds = backOffSeconds(attempts, undefined, handler);
    const reason = error instanceof Error ? error.message : String(error);
    await postpone(job, { inSeconds, error: reason, attempts: 'keep' });
  }

  async function cancel(job: ClaimedJob, handler: JobHandler, signal: AbortSignal): Promise<void> {
    await handler.onEnd?.(toJob(job, signal), 'canceled', region);
    count(job.queue, 'canceled');
    await remove(job.id);
  }

  /** Aborted from outside: canceled, failed because it took too long, or returned for another node. */
  async function breakOff(job: ClaimedJob, handler: JobHandler, signal: AbortSignal, error: unknown): Promise<void> {
    // Only the worker aborts, with one of these reasons.
    const reason = signal.reason as AbortReason;
    if (reason === 'canceled') {
      await cancel(job, handler, signal);
    } else if (reason === 'overdue') {
      await fail(job, handler, new Error('The job took too long.', { cause: error }));
    } else if (!(error instanceof IgnoredAbort)) {
      await postpone(job, { inSeconds: 0, attempts: 'return' });
    } else {
      // It may still work, so its lease has to expire before another node continues.
      log.error({ queue: job.queue, job: job.id, reason }, 'job ignored its abort signal');
    }
  }

  async function work(job: ClaimedJob, handler: JobHandler, signal: AbortSignal): Promise<void> {
    const { maxAttempts = defaultAttempts } = handler;
    if (job.isCancelWanted) {
      await cancel(job, handler, signal);
      return;
    }
    if (job.attempts > Math.max(maxAttempts, defaultAttempts)) {
      // It never failed by itself: its node died each time.
      await handler.onEnd?.(toJob(job, signal), 'exhausted', region);
      await giveUp(job, new Error('The node stopped during each attempt.'));
      return;
    }
    const outcome = await endSoonAfterAbort(handler.run(toJob(job, signal), region), signal);
    if (outcome) {
      const { again: inSeconds, payload } = outcome;
      await postpone(job, { inSeconds, ...(payload ? { payload } : {}), attempts: 'reset' });
      return;
    }
    await remove(job.id);
    count(job.queue, 'done');
  }

  /** A trace for each attempt. Its payload may contain personal data and is not part of it. */
  async function workTraced(job: ClaimedJob, handler: JobHandler, signal: AbortSignal): Promise<void> {
    const { queue, tenantId, attempts } = job;
    const span = currentRecorder()?.open(`job ${queue}`, {
      kind: 'consumer',
      attributes: {
        'messaging.destination.name': queue,
        'postern.tenant.id': tenantId === installation ? undefined : tenantId,
        'postern.job.attempt': attempts,
      },
    });
    if (!span) {
      return work(job, handler, signal);
    }
    let isError = true;
    try {
      await span.within(() => work(job, handler, signal));
      isError = false;
    } finally {
      span.end({ isError });
    }
  }

  return async (job: ClaimedJob, handler: JobHandler, signal: AbortSignal): Promise<void> => {
    try {
      await onBehalfOf(job.actor ?? undefined, () => workTraced(job, handler, signal));
    } catch (error) {
      await (signal.aborted ? breakOff(job, handler, signal, error) : fail(job, handler, error));
    }
  };
}
