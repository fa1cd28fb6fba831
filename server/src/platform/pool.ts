import { type Connection, type ConnectOptions, connect, type Role } from './db.ts';
import { AppError } from './errors.ts';
import { noteConnectFailure } from './lost-connection.ts';

export type PoolOptions = ConnectOptions & { poolSize: number; longestWaitMs?: number };

type Waiter = (connection: Connection | Error) => void;

/** How many may wait for a connection, as a multiple of the connections, and for how long. */
const waitersPerConnection = 200;
const longestWaitMs = 5000;

/** More work than the database can do: the newest hears so at once instead of making everybody wait longer. */
const tooBusy = () => new AppError('server.busy', { retryAfter: 2 });

export type Pool = {
  acquire(tenantId: string | undefined): Promise<Connection>;
  release(connection: Connection): void;
  stats(): { open: number; idle: number; waiting: number };
  /** Ends all connections at once, also those at work: the database does not answer any more. */
  abandon(reason: Error): void;
  close(): Promise<void>;
};

/** A pool that prefers, for a tenant, a connection last used by that tenant: it needs no set_config round trip. */
export function createPool(options: PoolOptions, role: Role, size: number): Pool {
  const idle: Connection[] = [];
  const waiting = new Set<Waiter>();
  const atWork = new Set<Connection>();
  const opening = new Set<(reason: Error) => void>();
  let open = 0;
  let isClosed = false;

  /** The connection, or the reason for which all are given up meanwhile: one that is being opened may never be. */
  async function connectUnlessAbandoned(): Promise<Connection> {
    let begun: Connection | undefined;
    let giveUp: (reason: Error) => void = () => undefined;
    const abandoned = new Promise<never>((_, reject) => {
      giveUp = reject;
    });
    opening.add(giveUp);
    const opened = connect(options, role, (connection) => {
      begun = connection;
    });
    try {
      return await Promise.race([opened, abandoned]);
    } catch (error) {
      opened.catch(() => undefined);
      begun?.client.end().catch(() => undefined);
      throw error;
    } finally {
      opening.delete(giveUp);
    }
  }

  async function openOne(): Promise<Connection> {
    open += 1;
    try {
      const connection = await connectUnlessAbandoned();
      atWork.add(connection);
      return connection;
    } catch (error) {
      open -= 1;
      // Whoever waits for a connection would wait for ever when the database is gone.
      const failure = noteConnectFailure(error);
      nextWaiter()?.(failure);
      throw failure;
    }
  }

  function nextWaiter(): Waiter | undefined {
    const [first] = waiting;
    if (first) {
      waiting.delete(first);
    }
    return first;
  }

  function wait(): Promise<Connection> {
    if (waiting.size >= size * waitersPerConnection) {
      throw tooBusy();
    }
    return new Promise((resolve, reject) => {
      const waiter: Waiter = (result) => {
        clearTimeout(timer);
        return result instanceof Error ? reject(result) : resolve(result);
      };
      const timer = setTimeout(() => {
        waiting.delete(waiter);
        reject(tooBusy());
      }, options.longestWaitMs ?? longestWaitMs);
      waiting.add(waiter);
    });
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
        atWork.add(known);
        return known;
      }
      if (open < size) {
        return openOne();
      }
      return wait();
    },
    release(connection) {
      if (connection.isBroken || isClosed) {
        atWork.delete(connection);
        open -= 1;
        connection.client.end().catch(() => undefined);
        const next = nextWaiter();
        if (next) {
          openOne().then(next, next);
        }
        return;
      }
      const next = nextWaiter();
      if (next) {
        next(connection);
      } else {
        atWork.delete(connection);
        idle.push(connection);
      }
    },
    stats: () => ({ open, idle: idle.length, waiting: waiting.size }),
    abandon(reason) {
      for (const connection of [...idle, ...atWork]) {
        connection.isBroken = true;
        // Whoever waits for an answer on it gets an error instead; nothing more is needed from it.
        connection.client.end().catch(() => undefined);
      }
      const left = [...waiting, ...opening];
      waiting.clear();
      for (const reject of left) {
        reject(reason);
      }
    },
    async close() {
      isClosed = true;
      await Promise.all(idle.splice(0).map((connection) => connection.client.end().catch(() => undefined)));
    },
  };
}
