import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { isStuck, type QueueAge } from '#platform/jobs/job-ages';
import type { Vault } from '#platform/secrets/vault';
import type { Log } from './log.ts';

/** `unknown`: it needs the database, which does not respond. `notConfigured`: this installation runs without it. */
type PartState = 'ready' | 'notReady' | 'unknown' | 'notConfigured';

export type Readiness = {
  /** `degraded`: the node serves requests, but a part that requests do not need is not ready. */
  status: 'ready' | 'degraded' | 'notReady';
  parts: Record<'database' | 'clock' | 'migrations' | 'vault' | 'engine' | 'worker' | 'jobs', PartState>;
  /** Set if a part that requests need is not ready. */
  failure: AppError | undefined;
};

type Options = {
  log: Log;
  vault: Pick<Vault, 'isReady' | 'seal' | 'open'>;
  /** Throws `server.cannot_write` if the database cannot write. */
  requireWritable: () => Promise<void>;
  /** How far the clock of this node is ahead of the clock of the database. */
  clockOffsetMs: () => number;
  system: <T>(work: (db: Db) => Promise<T>) => Promise<T>;
  /** Names of the migrations of this release. */
  migrations: readonly string[];
  /** Loads the OpenID Connect engine with its signing keys. Throws if it cannot. */
  loadEngine: () => Promise<unknown>;
  isWorkerAlive: () => boolean;
  /** The queues with jobs that are due. */
  queueAges: () => Promise<QueueAge[]>;
};

/** Anyone may ask, so the list of migrations and the queues are read at most this often. */
const migrationsMs = 10_000;
const queuesMs = 10_000;
const retryAfter = 5;
/**
 * Tokens and codes are compared with the clock of the node, rows with the clock of the database. Up to this difference,
 * lifetimes are only a little shorter or longer.
 */
const maxClockOffsetMs = 60_000;

async function countApplied(db: Db, names: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from schema_migrations where name = any(${[...names]})`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Encrypts and decrypts a text: the key file may have become unreadable. */
function tryVault({ isReady, seal, open }: Options['vault']): PartState {
  if (!isReady) {
    return 'notConfigured';
  }
  return open('readiness', seal('readiness', 'test')) === 'test' ? 'ready' : 'notReady';
}

/**
 * Tells which part of this node is not ready. The state of the worker and of the jobs does not stop requests: all nodes share the
 * database, so a slow one would take all of them out of service.
 */
export function createReadinessCheck(options: Options): () => Promise<Readiness> {
  const { log, requireWritable, clockOffsetMs, system, migrations, loadEngine, isWorkerAlive, queueAges } = options;
  let running: Promise<Readiness> | undefined;
  let migratedAt = Number.NEGATIVE_INFINITY;
  let queuesAt = Number.NEGATIVE_INFINITY;
  let stuck: string[] = [];
  const reported = new Set<string>();

  /** Logs the first failure of a part, and its recovery. */
  function report(part: string, error: unknown): void {
    if (error === undefined && reported.delete(part)) {
      log.info({ part }, 'part ready again');
    } else if (error !== undefined && !reported.has(part)) {
      reported.add(part);
      log.error({ part, err: error }, 'part not ready');
    }
  }

  async function check(part: string, work: () => PartState | Promise<PartState>): Promise<[PartState, unknown?]> {
    try {
      const state = await work();
      report(part, undefined);
      return [state];
    } catch (error) {
      report(part, error);
      return ['notReady', error];
    }
  }

  async function requireMigrations(): Promise<void> {
    if (performance.now() - migratedAt < migrationsMs) {
      return;
    }
    const missing = migrations.length - (await system((db) => countApplied(db, migrations)));
    if (missing > 0) {
      throw new Error(`${missing} migrations of this release are missing in the database.`);
    }
    migratedAt = performance.now();
  }

  /** All nodes may be unable to run the jobs, so the worker of this one may look for them in vain. */
  async function requireProgress(): Promise<void> {
    if (performance.now() - queuesAt >= queuesMs) {
      stuck = (await queueAges()).filter(isStuck).map(({ queue }) => queue);
      queuesAt = performance.now();
    }
    if (stuck.length > 0) {
      throw new Error(
        `Jobs that are due have waited for 15 minutes, and none of their queue runs: ${stuck.join(', ')}.`,
      );
    }
  }

  async function probe(): Promise<Readiness> {
    // The probe of the database writes its own log entries.
    const unwritable = await requireWritable().then(
      () => undefined,
      (error: AppError) => error,
    );
    const needsDatabase = (work: () => Promise<PartState>) => (unwritable ? () => 'unknown' as const : work);
    const [applied, engine] = await Promise.all([
      check(
        'migrations',
        needsDatabase(async () => {
          await requireMigrations();
          return 'ready';
        }),
      ),
      check(
        'engine',
        needsDatabase(async () => {
          await loadEngine();
          return 'ready';
        }),
      ),
    ]);
    const vault = await check('vault', () => {
      if (engine[1] instanceof AppError && engine[1].code === 'vault.unreadable') {
        throw engine[1];
      }
      return tryVault(options.vault);
    });
    const clock = await check(
      'clock',
      needsDatabase(async () => {
        const offset = clockOffsetMs();
        if (Math.abs(offset) > maxClockOffsetMs) {
          throw new Error(`The clocks of this node and of the database differ by ${Math.round(offset / 1000)} s.`);
        }
        return 'ready';
      }),
    );
    const [jobs] = await check(
      'jobs',
      needsDatabase(async () => {
        await requireProgress();
        return 'ready';
      }),
    );
    const worker: PartState = isWorkerAlive() ? 'ready' : 'notReady';
    report(
      'worker',
      worker === 'ready' ? undefined : new Error('The worker has not found out for two minutes whether jobs are due.'),
    );
    const isFailed = [clock, applied, vault, engine].some(([state]) => state === 'notReady');
    const failure = unwritable ?? (isFailed ? new AppError('server.not_ready', { retryAfter }) : undefined);
    return {
      status: failure ? 'notReady' : worker === 'ready' && jobs === 'ready' ? 'ready' : 'degraded',
      parts: {
        database: unwritable ? 'notReady' : 'ready',
        clock: clock[0],
        migrations: applied[0],
        vault: vault[0],
        engine: engine[0],
        worker,
        jobs,
      },
      failure,
    };
  }

  return () => {
    running ??= probe().finally(() => {
      running = undefined;
    });
    return running;
  };
}
