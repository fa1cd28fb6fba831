import type { DatabaseAddress } from '#platform/db/db';
import type { RegionDatabase } from '#platform/db/region-database';
import { openStandby, type Standby, type StandbyResult } from '#platform/db/standby';
import {
  type Handle,
  type HandleOptions,
  openHandle,
  type Statement,
  type SystemOptions,
  type UnitOfWork,
  type WriteOptions,
} from './handle.ts';

export type { Statement, WriteOptions } from './handle.ts';

/**
 * Provides units of work. `read` is a connection that sees one tenant; `write` is the same in a transaction; `system`
 * sees all tenants and is for the worker, the cloud features and the CLI. The tenant id determines the database, so no
 * lookup is needed.
 */
export type Tenancy = {
  read<T>(tenantId: string, work: UnitOfWork<T>): Promise<T>;
  write<T>(tenantId: string, work: UnitOfWork<T>, options?: WriteOptions): Promise<T>;
  /**
   * Like `read`, for large reads without writes: runs on the standby if there is one and it has applied all confirmed
   * changes. The work may run a second time, on the primary.
   */
  readStandby<T>(tenantId: string, work: UnitOfWork<T>): Promise<T>;
  /** All tenants of the home database or of a region's database. */
  system<T>(work: UnitOfWork<T>, region?: string, options?: SystemOptions): Promise<T>;
  /** Runs a named prepared statement on a connection of the tenant, for the few queries on the hottest paths. */
  run<Row extends Record<string, unknown>>(tenantId: string, statement: Statement, values: unknown[]): Promise<Row[]>;
  /** The home database. It holds the name, plan and billing of every tenant, wherever the tenant's data is. */
  home: Pick<Handle, 'read' | 'write' | 'run'>;
  /** The code of the region whose database holds the tenant. */
  regionOf(tenantId: string): string | undefined;
  /** Whether the database of the tenant is reachable. */
  isReachable(tenantId: string): boolean;
  /** Throws if it is not. */
  requireReachable(tenantId: string): void;
  /** Reachable regions that have their own database. */
  reachable(): string[];
  /** Called after each commit that left events in the outbox of the home database or of a region's database. */
  onEvents(react: (region?: string) => void): void;
  /** Called when work fails because the home database is lost or cannot write. */
  onUnwritable(react: () => void): void;
  stats(): { open: number; idle: number; waiting: number };
  /** Drops all connections to a database that does not respond. Pending work fails, and new work tries to connect. */
  abandon(database: 'home' | 'standby'): void;
  close(): Promise<void>;
};

/** Databases of regions, and how to find the region of a tenant id. */
export type Regional = { databases: readonly RegionDatabase[]; codeOf(tenantId: string): string | undefined };

const abandonOne = (home: Handle, standby: Standby | undefined) => (database: 'home' | 'standby') =>
  database === 'home' ? home.abandon() : standby?.abandon();

const reach = (home: Handle) => ({ read: home.read, write: home.write, run: home.run });

/** Without regional databases, calls go directly to the home database. */
function atHome(home: Handle, standby: Standby | undefined): Tenancy {
  return {
    ...home,
    readStandby: standby?.read ?? home.read,
    abandon: abandonOne(home, standby),
    stats: () => sumOf([home, ...(standby ? [standby] : [])]),
    close: async () => void (await Promise.all([home.close(), standby?.close()])),
    system: (work, _region, options) => home.system(work, options),
    home: reach(home),
    onEvents: (react) => home.onEvents(() => react()),
    onUnwritable: home.onUnwritable,
    regionOf: () => undefined,
    isReachable: () => true,
    requireReachable: () => undefined,
    reachable: () => [],
  };
}

const sumOf = (all: readonly Pick<Handle, 'stats'>[]) =>
  all
    .map((one) => one.stats())
    .reduce((sum, one) => ({
      open: sum.open + one.open,
      idle: sum.idle + one.idle,
      waiting: sum.waiting + one.waiting,
    }));

function byRegion(home: Handle, standby: Standby | undefined, { databases, codeOf }: Regional): Tenancy {
  const byCode = new Map(databases.map((database) => [database.code, database]));
  const databaseOf = (tenantId: string) => {
    const code = codeOf(tenantId);
    return code === undefined ? undefined : byCode.get(code);
  };
  const handleOf = (tenantId: string) => databaseOf(tenantId)?.handle ?? home;
  return {
    read: (tenantId, work) => handleOf(tenantId).read(tenantId, work),
    write: (tenantId, work, options) => handleOf(tenantId).write(tenantId, work, options),
    // Only the home database can have a standby.
    readStandby: (tenantId, work) => (databaseOf(tenantId)?.handle ?? standby ?? home).read(tenantId, work),
    run: (tenantId, statement, values) => handleOf(tenantId).run(tenantId, statement, values),
    system(work, region, options) {
      const database = region === undefined ? undefined : byCode.get(region);
      if (region !== undefined && !database) {
        throw new Error(`No database is configured for the region ${region}.`);
      }
      return (database?.handle ?? home).system(work, options);
    },
    home: reach(home),
    onUnwritable: home.onUnwritable,
    onEvents(react) {
      home.onEvents(() => react());
      for (const { code, handle } of databases) {
        handle.onEvents(() => react(code));
      }
    },
    regionOf: (tenantId) => databaseOf(tenantId)?.code,
    isReachable: (tenantId) => databaseOf(tenantId)?.isUp() ?? true,
    requireReachable: (tenantId) => databaseOf(tenantId)?.requireUp(),
    reachable: () => databases.filter((database) => database.isUp()).map(({ code }) => code),
    abandon: abandonOne(home, standby),
    stats: () => sumOf([home, ...(standby ? [standby] : []), ...databases.map(({ handle }) => handle)]),
    close: async () =>
      void (await Promise.all([home.close(), standby?.close(), ...databases.map((database) => database.close())])),
  };
}

export type StandbyOptions = { address: DatabaseAddress; onRead(result: StandbyResult): void };

export function createTenancy(
  options: HandleOptions,
  { regional, standby: given }: { regional?: Regional | undefined; standby?: StandbyOptions | undefined } = {},
): Tenancy {
  const home = openHandle(options);
  const standby = given && openStandby(home, { ...options, ...given });
  return regional && regional.databases.length > 0 ? byRegion(home, standby, regional) : atHome(home, standby);
}
