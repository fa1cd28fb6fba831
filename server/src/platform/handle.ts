import type { TenantCache } from './cache.ts';
import { type Connection, type Db, enterRole, type Role } from './db.ts';
import { createPool, type Pool, type PoolOptions } from './pool.ts';

/** `changesSettings`: the work touches what the tenant cache holds. */
export type WriteOptions = { changesSettings?: boolean };

export type Statement = { name: string; text: string };

export type Work<T> = (db: Db) => Promise<T>;

/** Units of work in one database. */
export type Handle = {
  read<T>(tenantId: string, work: Work<T>): Promise<T>;
  write<T>(tenantId: string, work: Work<T>, options?: WriteOptions): Promise<T>;
  system<T>(work: Work<T>): Promise<T>;
  run<Row extends Record<string, unknown>>(tenantId: string, statement: Statement, values: unknown[]): Promise<Row[]>;
  stats(): { open: number; idle: number; waiting: number };
  /** Gives up all connections: whoever waits for an answer gets this reason. */
  abandon(reason: Error): void;
  close(): Promise<void>;
};

export type HandleOptions = PoolOptions & { cache: TenantCache };

/** One database, with a pool for the work of tenants and one for the work across them. */
export function openHandle(options: HandleOptions): Handle {
  const isPooled = options.poolMode === 'transaction';
  const tenantPool = createPool(options, 'postern_app', options.poolSize);
  const systemPool = createPool(options, 'postern_system', Math.max(2, Math.ceil(options.poolSize / 4)));

  /** Behind a transaction pooler a session setting would leak to the next client: set both inside the transaction. */
  async function enter(connection: Connection, role: Role, tenantId: string | undefined, inTransaction: boolean) {
    if (isPooled) {
      await connection.client.query('begin');
      await connection.client.query(enterRole(role, 'local'));
      if (tenantId !== undefined) {
        await connection.client.query("select set_config('app.tenant_id', $1, true)", [tenantId]);
      }
      return;
    }
    // Before the transaction: a rollback would take the setting back without anybody noticing.
    if (tenantId !== undefined && connection.tenantId !== tenantId) {
      connection.tenantId = undefined;
      await connection.client.query("select set_config('app.tenant_id', $1, false)", [tenantId]);
      connection.tenantId = tenantId;
    }
    if (inTransaction) {
      await connection.client.query('begin');
    }
  }

  async function use<T>(
    pool: Pool,
    role: Role,
    tenantId: string | undefined,
    isWrite: boolean,
    work: (connection: Connection) => Promise<T>,
  ): Promise<T> {
    const inTransaction = isWrite || isPooled;
    const connection = await pool.acquire(tenantId);
    try {
      await enter(connection, role, tenantId, inTransaction);
      const result = await work(connection);
      if (inTransaction) {
        await connection.client.query('commit');
      }
      return result;
    } catch (error) {
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
    read: (tenantId, work) => use(tenantPool, 'postern_app', tenantId, false, ({ db }) => work(db)),
    async write(tenantId, work, { changesSettings } = {}) {
      const result = await use(tenantPool, 'postern_app', tenantId, true, ({ db }) => work(db));
      if (changesSettings) {
        // NOTIFY reaches the other nodes; this one must not serve the old value even for a moment.
        options.cache.drop(tenantId);
      }
      return result;
    },
    system: (work) => use(systemPool, 'postern_system', undefined, true, ({ db }) => work(db)),
    run: <Row extends Record<string, unknown>>(tenantId: string, statement: Statement, values: unknown[]) =>
      use(tenantPool, 'postern_app', tenantId, false, async ({ client }) => {
        // A transaction pooler may not keep prepared statements, so they are only named without one.
        const query = isPooled ? { text: statement.text, values } : { ...statement, values };
        const { rows } = await client.query<Row>(query);
        return rows;
      }),
    stats() {
      const one = tenantPool.stats();
      const two = systemPool.stats();
      return { open: one.open + two.open, idle: one.idle + two.idle, waiting: one.waiting + two.waiting };
    },
    abandon(reason) {
      tenantPool.abandon(reason);
      systemPool.abandon(reason);
    },
    async close() {
      await Promise.all([tenantPool.close(), systemPool.close()]);
    },
  };
}
