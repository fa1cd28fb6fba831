import { adminTenantId } from '@postern/contracts/wire';
import { sql } from 'kysely';
import { AppError } from '#platform/http/errors';
import type { Log } from '#platform/observe/log';
import type { Tenancy } from '#platform/tenancy/tenancy';

const interval = 2000;
const timeoutMs = 5000;
/** The clock of this node was set: it is compared with the clock of the database at once. */
const jumpMs = 10_000;
/** PostgreSQL must write a temporary file for this, so it fails on a full disk. Nothing is kept. */
const writeTemporaryFile = sql`
  with filler as materialized (select repeat(md5(n::text), 32) as text from generate_series(1, 512) as n)
  select count(distinct text) as kept from filler`;

/** Returns how far the clock of this node is ahead of the clock of the database, in milliseconds, or less. */
async function tryToWrite(tenancy: Tenancy): Promise<number> {
  return tenancy.write(adminTenantId, async (db) => {
    await sql`set local work_mem = '64kB'`.execute(db);
    await writeTemporaryFile.execute(db);
    const before = Date.now();
    // The size is read from the file system: rows in the memory of PostgreSQL do not show that its files are unreadable.
    const { rows } = await sql<{ isReadOnly: boolean; now: number; size: number }>`
      select current_setting('transaction_read_only')::boolean as "isReadOnly", clock_timestamp() as now,
        pg_relation_size('schema_migrations') as size`.execute(db);
    const [row] = rows;
    if (!row || row.isReadOnly) {
      throw new Error('The database is read-only.');
    }
    if (row.size === 0) {
      throw new Error('The files of the database are gone.');
    }
    // The database read its clock between `before` and now.
    return Math.max(0, before - row.now) + Math.min(0, Date.now() - row.now);
  });
}

const cannotWrite = () => new AppError('server.cannot_write', { retryAfter: 5 });

/** Does not wait for an unresponsive database. The attempt continues, and no second one starts in the meantime. */
async function inTime(attempt: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(cannotWrite()), timeoutMs);
  });
  await Promise.race([attempt, late]).finally(() => clearTimeout(timer));
}

export type WriteProbe = {
  /**
   * Checks whether the database can write, at most once in two seconds for all callers, and again as soon as other work
   * could not write. Throws `server.cannot_write` if it cannot.
   */
  requireWritable(): Promise<void>;
  /** How far the clock of this node was ahead of the clock of the database at the last check that succeeded. */
  clockOffsetMs(): number;
};

export function createWriteProbe(tenancy: Tenancy, log: Log): WriteProbe {
  let last: Promise<void> | undefined;
  let isRunning = false;
  let startedAt = 0;
  let startDrift = 0;
  let couldWrite = true;
  let clockOffsetMs = 0;
  /** Failures of any work, and how many of them the last check knows about. */
  let failures = 0;
  let knownFailures = 0;
  tenancy.onUnwritable(() => {
    failures += 1;
  });

  async function probe(): Promise<void> {
    knownFailures = failures;
    try {
      clockOffsetMs = await tryToWrite(tenancy);
      if (!couldWrite) {
        log.info('database writable again');
      }
      couldWrite = true;
    } catch (error) {
      if (couldWrite) {
        log.error({ err: error }, 'database not writable');
      }
      couldWrite = false;
      // Its own failure, and those that have the same cause.
      knownFailures = failures;
      throw cannotWrite();
    } finally {
      isRunning = false;
    }
  }

  async function requireWritable(): Promise<void> {
    // A check that began before a write failed proves nothing.
    while (isRunning && failures > knownFailures && last) {
      await inTime(last);
    }
    const drift = Date.now() - performance.now();
    const isDue =
      failures > knownFailures || performance.now() - startedAt >= interval || Math.abs(drift - startDrift) > jumpMs;
    if (!last || (!isRunning && isDue)) {
      startedAt = performance.now();
      startDrift = drift;
      isRunning = true;
      last = probe();
      // Each caller gets the failure; this avoids an unhandled rejection without callers.
      last.catch(() => undefined);
    }
    await inTime(last);
  }

  return { requireWritable, clockOffsetMs: () => clockOffsetMs };
}
