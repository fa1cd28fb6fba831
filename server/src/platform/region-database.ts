import { setTimeout as sleep } from 'node:timers/promises';
import { adminTenantId } from '@postern/contracts/wire';
import pg from 'pg';
import { clientOptions, type DatabaseAddress } from './db.ts';
import { AppError } from './errors.ts';
import { type Handle, type HandleOptions, openHandle } from './handle.ts';
import type { Log } from './log.ts';
import { isConnectionLost } from './lost-connection.ts';
import { migrate } from './migrate.ts';
import type { RegionConfig } from './regions.ts';

/** The database of a region. While it cannot be asked, everybody is told so at once, and one connection looks after it. */
export type RegionDatabase = {
  code: string;
  region: RegionConfig;
  handle: Handle;
  isUp(): boolean;
  requireUp(): void;
  /** Keeps an eye on the database from now on; resolves once it is known whether it answers. */
  watch(hooks: Hooks): Promise<void>;
  close(): Promise<void>;
};

type Hooks = {
  channels: Record<string, (payload: string) => void>;
  /** The database answers, for the first time or again; what happened meanwhile nobody knows. */
  onUp(): void;
};

type Options = Omit<HandleOptions, 'address'> & {
  log: Log;
  /** For as long as a command takes, nobody watches: whoever asks finds out. */
  isAssumedUp?: boolean;
};

const connectMs = 2000;
const beatMs = 2000;
const againMs = 200;
const retryMs = 1000;
const retryAfterSeconds = 5;
/** A first look that takes longer, such as a long migration, goes on behind the start of the server. */
const firstLookMs = 15_000;

const addressOf = (url: string): DatabaseAddress => ({ connectionString: url, connectionTimeoutMillis: connectMs });

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const timer = new AbortController();
  const late = sleep(milliseconds, undefined, { signal: timer.signal, ref: false }).then(() => {
    throw new Error('timeout expired');
  });
  // Whichever is later is of no interest any more.
  late.catch(() => undefined);
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    timer.abort();
  }
}

/** A home database in place of a region's would give two tenants of the same id to nobody's joy. */
async function refuseHome(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select from tenants where id = $1', [adminTenantId]);
  if (rowCount !== 0) {
    throw new Error('This is the home database of an installation. A region needs a database of its own.');
  }
}

async function openWatch(direct: DatabaseAddress, channels: Hooks['channels']): Promise<pg.Client> {
  const client = new pg.Client(clientOptions(direct, 'postern-region'));
  // Told again by 'end', which is what the watch listens to.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await migrate(direct);
    await refuseHome(client);
    client.on('notification', ({ channel, payload }) => channels[channel]?.(payload ?? ''));
    for (const channel of Object.keys(channels)) {
      await client.query(`listen ${channel}`);
    }
    return client;
  } catch (error) {
    client.end().catch(() => undefined);
    throw error;
  }
}

/** Beyond the pooler all may be well while the pooler itself is gone. */
async function tryConnect(address: DatabaseAddress): Promise<void> {
  const client = new pg.Client(clientOptions(address, 'postern-region'));
  client.on('error', () => undefined);
  try {
    await client.connect();
  } finally {
    client.end().catch(() => undefined);
  }
}

function guard(handle: Handle, requireUp: () => void, onLost: (error: unknown) => AppError): Handle {
  const through = async <T>(work: () => Promise<T>): Promise<T> => {
    requireUp();
    try {
      return await work();
    } catch (error) {
      throw isConnectionLost(error) ? onLost(error) : error;
    }
  };
  return {
    ...handle,
    read: (tenantId, work) => through(() => handle.read(tenantId, work)),
    write: (tenantId, work, options) => through(() => handle.write(tenantId, work, options)),
    system: (work) => through(() => handle.system(work)),
    run: (tenantId, statement, values) => through(() => handle.run(tenantId, statement, values)),
  };
}

export function createRegionDatabase(region: RegionConfig & { databaseUrl: string }, options: Options): RegionDatabase {
  const { log } = options;
  const address = addressOf(region.databaseUrl);
  const direct = region.databaseDirectUrl ? addressOf(region.databaseDirectUrl) : undefined;
  const inner = openHandle({ ...options, address });
  const stop = new AbortController();
  let isUp = options.isAssumedUp ?? false;
  let isKnown = false;
  let downSince = 0;
  let client: pg.Client | undefined;
  let loop: Promise<void> | undefined;
  let beatNow = new AbortController();

  const unavailable = () =>
    new AppError('region.unavailable', { values: { region: region.name }, retryAfter: retryAfterSeconds });
  const requireUp = () => {
    if (!isUp) {
      throw unavailable();
    }
  };

  function setUp() {
    if (!isUp) {
      log.info({ region: region.id, ...(downSince ? { downMs: Date.now() - downSince } : {}) }, 'a region is in reach');
    }
    isUp = true;
    isKnown = true;
    downSince = 0;
  }

  function setDown(error: unknown) {
    if (isUp || !isKnown) {
      log.error({ region: region.id, err: error }, 'a region is out of reach; its tenants are told so');
      downSince = Date.now();
    }
    isUp = false;
    isKnown = true;
    inner.abandon(unavailable());
  }

  /** Until the connection is lost, or two beats in a row got no answer: one alone may be our own fault. */
  async function untilLost(watching: pg.Client): Promise<void> {
    let isEnded = false;
    watching.once('end', () => {
      isEnded = true;
      beatNow.abort();
    });
    for (let missed = 0; missed < 2 && !stop.signal.aborted; ) {
      await sleep(missed === 0 ? beatMs : againMs, undefined, {
        signal: AbortSignal.any([beatNow.signal, stop.signal]),
        ref: false,
      }).catch(() => undefined);
      beatNow = new AbortController();
      if (isEnded || stop.signal.aborted) {
        return;
      }
      const beats = [watching.query('select 1'), ...(direct ? [tryConnect(address)] : [])];
      missed = await within(connectMs, Promise.all(beats)).then(
        () => 0,
        () => missed + 1,
      );
    }
    if (!stop.signal.aborted) {
      throw new Error('The database does not answer any more.');
    }
  }

  async function look(hooks: Hooks, tellFirst: () => void): Promise<void> {
    while (!stop.signal.aborted) {
      try {
        client = await openWatch(direct ?? address, hooks.channels);
        setUp();
        hooks.onUp();
        tellFirst();
        await untilLost(client);
      } catch (error) {
        setDown(error);
        tellFirst();
        await sleep(retryMs, undefined, { signal: stop.signal, ref: false }).catch(() => undefined);
      } finally {
        client?.end().catch(() => undefined);
      }
    }
  }

  return {
    code: region.code,
    region,
    handle: guard(inner, requireUp, () => {
      // Whether it was one connection or all of them, the watch finds out now rather than at its next turn.
      beatNow.abort();
      return unavailable();
    }),
    isUp: () => isUp,
    requireUp,
    async watch(hooks) {
      const first = new Promise<void>((resolve) => {
        loop = look(hooks, resolve);
      });
      await within(firstLookMs, first).catch(setDown);
    },
    async close() {
      stop.abort();
      beatNow.abort();
      client?.end().catch(() => undefined);
      await inner.close();
      await loop;
    },
  };
}
