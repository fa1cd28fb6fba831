import { randomBytes } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import type { DatabaseAddress } from '#platform/db/db';
import { dropDatabases } from './databases.ts';
import { startScratchPostgres } from './scratch-postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: DatabaseAddress;
    /** Part of the template names of this run. */
    run: string;
  }
}

/** One PostgreSQL for the whole run: an embedded one, or the server in TEST_DATABASE_URL. */
export default async function setup(project: TestProject) {
  const run = randomBytes(4).toString('hex');
  project.provide('run', run);
  const url = process.env.TEST_DATABASE_URL;
  if (url) {
    const address = { connectionString: url };
    project.provide('postgres', address);
    return () => dropDatabases(address, `postern_template_${run}%`);
  }
  const postgres = await startScratchPostgres();
  project.provide('postgres', postgres.connection);
  return async () => {
    const trouble = await postgres.readTrouble();
    if (trouble.length > 0) {
      console.warn(`The log of PostgreSQL:\n${trouble.slice(0, 20).join('\n')}`);
    }
    await postgres.stop();
  };
}
