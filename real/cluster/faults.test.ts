import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { spawnCli } from '../../server/src/testing-processes.ts';
import { removeFolder, temporaryFolder } from '../program.ts';
import { type DatabaseCluster, startDatabase } from './database.ts';
import { type Seen, startLoad, type Target } from './load.ts';
import { type NodeCluster, startNodes } from './nodes.ts';
import { killAll, until } from './programs.ts';

/** How often each fault is injected. `POSTERN_CLUSTER_ROUNDS=1000` is the long run. */
const rounds = Number(process.env.POSTERN_CLUSTER_ROUNDS ?? 2);

let folder: string;
let database: DatabaseCluster;
let web: NodeCluster;
let target: Target;
const report: Record<string, unknown>[] = [];

async function call<T>(token: string, method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(web.endpoint + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) {
    throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  }
  return (await response.json().catch(() => undefined)) as T;
}

async function prepare(): Promise<Target> {
  const made = await spawnCli(['app', 'create-m2m', '--tenant', 'default', '--name', 'load', '--json'], {
    ...web.environment,
    DATA_DIR: join(folder, 'cli'),
  });
  const { resource, appId, appSecret } = JSON.parse(made.out);
  const answer = await fetch(`${web.endpoint}/oidc/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${appId}:${appSecret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', resource, scope: 'all' }),
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  const redirectUri = 'http://localhost:9/callback';
  const { id: clientId } = await call<{ id: string }>(token, 'POST', '/api/applications', {
    name: 'Visitors',
    type: 'SPA',
    oidcClientMetadata: { redirectUris: [redirectUri], postLogoutRedirectUris: [] },
  });
  const person = { username: 'visitor', password: 'correct horse battery' };
  await call(token, 'POST', '/api/users', person);
  return { endpoint: web.endpoint, token, clientId, redirectUri, person };
}

beforeAll(async () => {
  folder = await temporaryFolder();
  database = await startDatabase(folder);
  web = await startNodes(folder, database);
  target = await prepare();
});
afterAll(async () => {
  killAll();
  if (process.env.POSTERN_KEEP_LOGS === undefined) {
    await removeFolder(folder);
  }
  await mkdir('bench/results', { recursive: true });
  await writeFile('bench/results/cluster.json', `${JSON.stringify(report, null, 2)}\n`);
  console.table(report);
});

const findLost = async ({ confirmed }: Seen): Promise<string[]> => {
  const rows = await database.query<{ id: string }>(
    `select id from users where tenant_id = 'default' and id = any($1)`,
    [confirmed],
  );
  const stored = new Set(rows.map(({ id }) => id));
  return confirmed.filter((id) => !stored.has(id));
};

/** Runs the fault under load, and reports what clients have seen. */
async function under(name: string, fault: () => Promise<void>): Promise<Seen> {
  await database.settle();
  const load = startLoad(target);
  await sleep(3000);
  await fault();
  await sleep(3000);
  const seen = await load.stop();
  await database.settle();
  const lost = await findLost(seen);
  report.push({
    fault: name,
    rounds,
    confirmedWrites: seen.confirmed.length,
    lostWrites: lost.length,
    failedWrites: seen.failedWrites,
    longestGapSeconds: Number(seen.longestGap.toFixed(1)),
    signIns: seen.signIns,
    retriedSignIns: seen.retriedSignIns,
    failedSignIns: seen.failedSignIns.length,
  });
  expect(lost).toEqual([]);
  expect(seen.confirmed.length).toBeGreaterThan(0);
  expect(seen.signIns).toBeGreaterThan(0);
  return seen;
}

const isLeading = (name: string) => async () => (await database.leader()).name === name;

test('without a fault, nothing fails', async () => {
  const seen = await under('none', () => sleep(4000));
  expect(seen.failedWrites).toBe(0);
  expect(seen.retriedSignIns).toBe(0);
});

test('a node is killed and starts again', async () => {
  const seen = await under('node killed', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const node = web.nodes[round % web.nodes.length];
      await node?.kill();
      await sleep(2000);
      await node?.start();
    }
  });
  expect(seen.failedSignIns).toEqual([]);
});

test('the primary is killed with its machine: the standby takes over', async () => {
  const seen = await under('primary killed', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const old = await database.leader();
      await old.kill();
      await until('another leader', async () => (await database.leader()).name !== old.name);
      await old.start();
      await database.settle();
    }
  });
  expect(seen.longestGap).toBeLessThan(10);
});

test('the primary hangs: the standby takes over, and the old primary does not confirm writes afterwards', async () => {
  await under('primary frozen', async () => {
    const old = await database.leader();
    old.freeze();
    await until('another leader', async () => (await database.leader()).name !== old.name);
    await sleep(2000);
    old.thaw();
    await sleep(3000);
    // Its operator restarts it.
    await old.kill();
    await old.start();
    await database.settle();
  });
});

test('the standby is killed and starts again', async () => {
  const seen = await under('standby killed', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const standby = await database.standby();
      await standby.kill();
      await sleep(4000);
      await standby.start();
      await database.settle();
    }
  });
  expect(seen.failedSignIns).toEqual([]);
});

test('the pooler is restarted', async () => {
  const seen = await under('PgBouncer restarted', async () => {
    for (let round = 0; round < rounds; round += 1) {
      await database.pooler.kill();
      await sleep(500);
      await database.pooler.start();
      await sleep(2000);
    }
  });
  expect(seen.failedSignIns).toEqual([]);
});

test('a planned switchover of the primary', async () => {
  const seen = await under('switchover', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const old = await database.leader();
      const next = await database.standby();
      const answer = await fetch(`http://127.0.0.1:${old.restPort}/switchover`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ leader: old.name, candidate: next.name }),
      });
      expect(answer.status, await answer.text()).toBe(200);
      await until('the switchover', isLeading(next.name));
      await database.settle();
    }
  });
  expect(seen.failedSignIns).toEqual([]);
});
