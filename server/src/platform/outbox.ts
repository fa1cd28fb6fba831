import type { EventName } from '@postern/contracts/events';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from './actor.ts';
import type { Db } from './db.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { isRegionUnavailable } from './region-database.ts';
import type { Tenancy } from './tenancy.ts';

export type OutboxEvent = {
  tenantId: string;
  id: string;
  name: EventName;
  subjectId: string;
  data: Record<string, unknown>;
  createdAt: number;
  /** Null when nobody called, such as a job. */
  actor: Actor | null;
};

/** Receives batches of events; must be idempotent, because a crash between work and acknowledgement repeats it. */
export type Subscriber = { name: string; handle(db: Db, events: OutboxEvent[]): Promise<void> };

/** `wake`: there is work; at once after a quiet time, in a busy one together with what else comes. `drain`: now, until none is left. */
export type Worker = { wake(): void; drain(): Promise<number>; stop(): Promise<void> };

/** Rounds begin at least so many milliseconds apart: one costs about the same for one event and for ten. */
const gatherMs = 100;
/** What one request tells in several transactions goes together too. */
const pauseMs = 5;
const batchSize = 100;
const maxAttempts = 10;

type Options = {
  tenancy: Pick<Tenancy, 'system' | 'reachable'>;
  log: Log;
  metrics: Metrics;
  subscribers: Subscriber[];
  /** The region whose own database is worked on; without one the home database. */
  region?: string;
};

/**
 * Takes events out of the outbox that no other node holds: they are gone when the transaction ends, and back when it fails.
 * One statement, since one to lock and one to delete would write each row twice; by place, so that no plan can be slow.
 */
async function take(db: Db, which: RawBuilder<unknown>): Promise<OutboxEvent[]> {
  const { rows } = await sql<OutboxEvent & { availableAt: number }>`with taken as (
      delete from outbox where ctid = any(array(
        select ctid from outbox where available_at <= now() ${which} for update skip locked))
      returning tenant_id as "tenantId", id, name, subject_id as "subjectId", data, created_at as "createdAt", actor,
        available_at as "availableAt"
    ) select * from taken order by "availableAt"`.execute(db);
  // The table holds only names that emit() accepted.
  return rows.map(({ availableAt: _, ...event }) => event);
}

const takeDue = (db: Db) => take(db, sql`order by available_at limit ${batchSize}`);

/** The event, unless another node has it or has dealt with it. */
const takeAgain = (db: Db, { tenantId, id }: OutboxEvent) => take(db, sql`and tenant_id = ${tenantId} and id = ${id}`);

/** Hands events to every subscriber, in the transaction that took them. */
async function handOn(db: Db, events: OutboxEvent[], subscribers: Subscriber[]): Promise<void> {
  if (events.length === 0) {
    return;
  }
  for (const subscriber of subscribers) {
    await subscriber.handle(db, events);
  }
}

/** Tried again later and later, and at last kept for an operator to look at. */
async function postpone(db: Db, { tenantId, id }: OutboxEvent, reason: string): Promise<void> {
  await sql`update outbox set attempts = attempts + 1, last_error = ${reason},
      available_at = case when attempts + 1 >= ${maxAttempts} then 'infinity'::timestamptz
        else now() + interval '1 second' * power(2, attempts) end
    where tenant_id = ${tenantId} and id = ${id}`.execute(db);
}

export function startOutbox({ tenancy, log, metrics, subscribers, region }: Options): Worker {
  const system = <T>(work: (db: Db) => Promise<T>) => tenancy.system(work, region);
  // What a crash takes back is still in the outbox, and subscribers are idempotent.
  const repeatable = <T>(work: (db: Db) => Promise<T>) => tenancy.system(work, region, { isRepeatable: true });
  // Whoever is out of reach is looked after elsewhere; work is there again when they are.
  const isReachable = () => region === undefined || tenancy.reachable().includes(region);
  let isStopped = false;
  let running: Promise<number> | undefined;
  let soon: NodeJS.Timeout | undefined;
  let lastRound = Number.NEGATIVE_INFINITY;

  /** One of the batch cannot be handed on: each goes alone, so that only that one has to wait. */
  async function handOnSingly(events: OutboxEvent[]): Promise<number> {
    let count = 0;
    for (const event of events) {
      try {
        count += await repeatable(async (db) => {
          const claimed = await takeAgain(db, event);
          await handOn(db, claimed, subscribers);
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
          await handOn(db, claimed, subscribers);
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

  /** A round after the one that runs, if any: that one may have looked before the newest event was there. */
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
    running = drainAll()
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

  /** Also what another node holds, which may be at it or about to fail. */
  const isAnyDue = async () =>
    !isStopped &&
    isReachable() &&
    system(async (db) => {
      const { rows } = await sql<{ due: boolean }>`
        select exists (select from outbox where available_at <= now()) as due`.execute(db);
      return rows[0]?.due === true;
    });

  // Each process fetches what it wrote itself; the worker of jobs calls for what was postponed or left by another process.
  wake();

  return {
    wake,
    async drain() {
      let total = 0;
      do {
        total += await begin();
        // What subscribers told of on the way counts too, and what another node has not finished yet.
      } while (soon || (await isAnyDue()));
      return total;
    },
    async stop() {
      const isExpected = soon !== undefined;
      isStopped = true;
      // What waited to be gathered would otherwise wait for the next start.
      await (isExpected ? begin() : running);
    },
  };
}
