import pg from 'pg';
import { inject } from 'vitest';
import { clientOptions, type DatabaseAddress } from './platform/db.ts';
import { migrate } from './platform/migrate.ts';
import { createDatabase, databaseUrl } from './platform/testing/databases.ts';

/** As the owner of a database, past every rule of the product. */
export async function asOwner<Row extends pg.QueryResultRow>(
  address: DatabaseAddress,
  text: string,
  values: unknown[] = [],
) {
  const client = new pg.Client(clientOptions(address, 'postern-test'));
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** A database for a region on the server of the tests, which can be taken away and given back. */
export async function regionDatabase() {
  const server = inject('postgres');
  const { address, drop } = await createDatabase(server, `postern_template_${inject('run')}_region`, async (empty) => {
    await migrate(empty);
  });
  const url = databaseUrl(address);
  const name = new URL(url).pathname.slice(1);
  return {
    url,
    address,
    drop,
    async takeAway() {
      await asOwner(server, `alter database ${name} allow_connections false`);
      await asOwner(server, 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    },
    giveBack: () => asOwner(server, `alter database ${name} allow_connections true`),
    rows: <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => asOwner<Row>(address, text, values),
  };
}

export type RegionDatabase = Awaited<ReturnType<typeof regionDatabase>>;

/** Regions as an operator would write them: Europe at home, the others as given. */
export const regionsText = (...others: Record<string, unknown>[]) =>
  JSON.stringify([{ id: 'EU', name: 'Europe', country: 'EU' }, ...others]);
