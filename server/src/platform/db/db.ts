import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { type Attributes, currentRecorder } from '#platform/observe/trace';
import type { Database } from './db-types.ts';
import { serverTimeZone } from './local-day.ts';

/** Advisory locks, the same in every release, so that processes that start concurrently take turns. */
export const locks = { migrations: 7_260_451, firstTenants: 7_260_452 } as const;

export type Db = Kysely<Database>;

/** The address of PostgreSQL: a URL, or the socket folder of the embedded one. */
export type DatabaseAddress =
  | { connectionString: string; connectionTimeoutMillis?: number }
  | { host: string; port: number; user: string; database: string; ssl?: false };

/** The address of another database on the same server. */
export function withDatabase(address: DatabaseAddress, database: string): DatabaseAddress {
  if ('connectionString' in address) {
    const url = new URL(address.connectionString);
    url.pathname = `/${database}`;
    return { connectionString: url.href };
  }
  return { ...address, database };
}

export type Role = 'postern_app' | 'postern_system';

const timestamptz = 1184;
const bigint = 20;
const date = 1082;

const digit = (text: string, at: number) => text.charCodeAt(at) - 48;
const twoDigits = (text: string, at: number) => digit(text, at) * 10 + digit(text, at + 1);

/**
 * Reads `2026-11-17 17:38:31.5+00`, with up to six decimals, in a third of the time of `Date.parse`. Years before 1000
 * are excluded, because `Date.UTC` reads two digits as a year of the last century.
 */
function readUtc(value: string): number {
  const milliseconds = [20, 21, 22].reduce((sum, at) => sum * 10 + (at < value.length - 3 ? digit(value, at) : 0), 0);
  return Date.UTC(
    twoDigits(value, 0) * 100 + twoDigits(value, 2),
    twoDigits(value, 5) - 1,
    twoDigits(value, 8),
    twoDigits(value, 11),
    twoDigits(value, 14),
    twoDigits(value, 17),
    milliseconds,
  );
}

/** Milliseconds of a timestamp as PostgreSQL prints it. */
export function readInstant(value: string): number {
  if (value.endsWith('+00') && value[4] === '-' && value[0] !== '0') {
    return readUtc(value);
  }
  if (value.endsWith('infinity')) {
    // Date.parse would return a day in 2000.
    return value.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  }
  // ECMA-262 §21.4.1.32: a year of more than four digits is written with six and a sign.
  const year = value.indexOf('-');
  const text = year > 4 ? `+${value.slice(0, year).padStart(6, '0')}${value.slice(year)}` : value;
  return Date.parse(`${text.replace(' ', 'T')}:00`.replace(/([+-]\d\d:\d\d):00$/, '$1'));
}

/** Parses timestamps as milliseconds, dates as text and counts as numbers, without creating Date objects. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === timestamptz) {
      return readInstant;
    }
    if (oid === bigint) {
      return Number;
    }
    if (oid === date) {
      return String;
    }
    return pg.types.getTypeParser(oid, format);
  },
};

/** A physical connection and the query builder that is bound to it for its lifetime. */
export type Connection = {
  client: pg.Client;
  db: Db;
  /** The current value of `app.tenant_id`. */
  tenantId: string | undefined;
  isBroken: boolean;
};

export function clientOptions(address: DatabaseAddress, applicationName: string): pg.ClientConfig {
  return { connectionTimeoutMillis: 5000, ...address, application_name: applicationName, types, keepAlive: true };
}

const maxPrepared = 300;

/** For statements whose best plan depends on the values: they get no name, so PostgreSQL plans them each time. */
export const planEachTime = sql`/* planned anew */`;

/** Names for repeated statements, so that PostgreSQL parses and plans them once per connection. */
function createNamer() {
  const names = new Map<string, string>();
  return (text: string): string | undefined => {
    if (text.includes('/* planned anew */')) {
      return undefined;
    }
    const known = names.get(text);
    // Lists of varying length would fill the connection with plans that are never reused.
    if (known === undefined && names.size < maxPrepared) {
      names.set(text, `q${createHash('sha1').update(text).digest('base64url')}`);
      return names.get(text);
    }
    return known;
  };
}

/** The verb and the first table of a statement, without its values. */
export function describeStatement(text: string): Attributes {
  const [, operation = 'statement'] = /^\s*([a-z]+)/i.exec(text) ?? [];
  const [, table] = /\b(?:from|into|update)\s+"?([a-z_]+)"?(?!\s*\()/i.exec(text) ?? [];
  return { 'db.system.name': 'postgresql', 'db.operation.name': operation.toLowerCase(), 'db.collection.name': table };
}

const nameStatement = (attributes: Attributes) =>
  [attributes['db.operation.name'], attributes['db.collection.name']].filter(Boolean).join(' ');

function bindKysely(client: pg.Client, isPooled = false): Db {
  const nameOf = createNamer();
  const only = {
    query: (text: string, values: unknown[]) => {
      const name = isPooled ? undefined : nameOf(text);
      const send = () => client.query(name ? { name, text, values } : { text, values });
      const recorder = currentRecorder();
      if (!recorder) {
        return send();
      }
      const attributes = describeStatement(text);
      return recorder.run(nameStatement(attributes), 'client', attributes, send);
    },
    release: () => undefined,
  };
  return new Kysely<Database>({
    dialect: new PostgresDialect({
      // Kysely needs a pool. The real pool is in tenancy.ts, so this one always returns the same connection.
      pool: { connect: async () => only, end: async () => undefined } as unknown as pg.Pool,
    }),
  });
}

/** Statement timeouts: for requests, and for work across tenants, which runs in small steps. */
const statementMilliseconds: Record<Role, number> = { postern_app: 10_000, postern_system: 60_000 };

/** How long a transaction may wait for its node. After that the node is gone, and its locks would stop other nodes. */
const idleMilliseconds: Record<Role, number> = { postern_app: 15_000, postern_system: 60_000 };

/** A statement without an answer for this much longer than its timeout was sent to a connection that is gone. */
const answerMilliseconds = 5000;

/** Sets the role, the timeouts, the time zone of days, and whether usernames are case-sensitive. */
export function enterRole(role: Role, scope: 'session' | 'local', caseSensitiveUsername: boolean): string {
  const folding = caseSensitiveUsername ? '' : `; set ${scope} app.fold_usernames = 'on'`;
  return `set ${scope} role ${role}; set ${scope} statement_timeout = ${statementMilliseconds[role]}; set ${scope} idle_in_transaction_session_timeout = ${idleMilliseconds[role]}; set ${scope} app.time_zone = '${serverTimeZone}'${folding}`;
}

export type ConnectOptions = {
  address: DatabaseAddress;
  poolMode: 'session' | 'transaction';
  caseSensitiveUsername: boolean;
};

export async function connect(
  { address, poolMode, caseSensitiveUsername }: ConnectOptions,
  role: Role,
  onBegin: (connection: Connection) => void = () => undefined,
): Promise<Connection> {
  const isPooled = poolMode === 'transaction';
  const client = new pg.Client({
    ...clientOptions(address, 'postern'),
    query_timeout: statementMilliseconds[role] + answerMilliseconds,
  });
  const connection: Connection = { client, db: bindKysely(client, isPooled), tenantId: undefined, isBroken: false };
  client.on('error', () => {
    connection.isBroken = true;
  });
  onBegin(connection);
  await client.connect();
  if (!isPooled) {
    await client.query(enterRole(role, 'session', caseSensitiveUsername));
  }
  return connection;
}
