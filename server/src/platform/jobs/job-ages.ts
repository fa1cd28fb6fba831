import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { priorities, waitingQueues } from './job-claims.ts';

export type QueueAge = {
  queue: string;
  /** When the oldest waiting job was due. */
  dueAt: number;
  /** How long it has waited since then. */
  seconds: number;
  /** Whether a node runs a job of the queue. */
  isRunning: boolean;
};

/** The queues with due jobs that wait. Reads a few rows for each queue, however long it is. */
export async function listQueueAges(db: Db): Promise<QueueAge[]> {
  const { rows } = await sql<QueueAge>`with recursive ${waitingQueues}, oldest as (
      select names.queue, min(first.due_at) as due_at from names cross join ${priorities} cross join lateral (
        select due_at from jobs j where j.lease is null and j.dead_at is null and j.queue = names.queue
          and j.priority = level.priority and j.due_at <= now() order by j.due_at limit 1) first
      group by names.queue
    ) select queue, floor(extract(epoch from due_at) * 1000)::bigint as "dueAt",
      extract(epoch from now() - due_at)::float8 as seconds,
      queue = any(array(select queue from jobs where lease is not null and leased_until > now()
        order by leased_until desc limit 1000)) as "isRunning"
    from oldest order by queue`.execute(db);
  return rows;
}

/** The oldest of each queue in several databases. */
export function mergeAges(all: QueueAge[]): QueueAge[] {
  return [...Map.groupBy(all, ({ queue }) => queue).values()].flatMap((some) => {
    const [oldest] = some.toSorted((a, b) => b.seconds - a.seconds);
    return oldest ? [oldest] : [];
  });
}

/** A due job that waits longer than this in a queue of which nothing runs is not processed. */
const stuckSeconds = 15 * 60;

export const isStuck = ({ seconds, isRunning }: QueueAge): boolean => seconds > stuckSeconds && !isRunning;
