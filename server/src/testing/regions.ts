import { connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { inject } from 'vitest';
import { clientOptions, type DatabaseAddress } from '#platform/db/db';
import { migrate } from '#platform/migrations/migrate';
import { createDatabase, databaseUrl } from '#platform/testing/databases';

/** Connects as the owner of a database, without row-level security. */
export async function withOwner<T>(address: DatabaseAddress, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(clientOptions(address, 'postern-test'));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Runs a statement as the owner of a database. */
export const asOwner = <Row extends pg.QueryResultRow>(
  address: DatabaseAddress,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> => withOwner(address, async (owner) => (await owner.query<Row>(text, values)).rows);

/** Simulates an outage of a database and its end. */
export function switchFor(address: DatabaseAddress) {
  const server = inject('postgres');
  const name = new URL(databaseUrl(address)).pathname.slice(1);
  const cut = () =>
    asOwner(server, 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  return {
    /** Ends all connections but accepts new ones. */
    cut,
    async takeAway() {
      await asOwner(server, `alter database ${name} allow_connections false`);
      await cut();
    },
    allowConnections: () => asOwner(server, `alter database ${name} allow_connections true`),
  };
}

/** A database for a region on the server of the tests. */
export async function regionDatabase() {
  const template = `postern_template_${inject('run')}_region`;
  const { address, drop } = await createDatabase(inject('postgres'), template, async (empty) => {
    await migrate(empty);
  });
  return {
    ...switchFor(address),
    url: databaseUrl(address),
    drop,
    rows: <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => asOwner<Row>(address, text, values),
  };
}

export type RegionDatabase = Awaited<ReturnType<typeof regionDatabase>>;

/** A proxy to a database that can stop forwarding data without closing connections. */
export async function stallingProxy(address: DatabaseAddress) {
  const { host, port } =
    'connectionString' in address
      ? {
          host: new URL(address.connectionString).hostname,
          port: Number(new URL(address.connectionString).port || 5432),
        }
      : address;
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const server = createServer((near) => {
    const far = connect(target);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('data', (chunk) => (isFrozen ? undefined : other.write(chunk)));
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const listening = server.address();
  return {
    port: typeof listening === 'object' ? listening?.port : undefined,
    freeze() {
      isFrozen = true;
    },
    thaw() {
      isFrozen = false;
    },
    close() {
      server.close();
      for (const socket of sockets) {
        socket.destroy();
      }
    },
  };
}

/** REGIONS as an operator would write it: Europe in the home database, the others as given. */
export const regionsText = (...others: Record<string, unknown>[]) =>
  JSON.stringify([{ id: 'EU', name: 'Europe', country: 'EU' }, ...others]);
