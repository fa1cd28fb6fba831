import { existsSync } from 'node:fs';
import pg from 'pg';
import type { Config } from '#platform/config/config';
import {
  type EmbeddedPostgresConnection,
  FolderInUseError,
  findEmbeddedPostgres,
  startEmbeddedPostgres,
} from '#platform/embedded-postgres/embedded-postgres';
import { makePrivate } from '#platform/embedded-postgres/private-folder';
import { migrate } from '#platform/migrations/migrate';
import { clientOptions, type DatabaseAddress } from './db.ts';

export type OpenDatabase = { address: DatabaseAddress; close(): Promise<void> };

const oldestVersion = 150_000;

/** Keeps the password out of messages. */
function withoutPassword(url: string): string {
  const parsed = new URL(url);
  return `${parsed.hostname}:${parsed.port || 5432}${parsed.pathname}`;
}

async function checkServer(url: string): Promise<void> {
  const client = new pg.Client(clientOptions({ connectionString: url }, 'postern-start'));
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string }>("select current_setting('server_version_num') as version");
    if (Number(rows[0]?.version) < oldestVersion) {
      throw new Error(`PostgreSQL 15 or newer is needed (${withoutPassword(url)} is older).`);
    }
  } catch (error) {
    const reason =
      error instanceof Error ? error.message || ('code' in error ? String(error.code) : '') : String(error);
    throw new Error(`DATABASE_URL: ${withoutPassword(url)} cannot be used: ${reason}`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

type Progress = (line: string) => void;
const silently: Progress = () => undefined;

// The socket needs no encryption, regardless of PGSSLMODE.
const socketAddress = ({ host, port, user, database }: EmbeddedPostgresConnection) =>
  ({ host, port, user, database, ssl: false }) as const;

async function start(config: Config, progress: Progress): Promise<OpenDatabase> {
  if (config.databaseUrl) {
    await checkServer(config.databaseUrl);
    if (existsSync(config.dataDir)) {
      await makePrivate(config.dataDir, progress);
    }
    return { address: { connectionString: config.databaseUrl }, close: async () => undefined };
  }
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log: progress });
  return { address: socketAddress(postgres), close: () => postgres.stop() };
}

/** An address without a pooler, for sessions: a pooler may send the next statement to another connection. */
export function directAddress(config: Config, address: DatabaseAddress): DatabaseAddress {
  return config.databaseDirectUrl ? { connectionString: config.databaseDirectUrl } : address;
}

type Unmigrated = { address: DatabaseAddress; config: Config; progress: Progress };

/** `npm run dev` replaces `prepare`, which runs before the migrations. */
export const migrations = { prepare: async (_database: Unmigrated): Promise<void> => undefined };

/** A migrated database: the one in DATABASE_URL, otherwise the embedded one in DATA_DIR. */
export async function openDatabase(config: Config, progress: Progress = silently): Promise<OpenDatabase> {
  const database = await start(config, progress);
  try {
    const address = directAddress(config, database.address);
    await migrations.prepare({ address, config, progress });
    await migrate(address, (name) => progress(`Applying migration ${name}`));
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

const startingUp = 10_000;

/**
 * The database for a command, without migrating: the one of the server that runs on DATA_DIR, or one that is started
 * for the duration of the command.
 */
export async function joinDatabase(config: Config, progress: Progress = silently): Promise<OpenDatabase> {
  const end = Date.now() + startingUp;
  for (;;) {
    const running = config.databaseUrl ? undefined : await findEmbeddedPostgres(config.dataDir);
    if (running) {
      return { address: socketAddress(running), close: async () => undefined };
    }
    try {
      return await start(config, progress);
    } catch (error) {
      // A server that is starting holds the folder before its database accepts connections.
      if (!(error instanceof FolderInUseError) || Date.now() > end) {
        throw error;
      }
    }
  }
}
