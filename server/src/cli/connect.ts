import { findDatabaseRegion, findTenant } from '#features/cloud/tenants';
import { findVaultState } from '#features/operations/vault';
import { findEdition, seed } from '#features/people/provision';
import { type Config, endpointOf, readConfig } from '#platform/config/config';
import type { DatabaseAddress } from '#platform/db/db';
import { directAddress, joinDatabase } from '#platform/db/open-database';
import { migrate, migrationStates } from '#platform/migrations/migrate';
import { createLog } from '#platform/observe/log';
import { createVault, type Vault } from '#platform/secrets/vault';
import { createCache } from '#platform/tenancy/cache';
import { createTenancy, type Tenancy } from '#platform/tenancy/tenancy';
import { openRegions } from '../region-databases.ts';
import { CliError, type Input } from './command.ts';

type Environment = Record<string, string | undefined>;

/** On stderr, so that `--json` output stays clean. */
const progress = (line: string) => void process.stderr.write(`• ${line}\n`);

/** `npm run start:cloud` sets EDITION only for the server, but `*` in ENDPOINT and REGIONS imply the cloud edition. */
const editionIn = ({ EDITION, ENDPOINT, REGIONS }: Environment) =>
  EDITION || (ENDPOINT?.includes('*') || REGIONS ? 'cloud' : undefined);

/** Opens the database, without migrating or a pooler, for the duration of the work. */
async function withDatabase<T>(
  environment: Environment,
  work: (address: DatabaseAddress, config: Config) => Promise<T>,
): Promise<T> {
  const config = readConfig({ ...environment, EDITION: editionIn(environment) });
  const database = await joinDatabase(config, progress);
  try {
    return await work(directAddress(config, database.address), config);
  } finally {
    await database.close();
  }
}

/** The home database, or the database of the region in `--region`. */
export async function withChosenDatabase<T>(
  { environment, text }: Pick<Input, 'environment' | 'text'>,
  work: (address: DatabaseAddress) => Promise<T>,
): Promise<T> {
  if (!text.region) {
    return withDatabase(environment, work);
  }
  const { regions } = readConfig({ ...environment, EDITION: editionIn(environment) });
  const region = regions.find(({ id }) => id === text.region);
  const url = region?.databaseDirectUrl ?? region?.databaseUrl;
  if (!url) {
    throw new CliError(`--region: REGIONS contains no database for ${text.region}.`);
  }
  return work({ connectionString: url });
}

/** Upgrading is the operator's decision. Only an empty database is migrated, as the first start would do. */
async function requireCurrent(address: DatabaseAddress): Promise<void> {
  const pending = await migrationStates(address);
  if (pending.every(({ appliedAt }) => appliedAt === undefined)) {
    await migrate(address, (name) => progress(`Applying migration ${name}`));
  } else if (pending.some(({ appliedAt }) => appliedAt === undefined)) {
    throw new CliError('The database is older than this version of Postern. Run: npm run cli -- db migrate');
  }
}

/** EDITION is optional: the database stores which edition created it. */
async function configFor(environment: Environment, tenancy: Tenancy): Promise<Config> {
  const filledBy = await tenancy.system(findEdition);
  if (environment.EDITION === 'oss' && filledBy === 'cloud') {
    throw new CliError('This database belongs to the cloud edition. Unset EDITION, or set it to cloud.');
  }
  return readConfig({ ...environment, EDITION: editionIn(environment) ?? filledBy });
}

export type Platform = { config: Config; tenancy: Tenancy; vault: Vault; endpointOf(tenantId: string): string };

/** During an upgrade, it stores plain text as the servers do. */
async function openVault({ vaultKeys: keys, databaseUrl, dataDir }: Config, tenancy: Tenancy): Promise<Vault> {
  const vault = createVault({ keys, isDatabaseEmbedded: databaseUrl === undefined, dataDir });
  vault.sealSettingsFrom((await tenancy.system(findVaultState)).settingsFrom);
  return vault;
}

/** A database with its first tenants, and the same handles that a server has. */
export async function withPlatform<T>(environment: Environment, work: (platform: Platform) => Promise<T>): Promise<T> {
  return withDatabase(environment, async (address, { poolMode, caseSensitiveUsername, regions }) => {
    await requireCurrent(address);
    const options = { poolSize: 2, poolMode, caseSensitiveUsername, cache: createCache() };
    const regional = openRegions({ ...options, regions }, createLog('silent'), options.cache, true);
    const tenancy = createTenancy({ ...options, address }, { regional });
    try {
      const config = await configFor(environment, tenancy);
      const vault = await openVault(config, tenancy);
      await seed({ config, tenancy, vault });
      return await work({ config, tenancy, vault, endpointOf: (tenantId) => endpointOf(config, tenantId) });
    } finally {
      await tenancy.close();
    }
  });
}

export async function requireTenant({ tenancy }: Platform, id: string): Promise<void> {
  const [tenant, region] = await tenancy.system(
    async (db) => [await findTenant(db, id), await findDatabaseRegion(db, id)] as const,
  );
  if (!tenant) {
    throw new CliError(`There is no tenant ${id}.`);
  }
  if (tenancy.regionOf(id) !== region) {
    throw new CliError(`The data of ${id} is in the region ${region}, but REGIONS contains no database for it.`);
  }
}
