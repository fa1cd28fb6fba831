import type { App } from './platform/app.ts';
import type { TenantCache } from './platform/cache.ts';
import type { Config } from './platform/config.ts';
import type { Log } from './platform/log.ts';
import type { Worker } from './platform/outbox.ts';
import { createRegionDatabase, type RegionDatabase } from './platform/region-database.ts';
import { regionOf } from './platform/regions.ts';
import type { Regional } from './platform/tenancy.ts';

/** Opens the databases of the regions that have their own. */
export function openRegions(
  config: Pick<Config, 'regions' | 'poolSize' | 'poolMode' | 'caseSensitiveUsername'>,
  log: Log,
  cache: TenantCache,
  isAssumedUp = false,
): Regional {
  const { poolSize, poolMode, caseSensitiveUsername } = config;
  const options = { poolSize, poolMode, caseSensitiveUsername, cache, log, isAssumedUp };
  return {
    databases: config.regions.flatMap(({ databaseUrl, ...region }) =>
      databaseUrl ? [createRegionDatabase({ ...region, databaseUrl }, options)] : [],
    ),
    codeOf: (tenantId) => regionOf(config.regions, tenantId)?.code,
  };
}

/** Watches the regions. When one comes back, its waiting work resumes. */
export async function watchRegions(
  databases: readonly RegionDatabase[],
  app: App,
  workerOf: (code: string) => Worker | undefined,
  onUp: (code: string) => void,
  channels: Record<string, (payload: string) => void>,
): Promise<void> {
  await Promise.all(
    databases.map((database) => {
      const { code, region } = database;
      app.metrics.gauge('postern_region_up', () => Number(database.isUp()), { region: region.id });
      return database.watch({
        channels,
        onUp() {
          app.cache.dropWhere((tenantId) => app.tenancy.regionOf(tenantId) === code);
          workerOf(code)?.wake();
          onUp(code);
        },
      });
    }),
  );
}
