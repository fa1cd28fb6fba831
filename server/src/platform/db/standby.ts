import { sql } from 'kysely';
import { AppError } from '#platform/http/errors';
import { type Handle, type HandleOptions, openHandle, type Statement, type UnitOfWork } from '#platform/tenancy/handle';
import { batchByTenant } from './batch-reads.ts';
import type { Db } from './db.ts';
import { isConnectionLost } from './pool.ts';

/** The database that answered a read, or why it was not the standby. */
export type StandbyResult = 'standby' | 'behind' | 'unavailable';

export type Standby = {
  read<T>(tenantId: string, work: UnitOfWork<T>): Promise<T>;
  stats: Handle['stats'];
  abandon(): void;
  close(): Promise<void>;
};

type Options = HandleOptions & { onRead(result: StandbyResult): void };

const positionStatement: Statement = { name: 'position', text: 'select pg_current_wal_lsn()::text as position' };

/** How often and how long a read waits for the standby before it goes to the primary. */
const maxChecks = 4;
const betweenChecksMs = 3;
/** After a failure the primary gets all reads for this long. */
const pauseMs = 1000;

/** The standby canceled the read to apply a change. */
const conflictStates = new Set(['40001', '40P01']);
const stateOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');

class BehindError extends Error {}

/** Whether the standby has applied everything up to the position. A former primary is never current. */
async function isCurrent(db: Db, position: string): Promise<boolean> {
  const { rows } = await sql<{ isCurrent: boolean | null }>`
    select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${position}::pg_lsn as "isCurrent"`.execute(db);
  return rows[0]?.isCurrent === true;
}

async function requireCurrent(db: Db, position: string): Promise<void> {
  for (let checks = 1; !(await isCurrent(db, position)); checks += 1) {
    if (checks >= maxChecks) {
      throw new BehindError();
    }
    await new Promise((resolve) => setTimeout(resolve, betweenChecksMs));
  }
}

/**
 * Reads that may go to a standby of the database. Each of them first asks the primary for its position in the log and
 * runs on the standby only after the standby has applied it, so it sees every change that was confirmed before it,
 * on whichever node. If the standby is behind, has failed or is busy, the primary answers.
 */
export function openStandby(primary: Handle, { onRead, ...options }: Options): Standby {
  const standby = openHandle(options);
  let pausedUntil = 0;

  const positionOf = batchByTenant(async (tenantId, keys) => {
    const [row] = await primary.run<{ position: string }>(tenantId, positionStatement, []);
    return new Map(keys.map((key) => [key, row?.position ?? '']));
  });

  function resultOf(error: unknown): StandbyResult | undefined {
    if (error instanceof BehindError) {
      return 'behind';
    }
    const isBusy = error instanceof AppError && error.code === 'server.busy';
    return isBusy || isConnectionLost(error) || conflictStates.has(stateOf(error)) ? 'unavailable' : undefined;
  }

  return {
    async read(tenantId, work) {
      if (performance.now() < pausedUntil) {
        onRead('unavailable');
        return primary.read(tenantId, work);
      }
      const position = (await positionOf(tenantId, 'position')) ?? '';
      try {
        const result = await standby.read(tenantId, async (db) => {
          await requireCurrent(db, position);
          return work(db);
        });
        onRead('standby');
        return result;
      } catch (error) {
        const reason = resultOf(error);
        if (!reason) {
          throw error;
        }
        if (isConnectionLost(error)) {
          pausedUntil = performance.now() + pauseMs;
        }
        onRead(reason);
        return primary.read(tenantId, work);
      }
    },
    stats: standby.stats,
    abandon: () => standby.abandon(),
    close: standby.close,
  };
}
