import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { findEmbeddedPostgres } from '../server/src/platform/embedded-postgres.ts';
import type { BenchServer } from './server.ts';

export async function onDatabase<T>(server: BenchServer, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const connection = await findEmbeddedPostgres(server.dataDir);
  if (!connection) {
    throw new Error('The embedded database is not running.');
  }
  const { host, port, user, database } = connection;
  const client = new pg.Client({ host, port, user, database, ssl: false });
  await client.connect();
  try {
    await client.query("select set_config('app.tenant_id', 'default', false)");
    return await work(client);
  } finally {
    await client.end();
  }
}

export async function createMachine(server: BenchServer): Promise<{ id: string; secret: string }> {
  const id = `m${randomBytes(8).toString('hex')}`;
  const secret = randomBytes(16).toString('hex');
  await onDatabase(server, async (client) => {
    await client.query(
      `insert into applications (id, name, secret, type, oidc_client_metadata)
       values ($1, 'Bench', '#internal:x', 'MachineToMachine', '{"redirectUris":[],"postLogoutRedirectUris":[]}')`,
      [id],
    );
    await client.query(
      "insert into application_secrets (application_id, application_type, name, value) values ($1, 'MachineToMachine', 'bench', $2)",
      [id, secret],
    );
    await client.query("insert into applications_roles (application_id, role_id) values ($1, 'admin-role')", [id]);
  });
  return { id, secret };
}

/** Rows as an import would leave them, spread over a year. */
export async function insertUsers(server: BenchServer, count: number): Promise<void> {
  const prefix = randomBytes(2).toString('hex');
  await onDatabase(server, async (client) => {
    await client.query(
      `insert into users (id, username, primary_email, name, created_at)
       select $1 || lpad(n::text, 8, '0'), 'user_' || $1 || n, 'person' || n || '@' || $1 || '.example.com', 'Person ' || n,
         now() - (n % 365) * interval '1 day' - n * interval '1 second'
       from generate_series(1, $2::int) n`,
      [prefix, count],
    );
    await client.query('vacuum analyze users');
  });
}
