import { startScratchPostgres } from '../server/src/platform/testing/scratch-postgres.ts';

/**
 * One PostgreSQL for the whole run. Workers find it through the environment, and every product gets its own database.
 */
export default async function globalSetup() {
  const postgres = await startScratchPostgres();
  process.env.E2E_POSTGRES = JSON.stringify(postgres.connection);
  return postgres.stop;
}
