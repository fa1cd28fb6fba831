import type { EventName } from '@postern/contracts/events';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { isRegionUnavailable } from '#platform/db/region-database';
import type { Actor, ManagementCall } from '#platform/http/actor';
import type { Log } from '#platform/observe/log';
import type { Metrics } from '#platform/observe/metrics';
import type { Tenancy } from '#platform/tenancy/tenancy';
import { inBackground } from './background.ts';

export type OutboxEvent = {
  tenantId: string;
  id: string;
  name: EventName;
  subjectId: string;
  data: Record<string, unknown>;
  createdAt: number;
  /** Null if there was no caller, as in a job. */
  actor: Actor | null;
  /** Increases with each event. Changes of one object lock it, so its events are in the order of the changes. */
  seq: number;
  /** The object after the change, or before its deletion. Null if the tenant has no webhook. */
  subject: unknown;
  /** Null unless a call of the management API caused the event. */
  call: ManagementCall | null;
  /** The name of the object and its changed fields, as the database noted them. For the audit log only. */
  noted: Record<string, unknown> | null;
};

/** Receives batches of events. Must be idempotent: a crash before the commit repeats the delivery. */
export type Subscriber = { name: string; handle(db: Db, events: OutboxEvent[]): Promise<void> };

/**
 * `wake` announces work: it runs at once after a quiet period, or with the next batch under load. `drain` runs now
 * until nothing is left.
 */
export type Worker = { wake(): void; drain(): Promise<number>; stop(): Promise<void> };

/** Minimum time between two rounds: a round costs about the same for one event and for ten. */
const gatherMs = 250;
/** Batches the events of several transactions of one request. */
const pauseMs = 5;
const batchSize = 100;
const maxAttempts = 10;

type Options = {
  tenancy: Pick<Tenancy, 'system' | 'reachable'>;
  log: Log;
  metrics: Metrics;
  subscribers: Subscriber[];
  /** The region whose database is used; the home database if undefined. */
  region?: string;
};

/**
 * Takes events that no other node holds out of the outbox. They are deleted on commit and remain after a rollback. Uses
 * one statement, because a lock followed by a delete would write each row twice; selects by ctid, so that the plan is
 * always fast.
 */
async function take(db: Db, which: RawBuilder<unknown>): Promise<OutboxEvent[]> {
  const { rows } = await sql<OutboxEvent>`with taken as (
      delete from outbox where ctid = any(array(
        select ctid from outbox where available_at <= now() ${which} for update skip locked))
      returning tenant_id as "tenantId", id, name, subject_id as "subjectId", data, created_at as "createdAt", actor,
        seq, subject, call, noted
    ) select * from taken order by seq`.execute(db);
  // The table holds only names that emit() accepted.
  return rows;
}

const takeDue = (db: Db) => take(db, sql`order by available_at limit ${batchSize}`);

/** Takes the event unless another node holds or has processed it. */
const takeAgain = (db: Db, { tenantId, id }: OutboxEvent) => take(db, sql`and tenant_id = ${tenantId} and id = ${id}`);

/** Passes events to every subscriber, in the transaction that took them. */
async function notifySubscribers(db: Db, events: OutboxEvent[], subscribers: Subscriber[]): Promise<void> {
  if (events.length === 0) {
    return;
  }
  for (const subscriber of subscribers) {
    await subscriber.handle(db, events);
  }
}

/** Retries with increasing delays; after the last attempt the event is kept for the operator. */
async function postpone(db: Db, { tenantId, id }: OutboxEvent, reason: string): Promise<void> {
  await sql`update outbox set attempts = attempts + 1, last_error = ${reason},
      available_at = case when attempts + 1 >= ${maxAttempts} then 'infinity'::timestamptz
        else now() + interval '1 second' * power(2, attempts) end
    where tenant_id = ${tenantId} and id = ${id}`.execute(db);
}

export function startOutbox({ tenancy, log, metrics, subscribers, region }: Options): Worker {
  const system = <T>(work: (db: Db) => Promise<T>) => tenancy.system(work, region);
  // Events lost in a crash are still in the outbox, and subscribers are idempotent.
  const repeatable = <T>(work: (db: Db) => Promise<T>) => tenancy.system(work, region, { isRepeatable: true });
  // Unreachable regions are watched elsewhere; work resumes when they are back.
  const isReachable = () => region === undefined || tenancy.reachable().includes(region);
  let isStopped = false;
  let running: Promise<number> | undefined;
  let soon: NodeJS.Timeout | undefined;
  let lastRound = Number.NEGATIVE_INFINITY;

  /** One event of the batch fails: deliver each one separately, so that only that one is postponed. */
  async function handOnSingly(events: OutboxEvent[]): Promise<number> {
    let count = 0;
    for (const event of events) {
      try {
        count += await repeatable(async (db) => {
          const claimed = await takeAgain(db, event);
          await notifySubscribers(db, claimed, subscribers);
          return claimed.length;
        });
      } catch (error) {
        log.error({ err: error, event: event.id, name: event.name }, 'outbox event failed');
        await system((db) => postpone(db, event, String(error)));
      }
    }
    return count;
  }

  async function drainAll(): Promise<number> {
    let total = 0;
    for (;;) {
      let claimed: OutboxEvent[] = [];
      let count: number;
      try {
        await repeatable(async (db) => {
          claimed = await takeDue(db);
          await notifySubscribers(db, claimed, subscribers);
        });
        count = claimed.length;
      } catch (error) {
        if (claimed.length === 0) {
          throw error;
        }
        count = await handOnSingly(claimed);
      }
      total += count;
      metrics.count('postern_outbox_events_total', {}, count);
      if (claimed.length < batchSize || isStopped) {
        return total;
      }
    }
  }

  function wake() {
    if (!isStopped && !soon) {
      const delay = Math.max(pauseMs, lastRound + gatherMs - performance.now());
      soon = setTimeout(() => void begin(), delay).unref();
    }
  }

  /** Starts a round after the running one, which may have queried before the newest event was added. */
  async function begin(): Promise<number> {
    clearTimeout(soon);
    soon = undefined;
    while (running) {
      await running;
    }
    if (!isReachable()) {
      return 0;
    }
    lastRound = performance.now();
    running = inBackground(drainAll)
      .catch((error) => {
        if (!isRegionUnavailable(error)) {
          log.error({ err: error }, 'outbox worker failed');
        }
        return 0;
      })
      .finally(() => {
        running = undefined;
      });
    return running;
  }

  /** Includes events that another node holds: its delivery may still fail. */
  const isAnyDue = async () =>
    !isStopped &&
    isReachable() &&
    system(async (db) => {
      const { rows } = await sql<{ due: boolean }>`
        select exists (select from outbox where available_at <= now()) as due`.execute(db);
      return rows[0]?.due === true;
    });

  // Each process delivers the events it wrote. The job worker triggers delivery of postponed events and those of other
  // processes.
  wake();

  return {
    wake,
    async drain() {
      let total = 0;
      do {
        total += await begin();
        // Includes events that subscribers emitted, and those that another node has not finished.
      } while (soon || (await isAnyDue()));
      return total;
    },
    async stop() {
      const isExpected = soon !== undefined;
      isStopped = true;
      // Otherwise collected events would wait until the next start.
      await (isExpected ? begin() : running);
    },
  };
}
