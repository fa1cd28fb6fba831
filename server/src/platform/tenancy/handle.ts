import { type Connection, type Db, describeStatement, enterRole, type Role } from '#platform/db/db';
import {
  createPool,
  isDatabaseLost,
  isUnanswered,
  noteLostDatabase,
  noteUncertain,
  notResponding,
  type Pool,
  type PoolOptions,
} from '#platform/db/pool';
import { isUnwritable } from '#platform/http/errors';
import { takePendingWork } from '#platform/jobs/events';
import { currentRecorder } from '#platform/observe/trace';
import type { TenantCache } from './cache.ts';

/** `changesSettings`: the work changes data that the tenant cache holds. */
export type WriteOptions = { changesSettings?: boolean };

/** `emits`: the statement itself writes events to the outbox, as `emit` does. */
export type Statement = { name: string; text: string; emits?: true };

/** `isRepeatable`: the work runs again if it is lost in a database crash, so commits need not wait for the disk. */
export type SystemOptions = { isRepeatable?: boolean };

export type UnitOfWork<T> = (db: Db) => Promise<T>;

/** Units of work in one database. */
export type Handle = {
  read<T>(tenantId: string, work: UnitOfWork<T>): Promise<T>;
  write<T>(tenantId: string, work: UnitOfWork<T>, options?: WriteOptions): Promise<T>;
  system<T>(work: UnitOfWork<T>, options?: SystemOptions): Promise<T>;
  run<Row extends Record<string, unknown>>(tenantId: string, statement: Statement, values: unknown[]): Promise<Row[]>;
  /** Called when work fails because the database is lost or cannot write. */
  onUnwritable(react: () => void): void;
  /** Called after each commit that left events in the outbox, so that the worker of this process can fetch them. */
  onEvents(react: () => void): void;
  stats(): { open: number; idle: number; waiting: number };
  /** Drops all connections, because the database does not respond. Pending callers get this reason as the error. */
  abandon(reason?: Error): void;
  close(): Promise<void>;
};

export type HandleOptions = PoolOptions & { cache: TenantCache };

const beginUnflushed = 'begin; set local synchronous_commit to off';

/** One database, with a pool for work of tenants and one for work across tenants. */
export function openHandle(options: HandleOptions): Handle {
  const isPooled = options.poolMode === 'transaction';
  const tenantPool = createPool(options, 'postern_app', options.poolSize);
  const systemPool = createPool(options, 'postern_system', Math.max(2, Math.ceil(options.poolSize / 4)));

  let tellEvents = () => {};
  let tellUnwritable = () => {};

  /** A statement whose success is a commit. */
  async function commit<R>(query: () => Promise<R>): Promise<R> {
    try {
      return await query();
    } catch (error) {
      noteUncertain(error);
      throw error;
    }
  }

  function noteFailure(error: unknown): void {
    noteLostDatabase(error);
    if (isDatabaseLost(error) || isUnwritable(error)) {
      tellUnwritable();
    }
  }

  /**
   * Behind a transaction pooler, session settings would leak to the next client, so they are set in the transaction.
   */
  async function enter(connection: Connection, role: Role, tenantId: string | undefined, begin: string | undefined) {
    if (isPooled) {
      await connection.client.query(begin ?? 'begin');
      await connection.client.query(enterRole(role, 'local', options.caseSensitiveUsername));
      if (tenantId !== undefined) {
        await connection.client.query("select set_config('app.tenant_id', $1, true)", [tenantId]);
      }
      return;
    }
    // Before the transaction: a rollback would silently undo the setting.
    if (tenantId !== undefined && connection.tenantId !== tenantId) {
      connection.tenantId = undefined;
      await connection.client.query("select set_config('app.tenant_id', $1, false)", [tenantId]);
      connection.tenantId = tenantId;
    }
    if (begin) {
      await connection.client.query(begin);
    }
  }

  function use<T>(
    pool: Pool,
    role: Role,
    tenantId: string | undefined,
    begin: string | undefined,
    work: (connection: Connection) => Promise<T>,
  ): Promise<T> {
    const unit = () => useNow(pool, role, tenantId, begin, work);
    const recorder = currentRecorder();
    return recorder
      ? recorder.run(
          begin ? 'database transaction' : 'database read',
          'internal',
          { 'postern.tenant.id': tenantId },
          unit,
        )
      : unit();
  }

  async function useNow<T>(
    pool: Pool,
    role: Role,
    tenantId: string | undefined,
    begin: string | undefined,
    work: (connection: Connection) => Promise<T>,
  ): Promise<T> {
    const inTransaction = begin !== undefined || isPooled;
    const recorder = currentRecorder();
    const acquire = () =>
      pool.acquire(tenantId).catch((error) => {
        noteFailure(error);
        throw error;
      });
    const connection = await (recorder ? recorder.run('wait for connection', 'internal', {}, acquire) : acquire());
    try {
      await enter(connection, role, tenantId, begin);
      const result = await work(connection);
      if (inTransaction) {
        await commit(() => connection.client.query('commit'));
      }
      if (takePendingWork(connection.db)) {
        tellEvents();
      }
      return result;
    } catch (error) {
      noteFailure(error);
      takePendingWork(connection.db);
      connection.isBroken ||= isUnanswered(error);
      if (inTransaction && !connection.isBroken) {
        await connection.client.query('rollback').catch(() => {
          connection.isBroken = true;
        });
      }
      throw error;
    } finally {
      pool.release(connection);
    }
  }

  return {
    read: (tenantId, work) => use(tenantPool, 'postern_app', tenantId, undefined, ({ db }) => work(db)),
    async write(tenantId, work, { changesSettings } = {}) {
      const result = await use(tenantPool, 'postern_app', tenantId, 'begin', ({ db }) => work(db));
      if (changesSettings) {
        // NOTIFY reaches the other nodes; this node must not serve the old value even for a moment.
        options.cache.drop(tenantId);
      }
      return result;
    },
    system: (work, { isRepeatable } = {}) =>
      use(systemPool, 'postern_system', undefined, isRepeatable ? beginUnflushed : 'begin', ({ db }) => work(db)),
    async run<Row extends Record<string, unknown>>(
      tenantId: string,
      { name, text, emits }: Statement,
      values: unknown[],
    ) {
      const rows = await use(tenantPool, 'postern_app', tenantId, undefined, async ({ client }) => {
        // A transaction pooler may not support prepared statements, so statements are unnamed behind one.
        const query = () => commit(() => client.query<Row>(isPooled ? { text, values } : { name, text, values }));
        const result = await (currentRecorder()?.run(name, 'client', describeStatement(text), query) ?? query());
        return result.rows;
      });
      if (emits) {
        tellEvents();
      }
      return rows;
    },
    onUnwritable(react) {
      tellUnwritable = react;
    },
    onEvents(react) {
      tellEvents = react;
    },
    stats() {
      const one = tenantPool.stats();
      const two = systemPool.stats();
      return { open: one.open + two.open, idle: one.idle + two.idle, waiting: one.waiting + two.waiting };
    },
    abandon(reason = notResponding()) {
      tenantPool.abandon(reason);
      systemPool.abandon(reason);
    },
    async close() {
      await Promise.all([tenantPool.close(), systemPool.close()]);
    },
  };
}
