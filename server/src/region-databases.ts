import type { App } from './platform/app.ts';
import type { Config } from './platform/config/config.ts';
import { regionOf } from './platform/config/regions.ts';
import { createRegionDatabase, type RegionDatabase } from './platform/db/region-database.ts';
import type { Worker } from './platform/jobs/outbox.ts';
import type { Log } from './platform/observe/log.ts';
import type { TenantCache } from './platform/tenancy/cache.ts';
import type { Regional } from './platform/tenancy/tenancy.ts';

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
