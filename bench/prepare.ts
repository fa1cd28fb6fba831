import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { DatabaseAddress } from '../server/src/platform/db/db.ts';
import { findEmbeddedPostgres } from '../server/src/platform/embedded-postgres/embedded-postgres.ts';
import type { BenchServer } from './server.ts';

export async function findDatabase(server: BenchServer): Promise<DatabaseAddress> {
  const connection = await findEmbeddedPostgres(server.dataDir);
  if (!connection) {
    throw new Error('The embedded database is not running.');
  }
  const { host, port, user, database } = connection;
  return { host, port, user, database, ssl: false };
}

export async function onDatabase<T>(server: BenchServer, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(await findDatabase(server));
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

/** Inserts rows as an import would, spread over a year. */
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

/** Grows the table to this many users in total, whatever other lines have created. */
export async function growUsers(server: BenchServer, total: number): Promise<void> {
  const known = await onDatabase(server, async (client) => {
    const { rows } = await client.query<{ n: number }>(
      "select count(*)::int as n from users where tenant_id = 'default'",
    );
    return rows[0]?.n ?? 0;
  });
  if (known < total) {
    await insertUsers(server, total - known);
  }
}

export const benchResource = 'https://bench.example/api';

/**
 * A tenant that has grown: applications with a secret and a role each, an API with a thousand scopes, and roles of both
 * types that grant five of them each.
 */
export async function insertAuthorization(
  server: BenchServer,
  { applications, roles }: { applications: number; roles: number },
): Promise<{ id: string; secret: string }[]> {
  return onDatabase(server, async (client) => {
    await client.query("insert into resources (id, name, indicator) values ('bench-api', 'Bench', $1)", [
      benchResource,
    ]);
    await client.query(
      `insert into scopes (id, resource_id, name) select 'bench-s' || n, 'bench-api', 'scope:' || n from generate_series(0, 999) n`,
    );
    await client.query(
      `insert into roles (id, name, description, type) select 'bench-r' || n, 'bench role ' || n, 'bench',
         case when n % 2 = 0 then 'User' else 'MachineToMachine' end from generate_series(0, $1::int - 1) n`,
      [roles],
    );
    await client.query(
      `insert into roles_scopes (role_id, scope_id) select 'bench-r' || n, 'bench-s' || ((n * 7 + m) % 1000)
       from generate_series(0, $1::int - 1) n, generate_series(0, 4) m`,
      [roles],
    );
    await client.query(
      `insert into applications (id, name, secret, type, oidc_client_metadata)
       select 'bench-m' || n, 'Machine ' || n, '#internal:x', 'MachineToMachine', '{"redirectUris":[],"postLogoutRedirectUris":[]}'
       from generate_series(0, $1::int - 1) n`,
      [applications],
    );
    await client.query(
      `insert into application_secrets (application_id, application_type, name, value)
       select 'bench-m' || n, 'MachineToMachine', 'bench', 'secret' || n from generate_series(0, $1::int - 1) n`,
      [applications],
    );
    await client.query(
      `insert into applications_roles (application_id, role_id)
       select 'bench-m' || n, 'bench-r' || ((n * 2 + 1) % $2::int) from generate_series(0, $1::int - 1) n`,
      [applications, roles],
    );
    await client.query(
      'vacuum analyze applications, application_secrets, applications_roles, roles, roles_scopes, scopes',
    );
    return Array.from({ length: applications }, (_, index) => ({ id: `bench-m${index}`, secret: `secret${index}` }));
  });
}

/** Users of the sign-in benchmark get three roles each. */
export async function assignBenchRoles(server: BenchServer): Promise<void> {
  await onDatabase(server, async (client) => {
    await client.query(
      `insert into users_roles (user_id, role_id)
       select u.id, 'bench-r' || (m * 2) from users u, generate_series(0, 2) m where u.username like 'bench_%'
       on conflict do nothing`,
    );
  });
}
