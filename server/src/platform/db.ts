import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database } from './db-types.ts';

export type Db = Kysely<Database>;

/** Where PostgreSQL listens: a URL, or the socket folder of the embedded one. */
export type DatabaseAddress =
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string; ssl?: false };

export type Role = 'postern_app' | 'postern_system';

const timestamptz = 1184;
const bigint = 20;

/** Times as milliseconds and counts as numbers, as the wire has them: no Date object on the way. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === timestamptz) {
      return (value: string) => Date.parse(`${value.replace(' ', 'T')}:00`.replace(/([+-]\d\d:\d\d):00$/, '$1'));
    }
    if (oid === bigint) {
      return Number;
    }
    return pg.types.getTypeParser(oid, format);
  },
};

/** One physical connection with the query builder bound to it once, for as long as it lives. */
export type Connection = {
  client: pg.Client;
  db: Db;
  /** The tenant that `app.tenant_id` names now. */
  tenantId: string | undefined;
  isBroken: boolean;
};

export function clientOptions(address: DatabaseAddress, applicationName: string): pg.ClientConfig {
  return { ...address, application_name: applicationName, connectionTimeoutMillis: 5000, types, keepAlive: true };
}

export function bindKysely(client: pg.Client): Db {
  const only = { query: client.query.bind(client), release: () => undefined };
  return new Kysely<Database>({
    dialect: new PostgresDialect({
      // Kysely wants a pool; tenancy.ts is the pool, so this one hands out the same connection for ever.
      pool: { connect: async () => only, end: async () => undefined } as unknown as pg.Pool,
    }),
  });
}

export async function connect(address: DatabaseAddress, role: Role, isPooled: boolean): Promise<Connection> {
  const client = new pg.Client(clientOptions(address, 'postern'));
  const connection: Connection = { client, db: bindKysely(client), tenantId: undefined, isBroken: false };
  client.on('error', () => {
    connection.isBroken = true;
  });
  await client.connect();
  if (!isPooled) {
    await client.query(`set role ${role}`);
  }
  return connection;
}
