import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../server/src/testing/flows.ts';
import { type Member, member, pidInside, until } from './programs.ts';

/** The newest PostgreSQL of Debian's packages. */
function findBinaries(): string {
  const found = ['18', '17', '16', '15']
    .map((version) => `/usr/lib/postgresql/${version}/bin`)
    .find((folder) => existsSync(join(folder, 'postgres')));
  if (!found) {
    throw new Error('PostgreSQL is missing. Run npm run test:cluster, which installs it.');
  }
  return found;
}

const idOf = (option: '-u' | '-g') => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));

export type DatabaseNode = Member & {
  restPort: number;
  port: number;
  /** Kills the first process of PostgreSQL. Patroni goes on. */
  killPostmaster(): void;
};

export type DatabaseCluster = {
  nodes: DatabaseNode[];
  pooler: Member;
  balancer: Member;
  /** Through the pooler, directly to the primary, and to the standby. */
  urls: { pooled: string; direct: string; read: string };
  leader(): Promise<DatabaseNode>;
  /** Waits until there is one. */
  someLeader(): Promise<DatabaseNode>;
  standby(): Promise<DatabaseNode>;
  /** Waits until there is a leader with a synchronous standby. */
  settle(): Promise<void>;
  query<T extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<T[]>;
};

/** Patroni writes its state here; see https://patroni.readthedocs.io/en/latest/rest_api.html */
async function roleOf({ restPort }: DatabaseNode): Promise<{ role: string; sync: boolean } | undefined> {
  const answer = await fetch(`http://127.0.0.1:${restPort}/patroni`, { signal: AbortSignal.timeout(2000) }).catch(
    () => undefined,
  );
  const state = (await answer?.json().catch(() => undefined)) as
    | { role?: string; state?: string; sync_standby?: boolean }
    | undefined;
  return state?.state === 'running' && state.role ? { role: state.role, sync: state.sync_standby === true } : undefined;
}

const isLeader = (role: string | undefined) => role === 'master' || role === 'primary';

export type DatabaseOptions = {
  /** Settings of PostgreSQL in addition to the usual ones. */
  parameters?: Record<string, unknown>;
  /** A folder for the write-ahead log of each, on another disk than its data. */
  logFolder?(name: string): string;
  /** Environment of PostgreSQL. */
  env?: Record<string, string>;
};

function patroniConfig(options: {
  name: string;
  folder: string;
  etcdPort: number;
  restPort: number;
  port: number;
  binaries: string;
  more: DatabaseOptions;
}): string {
  const { name, folder, etcdPort, restPort, port, binaries, more } = options;
  const logFolder = more.logFolder?.(name);
  // JSON is YAML.
  return JSON.stringify({
    scope: 'postern',
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    // Not etcd3: with it, a primary of Patroni 3.0.2 that goes on after a pause takes the leader key from its successor,
    // whose writes are lost (https://github.com/patroni/patroni/pull/2689).
    etcd: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        // The smallest that Patroni allows: loop_wait + 2 * retry_timeout. If a primary hangs instead of being dead, the
        // standby asks it for two more seconds before it takes over.
        ttl: 7,
        loop_wait: 1,
        retry_timeout: 3,
        maximum_lag_on_failover: 1_048_576,
        // A primary that has crashed is replaced at once instead of recovered.
        primary_start_timeout: 0,
        master_start_timeout: 0,
        synchronous_mode: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: {
            max_connections: 200,
            wal_keep_size: '256MB',
            shared_buffers: '128MB',
            jit: 'off',
            ...more.parameters,
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, 'data-checksums', ...(logFolder ? [{ waldir: logFolder }] : [])],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: join(folder, name),
      bin_dir: binaries,
      pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
      parameters: { unix_socket_directories: folder },
      ...(logFolder ? { basebackup: [{ waldir: logFolder }] } : {}),
      authentication: {
        superuser: { username: 'postgres' },
        replication: { username: 'replicator' },
        rewind: { username: 'postgres' },
      },
    },
  });
}

const balancerConfig = (ports: { primary: number; replica: number }, nodes: DatabaseNode[]) => {
  const part = (name: string, port: number, path: string) => `listen ${name}
  bind 127.0.0.1:${port}
  option httpchk GET ${path}
  http-check expect status 200
  default-server inter 300ms fastinter 100ms fall 1 rise 1 on-marked-down shutdown-sessions
${nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.restPort}`).join('\n')}
`;
  return `global
  maxconn 2000
defaults
  mode tcp
  timeout connect 1s
  timeout client 10m
  timeout server 10m
