import { AppError } from '#platform/http/errors';
import { type Connection, type ConnectOptions, connect, type Role } from './db.ts';

const errnos = /^(E(CONN\w+|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|HOSTDOWN|AI_AGAIN)|ENOTFOUND|ENOENT)$/;
/** Connection exception, shutdown or startup, or a transaction that was idle for too long. */
const states = /^(08...|57P0[1-5]|25P03)$/;
/** Messages of the driver that have no code. */
const messages =
  /^(Connection terminated|timeout expired|Query read timeout|Client (was closed|has encountered)|The database (pool is closed|does not respond))/;

const whileConnecting = new WeakSet<Error>();

/** Marks an error that occurred while connecting: the database is unavailable, whatever the error says. */
function noteConnectFailure(error: unknown): Error {
  const known = error instanceof Error ? error : new Error(String(error));
  whileConnecting.add(known);
  return known;
}

/** Whether the error means that the database was unreachable, and not that it rejected the statement. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) {
    return false;
  }
  const code = 'code' in error ? String(error.code) : '';
  return whileConnecting.has(error) || errnos.test(code) || states.test(code) || messages.test(error.message);
}

const lost = new WeakSet<Error>();

/** Marks an error of a unit of work that lost its database, so that callers can tell it from other network errors. */
export function noteLostDatabase(error: unknown): void {
  if (error instanceof Error && isConnectionLost(error)) {
    lost.add(error);
  }
}

export const isDatabaseLost = (error: unknown): boolean => error instanceof Error && lost.has(error);

const uncertain = new WeakSet<Error>();

/** Marks an error of a commit: if the connection was lost, the work may have been committed or not. */
export function noteUncertain(error: unknown): void {
  if (error instanceof Error && isConnectionLost(error)) {
    uncertain.add(error);
  }
}

/** Whether the work may have been committed although it failed, so that it must not be repeated automatically. */
export const isUncertain = (error: unknown): boolean => error instanceof Error && uncertain.has(error);

export type PoolOptions = ConnectOptions & { poolSize: number; longestWaitMs?: number };

/** Returns false if the caller does not wait any more. */
type Waiter = (connection: Connection | Error) => boolean;

/** Maximum number of waiting callers per connection, and the longest wait. */
const waitersPerConnection = 200;
const longestWaitMs = 5000;

/**
 * While the database does not respond, one caller in this time tries to connect, for a limited time. The others are
 * rejected at once, unless a connection is in use and may become free.
 */
const betweenTriesMs = 500;
const longestTryMs = 2000;

/** The database does not answer, or the network drops everything. It rejects nothing, so only a timer can tell. */
export const notResponding = () => new Error('The database does not respond.');

/** A statement got no answer in time. The connection may still answer it, so it cannot be used again. */
export const isUnanswered = (error: unknown) => error instanceof Error && error.message === 'Query read timeout';

const isConnectTimeout = (error: unknown) => error instanceof Error && error.message === 'timeout expired';

/** The other side neither answered nor closed the connection. */
export const isTimeout = (error: unknown) => isUnanswered(error) || isConnectTimeout(error);

/** The database is overloaded: reject the newest request at once instead of delaying all others. */
const tooBusy = () => new AppError('server.busy', { retryAfter: 2 });

export type Pool = {
  acquire(tenantId: string | undefined): Promise<Connection>;
  release(connection: Connection): void;
  stats(): { open: number; idle: number; waiting: number };
  /** Ends all connections at once, including busy ones, because the database does not respond. */
  abandon(reason: Error): void;
  close(): Promise<void>;
};

/** A pool that prefers the connection last used by the same tenant, which saves a set_config round trip. */
export function createPool(options: PoolOptions, role: Role, size: number): Pool {
  const idle: Connection[] = [];
  const waiting = new Set<Waiter>();
  const atWork = new Set<Connection>();
  const opening = new Set<(reason: Error) => void>();
  let open = 0;
  let isClosed = false;
  let isSilent = false;
  let triedAt = 0;

  /** Opens a connection, or rejects when the pool is abandoned: connecting may hang forever. */
  async function connectUnlessAbandoned(): Promise<Connection> {
    let begun: Connection | undefined;
    let giveUp: (reason: Error) => void = () => undefined;
    const abandoned = new Promise<never>((_, reject) => {
      giveUp = reject;
    });
    opening.add(giveUp);
    const limit = isSilent ? setTimeout(() => giveUp(notResponding()), longestTryMs) : undefined;
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
      clearTimeout(limit);
      opening.delete(giveUp);
    }
  }

  async function openOne(): Promise<Connection> {
    open += 1;
    triedAt = performance.now();
    try {
      const connection = await connectUnlessAbandoned();
      isSilent = false;
      atWork.add(connection);
      return connection;
    } catch (error) {
      open -= 1;
      if (isConnectTimeout(error)) {
        isSilent = true;
      }
      // Otherwise waiting callers would wait forever when the database is gone.
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
      let isWaiting = true;
      const waiter: Waiter = (result) => {
        if (!isWaiting) {
          return false;
        }
        clearTimeout(timer);
        result instanceof Error ? reject(result) : resolve(result);
        return true;
      };
      const timer = setTimeout(() => {
        isWaiting = false;
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

  /** Opens a connection for a caller, who may have stopped waiting before it is open. */
  async function openFor(waiter: Waiter): Promise<void> {
    const connection = await openOne().catch((error: Error) => void waiter(error));
    if (connection && !waiter(connection)) {
      release(connection);
    }
  }

  function release(connection: Connection): void {
    if (connection.isBroken || isClosed) {
      atWork.delete(connection);
      open -= 1;
      connection.client.end().catch(() => undefined);
      const next = nextWaiter();
      if (next) {
        void openFor(next);
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
      if (open < size && (!isSilent || performance.now() - triedAt >= betweenTriesMs)) {
        return openOne();
      }
      if (isSilent && atWork.size === 0) {
        throw noteConnectFailure(notResponding());
      }
      return wait();
    },
    release,
    stats: () => ({ open, idle: idle.length, waiting: waiting.size }),
    abandon(reason) {
      isSilent = true;
      for (const connection of [...idle, ...atWork]) {
        connection.isBroken = true;
        // The pending query gets an error; nothing else is needed.
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
