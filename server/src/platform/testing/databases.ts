import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { clientOptions, type DatabaseAddress, withDatabase } from '#platform/db/db';

async function onServer<T>(address: DatabaseAddress, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...clientOptions(address, 'postern-test'), connectionTimeoutMillis: 60_000 });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The address as a DATABASE_URL. A socket folder cannot be the host of a URL, but can be a parameter. */
export function databaseUrl(address: DatabaseAddress): string {
  if ('connectionString' in address) {
    return address.connectionString;
  }
  const { host, port, user, database } = address;
  return `postgres://localhost/${database}?${new URLSearchParams({ host, port: String(port), user })}`;
}

export type TestDatabase = { address: DatabaseAddress; drop(): Promise<void> };

const newName = () => `postern_test_${randomBytes(6).toString('hex')}`;
const dropper = (server: DatabaseAddress, name: string) => () =>
  onServer(server, async (client) => {
    const drop = () => client.query(`drop database if exists ${name} with (force)`);
    // A drop waits for a checkpoint of the whole server, which other tests may disturb. The next one is whole again.
    await drop().catch((error: Error) => {
      if (!/checkpoint request failed/.test(error.message)) {
        throw error;
      }
      return drop();
    });
  });

/** A database without tables, as an operator would provide it. */
export async function createEmptyDatabase(server: DatabaseAddress): Promise<TestDatabase> {
  const name = newName();
  await onServer(server, (client) => client.query(`create database ${name}`));
  return { address: withDatabase(server, name), drop: dropper(server, name) };
}

const passwordOfOwners = 'of a test';

/** An address with another user. */
function withUser(address: DatabaseAddress, user: string): DatabaseAddress {
  if ('connectionString' in address) {
    const url = new URL(address.connectionString);
    url.username = user;
    url.password = passwordOfOwners;
    return { connectionString: url.href };
  }
  return { ...address, user };
}

/** An empty database whose owner is no superuser, as managed databases have it, and its address for that owner. */
export async function createOwnedDatabase(
  server: DatabaseAddress,
): Promise<TestDatabase & { asOwner: DatabaseAddress }> {
  const { address, drop } = await createEmptyDatabase(server);
  const owner = newName();
  await onServer(address, async (client) => {
    await client.query(`create role ${owner} login createrole password '${passwordOfOwners}'`);
    // The roles belong to the whole server, and another test may have made them.
    const { rows } = await client.query<{ name: string }>(
      `select rolname as name from pg_roles where rolname in ('postern_app', 'postern_system')`,
    );
    for (const { name } of rows) {
      await client.query(`grant ${name} to ${owner}`);
    }
    await client.query(`do $$ begin execute format('alter database %I owner to ${owner}', current_database()); end $$`);
  });
  return {
    address,
    asOwner: withUser(address, owner),
    async drop() {
      await drop();
      await onServer(server, (client) => client.query(`drop role ${owner}`));
    },
  };
}

/** An arbitrary number. Prevents two test workers from creating the template at the same time. */
const lock = 5_550_123;

/**
 * Copying files takes half of the CPU time of copying pages through the log, but waits for a checkpoint, which is slow
 * on a server that writes to disk.
 */
const copying = (server: DatabaseAddress) => ('connectionString' in server ? '' : ' strategy file_copy');

/** A copy of the template database, which `prepare` fills once per edition. Copying is much faster than migrating. */
export async function createDatabase(
  server: DatabaseAddress,
  template: string,
  prepare: (address: DatabaseAddress) => Promise<void>,
): Promise<TestDatabase> {
  const name = newName();
  await onServer(server, async (client) => {
    await client.query('select pg_advisory_lock($1)', [lock]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template]);
    if (rowCount === 0) {
      const building = `${template}_building`;
      await client.query(`drop database if exists ${building} with (force)`);
      await client.query(`create database ${building}`);
      await prepare(withDatabase(server, building));
      await client.query(`alter database ${building} rename to ${template}`);
    }
    await client.query(`create database ${name} template ${template}${copying(server)}`);
  });
  return { address: withDatabase(server, name), drop: dropper(server, name) };
}

/** Renames a database without connections, for example to make it a template. */
export async function renameDatabase(server: DatabaseAddress, address: DatabaseAddress, name: string): Promise<void> {
  const old = 'connectionString' in address ? new URL(address.connectionString).pathname.slice(1) : address.database;
  await onServer(server, (client) => client.query(`alter database ${old} rename to ${name}`));
}

export async function dropDatabases(server: DatabaseAddress, pattern: string): Promise<void> {
  await onServer(server, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      'select datname as name from pg_database where datname like $1',
      [pattern],
    );
    for (const { name } of rows) {
      await client.query(`drop database if exists ${name} with (force)`);
    }
  });
}