${part('primary', ports.primary, '/primary')}${part('replica', ports.replica, '/replica')}`;
};

const poolerConfig = (port: number, primaryPort: number, folder: string) => `[databases]
postern = host=127.0.0.1 port=${primaryPort} dbname=postern user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 40
max_client_conn = 1000
server_login_retry = 0.2
query_wait_timeout = 5
ignore_startup_parameters = extra_float_digits
logfile =
pidfile = ${folder}/pgbouncer.pid
`;

async function canConnect(port: number, database = 'postgres'): Promise<boolean> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database, connectionTimeoutMillis: 1000 });
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** etcd, PostgreSQL twice under Patroni with synchronous replication, HAProxy and PgBouncer. */
export async function startDatabase(folder: string, more: DatabaseOptions = {}): Promise<DatabaseCluster> {
  const account = { uid: idOf('-u'), gid: idOf('-g') };
  const binaries = findBinaries();
  await chown(folder, account.uid, account.gid);
  const [etcdPort, peerPort] = [await freePort(), await freePort()];
  const etcd = member({
    name: 'etcd',
    folder,
    account,
    command: 'etcd',
    args: [
      '--enable-v2',
      ...['--data-dir', join(folder, 'etcd')],
      ...['--listen-client-urls', `http://127.0.0.1:${etcdPort}`],
      ...['--advertise-client-urls', `http://127.0.0.1:${etcdPort}`],
      ...['--listen-peer-urls', `http://127.0.0.1:${peerPort}`],
      ...['--initial-advertise-peer-urls', `http://127.0.0.1:${peerPort}`],
      ...['--initial-cluster', `default=http://127.0.0.1:${peerPort}`],
    ],
    env: { ETCD_UNSUPPORTED_ARCH: 'arm64' },
    isReady: async () => (await fetch(`http://127.0.0.1:${etcdPort}/health`)).ok,
  });
  await etcd.start();

  const nodes: DatabaseNode[] = [];
  for (const name of ['db1', 'db2']) {
    const [restPort, port] = [await freePort(), await freePort()];
    const file = join(folder, `${name}.yml`);
    await writeFile(file, patroniConfig({ name, folder, etcdPort, restPort, port, binaries, more }));
    await mkdir(join(folder, name), { mode: 0o700, recursive: true });
    await chown(join(folder, name), account.uid, account.gid);
    const isReady = async () => (await roleOf({ restPort } as DatabaseNode)) !== undefined;
    const env = more.env ?? {};
    const one = member({ name, folder, account, command: 'patroni', args: [file], env, isMachine: true, isReady });
    const killPostmaster = () => {
      const known = Number.parseInt(readFileSync(join(folder, name, 'postmaster.pid'), 'utf8'), 10);
      const pid = one.pids().find((process) => pidInside(process) === known);
      process.kill(pid ?? Number.NaN, 'SIGKILL');
    };
    nodes.push(Object.assign(one, { restPort, port, killPostmaster }));
    await one.start();
  }
  const ports = { primary: await freePort(), replica: await freePort(), pooler: await freePort() };
  await writeFile(join(folder, 'haproxy.cfg'), balancerConfig(ports, nodes));
  const balancer = member({
    name: 'haproxy',
    folder,
    command: 'haproxy',
    args: ['-db', '-f', join(folder, 'haproxy.cfg')],
    isReady: () => canConnect(ports.primary),
  });
  await balancer.start();
  await writeFile(join(folder, 'pgbouncer.ini'), poolerConfig(ports.pooler, ports.primary, folder));
  const pooler = member({
    name: 'pgbouncer',
    folder,
    account,
    command: '/usr/sbin/pgbouncer',
    args: [join(folder, 'pgbouncer.ini')],
    isReady: () => canConnect(ports.pooler, 'postern'),
  });

  const find = async (wanted: (state: { role: string; sync: boolean }) => boolean): Promise<DatabaseNode> => {
    // A database that hangs must not delay the answer of the other one.
    const asked = nodes.map(async (node) => {
      const state = await roleOf(node);
      return state && wanted(state) ? node : Promise.reject(new Error(`${node.name} does not have this role.`));
    });
    return Promise.any(asked);
  };
  const leader = () => find(({ role }) => isLeader(role));
  const standby = () => find(({ role, sync }) => !isLeader(role) && sync);
  /** On a busy machine, Patroni does not always answer in time. */
  const untilFound = async (look: () => Promise<DatabaseNode>): Promise<DatabaseNode> => {
    let found: DatabaseNode | undefined;
    await until('a database with this role', async () => {
      found = await look();
      return true;
    });
    return found as DatabaseNode;
  };
  const url = (port: number) => `postgres://postgres@127.0.0.1:${port}/postern`;
  const cluster: DatabaseCluster = {
    nodes,
    pooler,
    balancer,
    urls: { pooled: url(ports.pooler), direct: url(ports.primary), read: url(ports.replica) },
    leader,
    someLeader: () => untilFound(leader),
    standby,
    settle: () =>
      until('a leader with a synchronous standby', async () => {
        await Promise.all([leader(), standby()]);
        return canConnect(ports.primary);
      }),
    async query(text, values) {
      const { port } = await cluster.someLeader();
      const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postern' });
      await client.connect();
      try {
        return (await client.query(text, values)).rows;
      } finally {
        await client.end();
      }
    },
  };
  await cluster.settle();
  const owner = new pg.Client({ host: '127.0.0.1', port: ports.primary, user: 'postgres', database: 'postgres' });
  await owner.connect();
  await owner.query('create database postern');
  await owner.end();
  await pooler.start();
  return cluster;
}
