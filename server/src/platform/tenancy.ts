import type { TenantCache } from './cache.ts';
import { type Connection, connect, type DatabaseAddress, type Db, enterRole, type Role } from './db.ts';

/**
 * Hands out units of work. `read` is a connection that sees one tenant; `write` is the same in a transaction;
 * `system` sees all tenants and is for the worker, the cloud features and the CLI.
 */
export type Tenancy = {
  read<T>(tenantId: string, work: (db: Db) => Promise<T>): Promise<T>;
  write<T>(tenantId: string, work: (db: Db) => Promise<T>, options?: WriteOptions): Promise<T>;
  system<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** A named prepared statement on a connection of the tenant, for the few queries on the hottest paths. */
  run<Row extends Record<string, unknown>>(tenantId: string, statement: Statement, values: unknown[]): Promise<Row[]>;
  stats(): { open: number; idle: number; waiting: number };
  close(): Promise<void>;
};

/** `changesSettings`: the work touches what the tenant cache holds. */
export type WriteOptions = { changesSettings?: boolean };

export type Statement = { name: string; text: string };

type Options = { address: DatabaseAddress; poolSize: number; poolMode: 'session' | 'transaction'; cache: TenantCache };

type Pool = {
  acquire(tenantId: string | undefined): Promise<Connection>;
  release(connection: Connection): void;
  stats(): { open: number; idle: number; waiting: number };
  close(): Promise<void>;
};

/** A pool that prefers, for a tenant, a connection last used by that tenant: it needs no set_config round trip. */
function createPool(options: Options, role: Role, size: number): Pool {
  const idle: Connection[] = [];
  const waiting: ((connection: Connection | Error) => void)[] = [];
  let open = 0;
  let isClosed = false;

  async function openOne(): Promise<Connection> {
    open += 1;
    try {
      return await connect(options.address, role, options.poolMode === 'transaction');
    } catch (error) {
      open -= 1;
      // Whoever waits for a connection would wait for ever when the database is gone.
      waiting.shift()?.(error instanceof Error ? error : new Error(String(error)));
      throw error;
    }
  }

  function takeIdle(tenantId: string | undefined): Connection | undefined {
    for (let index = idle.length - 1; index >= 0; index -= 1) {
      if (idle[index]?.isBroken) {
        idle.splice(index, 1);
        open -= 1;
      }
    }
    const same = idle.findLastIndex((connection) => connection.tenantId === tenantId);
    return same >= 0 ? idle.splice(same, 1)[0] : idle.shift();
  }

  return {
    async acquire(tenantId) {
      if (isClosed) {
        throw new Error('The database pool is closed.');
      }
      const known = takeIdle(tenantId);
      if (known) {
        return known;
      }
      if (open < size) {
        return openOne();
      }
      return new Promise((resolve, reject) => {
        waiting.push((result) => (result instanceof Error ? reject(result) : resolve(result)));
      });
    },
    release(connection) {
      if (connection.isBroken || isClosed) {
        open -= 1;
        connection.client.end().catch(() => undefined);
        const next = waiting.shift();
        if (next) {
          openOne().then(next, next);
        }
        return;
      }
      const next = waiting.shift();
      if (next) {
        next(connection);
      } else {
        idle.push(connection);
      }
    },
    stats: () => ({ open, idle: idle.length, waiting: waiting.length }),
    async close() {
      isClosed = true;
      await Promise.all(idle.splice(0).map((connection) => connection.client.end().catch(() => undefined)));
    },
  };
}

export function createTenancy(options: Options): Tenancy {
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
    async close() {
      await Promise.all([tenantPool.close(), systemPool.close()]);
    },
  };
}
