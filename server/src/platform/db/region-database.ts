import type { RegionConfig } from '#platform/config/regions';
import { AppError } from '#platform/http/errors';
import type { Log } from '#platform/observe/log';
import { type Handle, type HandleOptions, openHandle } from '#platform/tenancy/handle';
import type { DatabaseAddress } from './db.ts';
import { isConnectionLost } from './pool.ts';
import { createWatch, type WatchHooks } from './watch-region.ts';

/** The database of a region. While it is unreachable, every call fails at once. */
export type RegionDatabase = {
  code: string;
  region: RegionConfig;
  handle: Handle;
  isUp(): boolean;
  requireUp(): void;
  /** Starts watching the database. Resolves once it is known whether it is reachable. */
  watch(hooks: WatchHooks): Promise<void>;
  close(): Promise<void>;
};

type Options = Omit<HandleOptions, 'address'> & {
  log: Log;
  /** Commands do not watch the database: each call finds out by itself. */
  isAssumedUp: boolean;
};

const connectMs = 2000;
const retryAfterSeconds = 5;

const addressOf = (url: string): DatabaseAddress => ({ connectionString: url, connectionTimeoutMillis: connectMs });

/** An unreachable region. The message does not name it, because people who sign in read it too; commands do. */
export class RegionUnavailable extends AppError {
  readonly region: string;

  constructor(region: string) {
    super('region.unavailable', { retryAfter: retryAfterSeconds });
    this.region = region;
  }
}

/** The watcher of the region logs this error once, so callers do not log it. */
export const isRegionUnavailable = (error: unknown) => error instanceof RegionUnavailable;

function guard(handle: Handle, requireUp: () => void, onLost: () => Error): Handle {
  const through = async <T>(work: () => Promise<T>): Promise<T> => {
    requireUp();
    try {
      return await work();
    } catch (error) {
      throw isConnectionLost(error) ? onLost() : error;
    }
  };
  return {
    ...handle,
    read: (tenantId, work) => through(() => handle.read(tenantId, work)),
    write: (tenantId, work, options) => through(() => handle.write(tenantId, work, options)),
    system: (work, options) => through(() => handle.system(work, options)),
    run: (tenantId, statement, values) => through(() => handle.run(tenantId, statement, values)),
  };
}

export function createRegionDatabase(
  region: RegionConfig & { databaseUrl: string },
  { log, isAssumedUp, ...options }: Options,
): RegionDatabase {
  const address = addressOf(region.databaseUrl);
  const direct = region.databaseDirectUrl ? addressOf(region.databaseDirectUrl) : undefined;
  const handle = openHandle({ ...options, address });
  const unavailable = () => new RegionUnavailable(region.name);
  let downSince: number | undefined;
  const watch = createWatch({
    address,
    direct,
    isAssumedUp,
    onChange(isUp, error) {
      if (isUp) {
        log.info({ region: region.id, downMs: downSince && Date.now() - downSince }, 'region available again');
        return;
      }
      log.error({ region: region.id, err: error }, 'region unavailable');
      downSince = Date.now();
      handle.abandon(unavailable());
    },
  });
  const requireUp = () => {
    if (!watch.isUp()) {
      throw unavailable();
    }
  };
  return {
    code: region.code,
    region,
    handle: guard(handle, requireUp, () => {
      watch.doubt();
      return unavailable();
    }),
    isUp: watch.isUp,
    requireUp,
    watch: watch.start,
    async close() {
      await handle.close();
      await watch.stop();
    },
  };
}
