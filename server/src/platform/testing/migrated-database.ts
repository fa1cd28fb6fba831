import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { clientOptions } from '#platform/db/db';
import { migrate } from '#platform/migrations/migrate';
import { createEmptyDatabase } from './databases.ts';

/** A connection to a migrated database without tenants, for tests of one migration. Both end with the test. */
export async function openMigratedDatabase(): Promise<pg.Client> {
  const { address, drop } = await createEmptyDatabase(inject('postgres'));
  await migrate(address);
  const client = new pg.Client(clientOptions(address, 'test'));
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await drop();
  });
  return client;
}
