import pg from 'pg';
import type { Config } from './config.ts';
import { clientOptions, type DatabaseAddress } from './db.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { migrate } from './migrate.ts';

export type OpenDatabase = { address: DatabaseAddress; close(): Promise<void> };

const oldestVersion = 150_000;

/** The password stays out of every message. */
function hide(url: string): string {
  const parsed = new URL(url);
  return `${parsed.hostname}:${parsed.port || 5432}${parsed.pathname}`;
}

async function checkServer(url: string): Promise<void> {
  const client = new pg.Client(clientOptions({ connectionString: url }, 'postern-start'));
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string }>("select current_setting('server_version_num') as version");
    if (Number(rows[0]?.version) < oldestVersion) {
      throw new Error(`PostgreSQL 15 or newer is needed (${hide(url)} is older).`);
    }
  } catch (error) {
    const reason =
      error instanceof Error ? error.message || ('code' in error ? String(error.code) : '') : String(error);
    throw new Error(`DATABASE_URL: ${hide(url)} cannot be used: ${reason}`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A migrated database: the operator's own when DATABASE_URL names one, otherwise the embedded one in DATA_DIR. */
export async function openDatabase(
  config: Config,
  progress: (line: string) => void = () => undefined,
): Promise<OpenDatabase> {
  if (config.databaseUrl) {
    await checkServer(config.databaseUrl);
    const address = { connectionString: config.databaseUrl };
    await migrate(address, (name) => progress(`Applying migration ${name}`));
    return { address, close: async () => undefined };
  }
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log: progress });
  const { host, port, user, database } = postgres;
  // The socket needs no encryption, whatever PGSSLMODE says about other servers.
  const address = { host, port, user, database, ssl: false } as const;
  try {
    await migrate(address, (name) => progress(`Applying migration ${name}`));
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  return { address, close: () => postgres.stop() };
}
