import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import type { DatabaseAddress } from '../db.ts';
import { startEmbeddedPostgres } from '../embedded-postgres.ts';
import { dropDatabases } from './databases.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: DatabaseAddress;
    /** Names the templates of this run. */
    run: string;
  }
}

/** One PostgreSQL for the whole run: an embedded one, or the server that TEST_DATABASE_URL names. */
export default async function setup(project: TestProject) {
  const run = randomBytes(4).toString('hex');
  project.provide('run', run);
  const url = process.env.TEST_DATABASE_URL;
  if (url) {
    const address = { connectionString: url };
    project.provide('postgres', address);
    return () => dropDatabases(address, `postern_template_${run}%`);
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'postern-test-'));
  const postgres = await startEmbeddedPostgres({ dataDir });
  const { host, port, user, database } = postgres;
  project.provide('postgres', { host, port, user, database });
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
