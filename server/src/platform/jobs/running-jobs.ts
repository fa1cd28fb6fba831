import type { Db } from '#platform/db/db';
import { isRegionUnavailable } from '#platform/db/region-database';
import type { Log } from '#platform/observe/log';
import { every } from './every.ts';
import type { ClaimedJob } from './job-claims.ts';
import { renewLeases } from './job-store.ts';
import type { AbortReason, JobHandler } from './run-job.ts';

/** How long other nodes leave the jobs of a silent node alone. */
export const leaseSeconds = 15;
const renewMs = 5000;
/** A node that cannot renew its leases stops working before other nodes take over its jobs. */
const lostMs = leaseSeconds * 1000 - 2000;
const checkMs = 1000;
const defaultMaxSeconds = 15 * 60;

type Running = {
  isOutbound: boolean;
  controller: AbortController;
  done: Promise<void>;
  startedAt: number;
  /** Before the claim or the last renewal was sent, so that the lease ends later than this plus its length. */
  leasedAt: number;
  maxMs: number;
};

type Options = {
  system<T>(work: (db: Db) => Promise<T>): Promise<T>;
  log: Log;
  lease: string;
  run(job: ClaimedJob, handler: JobHandler, signal: AbortSignal): Promise<void>;
  onEnd(): void;
};

/** The running jobs of a worker: renews their leases, and aborts those that are canceled, lost or take too long. */
export function holdJobs({ system, log, lease, run, onEnd }: Options) {
  const running = new Map<string, Running>();
  let renewedAt = performance.now();
  let isRenewing = false;

  const abort = ({ controller }: Running, reason: AbortReason): void => {
    if (!controller.signal.aborted) {
      controller.abort(reason);
    }
  };

  async function renew(): Promise<void> {
    try {
      // Copied first: jobs that start during the renewal are not among those that were renewed.
      const begun = [...running];
      const sentAt = performance.now();
      const ids = begun.map(([id]) => id);
      const held = ids.length > 0 ? await system((db) => renewLeases(db, lease, leaseSeconds, ids)) : new Map();
      for (const [id, one] of begun) {
        const isCancelWanted = held.get(id);
        if (isCancelWanted === false) {
          one.leasedAt = sentAt;
        } else {
          abort(one, isCancelWanted ? 'canceled' : 'lost');
        }
      }
    } catch (error) {
      if (!isRegionUnavailable(error)) {
        log.error({ err: error }, 'job lease renewal failed');
      }
    }
  }

  function check(): void {
    const now = performance.now();
    for (const one of running.values()) {
      if (now - one.leasedAt > lostMs) {
        abort(one, 'lost');
      } else if (now - one.startedAt > one.maxMs) {
        abort(one, 'overdue');
      }
    }
    if (now - renewedAt >= renewMs && !isRenewing) {
      isRenewing = true;
      renewedAt = now;
      void renew().finally(() => {
        isRenewing = false;
      });
    }
  }

  const checks = every(checkMs, check);
  const ended = async () => {
    await Promise.all([...running.values()].map(({ done }) => done));
  };

  return {
    ids: () => [...running.keys()],
    count: (isOutbound: boolean) => [...running.values()].filter((one) => one.isOutbound === isOutbound).length,
    ended,
    begin(job: ClaimedJob, handler: JobHandler, claimedAt: number): void {
      const controller = new AbortController();
      const done = run(job, handler, controller.signal)
        // The job stays leased and is retried after the lease expires.
        .catch((error) => {
          if (!isRegionUnavailable(error)) {
            log.error({ err: error, queue: job.queue, job: job.id }, 'job outcome write failed');
          }
        })
        .finally(() => {
          running.delete(job.id);
          onEnd();
        });
      running.set(job.id, {
        isOutbound: handler.isOutbound ?? false,
        controller,
        done,
        startedAt: performance.now(),
        leasedAt: claimedAt,
        maxMs: (handler.maxSeconds ?? defaultMaxSeconds) * 1000,
      });
    },
    async stop(): Promise<void> {
      checks.stop();
      for (const one of running.values()) {
        abort(one, 'stopping');
      }
      await ended();
    },
  };
}
