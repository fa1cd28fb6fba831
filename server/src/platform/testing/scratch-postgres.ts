import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { findHome } from '#platform/embedded-postgres/choose-place';
import { type EmbeddedPostgresConnection, startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres';
import { hasRoomInMemory, memory } from '../../../../scripts/scratch-folder.mjs';
import { removeFolder } from './remove-folder.ts';

/** Test data need not survive a crash. `synchronous_commit` stays as in production, because tests read it. */
const settings = { fsync: 'off', full_page_writes: 'off' };

type ScratchPostgres = {
  connection: EmbeddedPostgresConnection;
  /** What the log says about files that the server could not use. */
  readTrouble(): Promise<string[]>;
  stop(): Promise<void>;
};

/** An embedded PostgreSQL in a new temporary folder, in memory if there is enough: a copied database has 1,500 files. Stopping it removes the folder. */
export async function startScratchPostgres(): Promise<ScratchPostgres> {
  const dataDir = await mkdtemp(join(hasRoomInMemory() ? memory : tmpdir(), 'postern-test-'));
  const postgres = await startEmbeddedPostgres({ dataDir });
  const { host, port, user, database } = postgres;
  const connection = { host, port, user, database };
  const client = new pg.Client(connection);
  await client.connect();
  for (const [name, value] of Object.entries(settings)) {
    await client.query(`alter system set ${name} = ${value}`);
  }
  await client.query('select pg_reload_conf()');
  await client.end();
  return {
    connection,
    async readTrouble() {
      const log = await readFile(join(await findHome(dataDir), 'postgres.log'), 'utf8');
      return log
        .split('\n')
        .filter((line) => /(?:ERROR|PANIC|FATAL|LOG): +could not|checkpoint request failed/.test(line));
    },
    async stop() {
      await postgres.stop();
      await removeFolder(dataDir);
    },
  };
}
