import { setTimeout as sleep } from 'node:timers/promises';
import { adminTenantId } from '@postern/contracts/wire';
import pg from 'pg';
import { migrate, migrationStates } from '#platform/migrations/migrate';
import { clientOptions, type DatabaseAddress } from './db.ts';
import { isConnectionLost } from './pool.ts';

export type WatchHooks = {
  channels: Record<string, (payload: string) => void>;
  /** The database is reachable, for the first time or again. Changes in the meantime may have been missed. */
  onUp(): void;
};

/** A connection that monitors whether a database is reachable. While it is not, no other code tries to connect. */
export type Watch = {
  isUp(): boolean;
  /** Called after a query got no response: checks now instead of at the next interval. */
  doubt(): void;
  /** Resolves once it is known whether the database is reachable, or when that takes too long for a start. */
  start(hooks: WatchHooks): Promise<void>;
  stop(): Promise<void>;
};

type Options = {
  address: DatabaseAddress;
  /** Bypasses a pooler, for work that needs a session. */
  direct: DatabaseAddress | undefined;
  isAssumedUp: boolean;
  /** Called once per change. */
  onChange(isUp: boolean, error?: unknown): void;
};

const answerMs = 2000;
const beatMs = 2000;
const againMs = 200;
const retryMs = 1000;
/** A longer first check, such as a long migration, continues in the background after the server has started. */
const firstLookMs = 15_000;

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const timer = new AbortController();
  const late = sleep(milliseconds, undefined, { signal: timer.signal, ref: false }).then(() => {
    throw new Error('The database does not respond.');
  });
  // The result of the slower promise is ignored.
  late.catch(() => undefined);
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    timer.abort();
  }
}

/** If a region used the home database of an installation, all data would exist twice. */
async function refuseHome(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select from tenants where id = $1', [adminTenantId]);
  if (rowCount !== 0) {
    throw new Error('This is the home database of an installation. A region needs its own database.');
  }
}

function newClient(address: DatabaseAddress): pg.Client {
  const client = new pg.Client(clientOptions(address, 'postern-region'));
  // The 'end' event follows, and the watch listens to that.
  client.on('error', () => undefined);
  return client;
}

/** Whether the connection was closed, unlike one that gets no response. */
const isCut = (error: unknown) => isConnectionLost(error) && !(error instanceof Error && /timeout/.test(error.message));

const leave = (client: pg.Client | undefined) => void client?.end().catch(() => undefined);

async function open(address: DatabaseAddress, channels: WatchHooks['channels']): Promise<pg.Client> {
  const client = newClient(address);
  try {
    await client.connect();
    // Checked first: only calls with a time limit are allowed here, and a migration has none.
    const states = await within(2 * answerMs, migrationStates(address));
    if (states.some(({ appliedAt }) => appliedAt === undefined)) {
      await migrate(address);
    }
    await within(answerMs, refuseHome(client));
    client.on('notification', ({ channel, payload }) => channels[channel]?.(payload ?? ''));
    await within(
      answerMs,
      client.query(
        Object.keys(channels)
          .map((channel) => `listen ${channel}`)
          .join('; '),
      ),
    );
    return client;
  } catch (error) {
    leave(client);
    throw error;
  }
}

/** The pooler may be down even if the database behind it is up. */
async function tryConnect(address: DatabaseAddress): Promise<void> {
  const client = newClient(address);
  try {
    await client.connect();
  } finally {
    leave(client);
  }
}

export function createWatch({ address, direct, isAssumedUp, onChange }: Options): Watch {
  const stopped = new AbortController();
  let state: boolean | undefined = isAssumedUp || undefined;
  let client: pg.Client | undefined;
  let loop: Promise<void> | undefined;
  let beatNow = new AbortController();
  let isDoubted = false;

  function become(next: boolean, error?: unknown) {
    const isNew = state !== next;
    state = next;
    if (isNew) {
      onChange(next, error);
    }
  }

  const pause = (milliseconds: number, ...signals: AbortSignal[]) =>
    sleep(milliseconds, undefined, { signal: AbortSignal.any([stopped.signal, ...signals]), ref: false }).catch(
      () => undefined,
    );

  async function beat(watching: pg.Client, onEnd: () => void): Promise<boolean> {
    const asked = [watching.query('select 1'), ...(direct ? [tryConnect(address)] : [])];
    // The connection has ended, and its 'end' event may still be on the way.
    asked[0]?.catch(onEnd);
    return within(answerMs, Promise.all(asked)).then(
      () => true,
      () => false,
    );
  }

  /**
   * Runs until the connection ends or two checks in a row get no response. A single missing response may be caused by
   * this process, unless other queries failed too. Whether the database is still reachable after the connection has
   * ended shows when the next one is opened.
   */
  async function untilLost(watching: pg.Client): Promise<void> {
    const ended = new AbortController();
    const onEnd = () => ended.abort();
    watching.once('end', onEnd);
    for (let missed = 0; missed < 2; ) {
      await pause(missed === 0 ? beatMs : againMs, beatNow.signal, ended.signal);
      if (ended.signal.aborted || stopped.signal.aborted) {
        return;
      }
      const weight = isDoubted ? 2 : 1;
      beatNow = new AbortController();
      isDoubted = false;
      missed = (await beat(watching, onEnd)) ? 0 : missed + weight;
      if (ended.signal.aborted) {
        return;
      }
    }
    throw new Error('The database no longer responds.');
  }

  async function look(hooks: WatchHooks, tellFirst: () => void): Promise<void> {
    let failures = 0;
    while (!stopped.signal.aborted) {
      try {
        client = await open(direct ?? address, hooks.channels);
        failures = 0;
        become(true);
        hooks.onUp();
        tellFirst();
        await untilLost(client);
      } catch (error) {
        failures += 1;
        // A failover can cut the next connection too, so one more is opened before the database counts as unreachable.
        if (state !== true || failures > 1 || !isCut(error)) {
          become(false, error);
          tellFirst();
          await pause(retryMs);
        }
      } finally {
        leave(client);
      }
    }
  }

  return {
    isUp: () => state === true,
    doubt() {
      isDoubted = true;
      beatNow.abort();
    },
    async start(hooks) {
      const first = new Promise<void>((resolve) => {
        loop = look(hooks, resolve);
      });
      await within(firstLookMs, first).catch((error) => become(false, error));
    },
    async stop() {
      stopped.abort();
      leave(client);
      // Does not wait for a pending query that gets no response.
      await Promise.race([loop, sleep(answerMs, undefined, { ref: false })]);
    },
  };
}
