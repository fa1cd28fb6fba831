import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { managementApiIndicator } from '@postern/contracts/wire';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DatabaseAddress } from '../../server/src/platform/db/db.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../server/src/platform/embedded-postgres/embedded-postgres.ts';
import { databaseUrl } from '../../server/src/platform/testing/databases.ts';
import { freePort } from '../../server/src/testing/flows.ts';
import { spawnCli } from '../../server/src/testing/processes.ts';
import { balancerConfig } from '../cluster/nodes.ts';
import { killAll, type Member, member } from '../cluster/programs.ts';
import { removeFolder, temporaryFolder } from '../program.ts';
import { type Seen, startLoad, type Target } from './load.ts';
import { forgetVersions, oldVersion, thisVersion, type Version } from './versions.ts';

const nodeCount = 2;
let folder: string;
let postgres: EmbeddedPostgres;
let address: DatabaseAddress;
let environment: Record<string, string>;
let endpoint: string;
let old: Version;
let ports: { port: number; adminPort: number }[];
const nodes: Member[] = [];
let target: Target;
const report: Record<string, unknown>[] = [];

function nodeOf(version: Version, index: number): Member {
  const { port = 0, adminPort = 0 } = ports[index] ?? {};
  return member({
    name: `${version.name}${index + 1}`,
    folder,
    command: process.execPath,
    args: ['--disable-warning=ExperimentalWarning', version.main],
    env: {
      ...environment,
      DATA_DIR: join(folder, `data${index + 1}`),
      PORT: String(port),
      ADMIN_PORT: String(adminPort),
      LOG_LEVEL: 'warn',
    },
    isReady: async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok,
  });
}

/** Stops a node as an operator does, and starts another version in its place. */
async function replace(index: number, version: Version): Promise<void> {
  await nodes[index]?.kill('SIGTERM');
  nodes[index] = nodeOf(version, index);
  await nodes[index]?.start();
  await sleep(1500);
}

async function cli(...args: string[]): Promise<string> {
  const { code, out, err } = await spawnCli(args, { ...environment, DATA_DIR: join(folder, 'cli') });
  expect(code, err).toBe(0);
  return out;
}

async function query<T extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<T[]> {
  const client = new pg.Client(address);
  await client.connect();
  try {
    return (await client.query<T>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** An application, a machine and a user, written as the old release stores them. */
async function prepare(): Promise<Target> {
  const machine = { id: 'loadmachine', secret: randomBytes(16).toString('hex') };
  const redirectUri = 'http://localhost:9/callback';
  await query(`do $$ begin
    perform set_config('app.tenant_id', 'default', true);
    insert into applications (id, name, secret, type, oidc_client_metadata) values
      ('${machine.id}', 'Load', '#internal:x', 'MachineToMachine', '{"redirectUris":[],"postLogoutRedirectUris":[]}'),
      ('visitors', 'Visitors', '#internal:y', 'SPA', '{"redirectUris":["${redirectUri}"],"postLogoutRedirectUris":[]}');
    insert into application_secrets (application_id, application_type, name, value)
      values ('${machine.id}', 'MachineToMachine', 'load', '${machine.secret}');
    insert into applications_roles (application_id, role_id) values ('${machine.id}', 'admin-role');
  end $$`);
  const person = { username: 'visitor', password: 'correct horse battery' };
  const resource = managementApiIndicator('default');
  const credentials = { ...machine, resource };
  const answer = await fetch(`${endpoint}/oidc/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${machine.id}:${machine.secret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', resource, scope: 'all' }),
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  const made = await fetch(`${endpoint}/api/users`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(person),
  });
  expect(made.status, await made.text()).toBe(200);
  return { endpoint, credentials, clientId: 'visitors', redirectUri, person };
}

beforeAll(async () => {
  folder = await temporaryFolder();
  old = oldVersion(folder);
  postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'database') });
  const { host, port: databasePort, user, database } = postgres;
  address = { host, port: databasePort, user, database, ssl: false };
  ports = await Promise.all(
    Array.from({ length: nodeCount }, async () => ({ port: await freePort(), adminPort: await freePort() })),
  );
  const [port, adminPort] = [await freePort(), await freePort()];
  endpoint = `http://localhost:${port}`;
  environment = {
    DATABASE_URL: databaseUrl(address),
    ENDPOINT: endpoint,
    ADMIN_ENDPOINT: `http://localhost:${adminPort}`,
    SECRET_VAULT_KEK: randomBytes(32).toString('base64'),
    TRUST_PROXY: '1',
    NODE_ENV: 'production',
  };
  for (let index = 0; index < nodeCount; index += 1) {
    await mkdir(join(folder, `data${index + 1}`));
    nodes[index] = nodeOf(old, index);
    await nodes[index]?.start();
  }
  await writeFile(
    join(folder, 'web.cfg'),
    balancerConfig([
      { port, backends: ports.map((one) => one.port) },
      { port: adminPort, backends: ports.map((one) => one.adminPort) },
    ]),
  );
  await member({
    name: 'web',
    folder,
    command: 'haproxy',
    args: ['-db', '-f', join(folder, 'web.cfg')],
    isReady: async () => (await fetch(`${endpoint}/api/status`)).status === 204,
  }).start();
  target = await prepare();
});

afterAll(async () => {
  killAll();
  await postgres?.stop();
  await mkdir('bench/results', { recursive: true });
  await writeFile('bench/results/upgrade.json', `${JSON.stringify(report, null, 2)}\n`);
  console.table(report);
  forgetVersions(folder);
  if (process.env.POSTERN_KEEP_LOGS === undefined) {
    await removeFolder(folder);
  }
});

async function under(name: string, work: () => Promise<void>): Promise<void> {
  const load = startLoad(target);
  await sleep(3000);
  await work();
  await sleep(3000);
  const seen: Seen = await load.stop();
  const rows = await query<{ id: string }>(`select id from users where tenant_id = 'default' and id = any($1)`, [
    seen.confirmed,
  ]);
  report.push({ step: name, ...seen.done, failed: seen.failures.length, lost: seen.confirmed.length - rows.length });
  expect(seen.failures).toEqual([]);
  expect(rows).toHaveLength(seen.confirmed.length);
  expect(Object.keys(seen.done).sort()).toEqual(['create', 'list', 'signIn', 'token']);
}

test('a rolling upgrade under load fails no request and loses no write', async () => {
  await under('upgrade', async () => {
    await cli('db', 'preflight');
    await cli('db', 'migrate');
    for (let index = 0; index < nodeCount; index += 1) {
      await replace(index, thisVersion);
    }
  });
});

test('a rollback under load fails no request and loses no write', async () => {
  await under('rollback', async () => {
    await cli('db', 'rollback', '--to', old.lastMigration, '--apply');
    for (let index = 0; index < nodeCount; index += 1) {
      await replace(index, old);
    }
  });
});

test('the upgrade works again after the rollback', async () => {
  await under('upgrade again', async () => {
    await cli('db', 'migrate');
    for (let index = 0; index < nodeCount; index += 1) {
      await replace(index, thisVersion);
    }
  });
});
