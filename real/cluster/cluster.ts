import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect } from 'vitest';
import { spawnCli } from '../../server/src/testing/processes.ts';
import { removeFolder, temporaryFolder } from '../program.ts';
import { type DatabaseCluster, type DatabaseOptions, startDatabase } from './database.ts';
import { type Load, type Seen, startLoad, type Target } from './load.ts';
import { type NodeCluster, type NodeOptions, startNodes } from './nodes.ts';
import { killAll } from './programs.ts';

/** How often each fault is injected. `POSTERN_CLUSTER_ROUNDS=1000` is the long run. */
export const rounds = Number(process.env.POSTERN_CLUSTER_ROUNDS ?? 2);

type Options = {
  /** The file in bench/results. */
  name: string;
  /** Called before anything starts, with the folder of the cluster. */
  prepare?(folder: string): Promise<{ database?: DatabaseOptions; nodes?: NodeOptions }>;
  /** Called after everything has stopped. */
  clean?(folder: string): Promise<void>;
};

export type Cluster = {
  folder: string;
  database: DatabaseCluster;
  web: NodeCluster;
  target: Target;
  /** Adds a line to the figures. */
  report(line: Record<string, unknown>): void;
  /** Runs the fault under load, and reports what clients have seen. No confirmed write may be lost. */
  under(fault: string, inject: (load: Load) => Promise<Record<string, unknown> | undefined>): Promise<Seen>;
};

async function call<T>(endpoint: string, token: string, path: string, body: unknown): Promise<T> {
  const response = await fetch(endpoint + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) {
    throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
  }
  return (await response.json()) as T;
}

async function prepareTarget(folder: string, { endpoint, environment }: NodeCluster): Promise<Target> {
  const made = await spawnCli(['app', 'create-m2m', '--tenant', 'default', '--name', 'load', '--json'], {
    ...environment,
    DATA_DIR: join(folder, 'cli'),
  });
  const { resource, appId, appSecret } = JSON.parse(made.out);
  async function newToken(): Promise<string> {
    const answer = await fetch(`${endpoint}/oidc/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${appId}:${appSecret}`)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', resource, scope: 'all' }),
    });
    const { access_token: token } = (await answer.json()) as { access_token: string };
    return token;
  }
  const token = await newToken();
  const redirectUri = 'http://localhost:9/callback';
  const { id: clientId } = await call<{ id: string }>(endpoint, token, '/api/applications', {
    name: 'Visitors',
    type: 'SPA',
    oidcClientMetadata: { redirectUris: [redirectUri], postLogoutRedirectUris: [] },
  });
  const person = { username: 'visitor', password: 'correct horse battery' };
  await call(endpoint, token, '/api/users', person);
  return { endpoint, token, newToken, clientId, redirectUri, person };
}

/** Confirmed users that do not exist. */
export async function findLost(database: DatabaseCluster, confirmed: string[]): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    `select id from unnest($1::text[]) as confirmed (id)
     where not exists (select from users where tenant_id = 'default' and users.id = confirmed.id)`,
    [confirmed],
  );
  return rows.map(({ id }) => id);
}

type Parts = Pick<Cluster, 'database' | 'web' | 'target'>;

/** A whole cluster in a folder. `killAll` ends it. */
export async function startCluster(
  folder: string,
  options: { database?: DatabaseOptions; nodes?: NodeOptions } = {},
): Promise<Parts> {
  const database = await startDatabase(folder, options.database);
  const web = await startNodes(folder, database, options.nodes);
  return { database, web, target: await prepareTarget(folder, web) };
}

/** A whole cluster for the tests of one file. */
export function useCluster({ name, prepare, clean }: Options): Cluster {
  const lines: Record<string, unknown>[] = [];
  const cluster = {
    report: (line: Record<string, unknown>) => void lines.push(line),
    async under(fault: string, inject: (load: Load) => Promise<Record<string, unknown> | undefined>) {
      const { database, target } = cluster;
      await database.settle();
      const load = startLoad(target);
      await sleep(3000);
      const more = await inject(load).finally(async () => {
        await sleep(3000);
        await load.stop();
      });
      const { seen } = load;
      await database.settle();
      const lost = await findLost(database, seen.confirmed);
      cluster.report({
        fault,
        confirmedWrites: seen.confirmed.length,
        lostWrites: lost.length,
        failedWrites: seen.failedWrites,
        failedWritesTwice: seen.failedWritesTwice,
        longestGapSeconds: Number(seen.longestGap.toFixed(1)),
        longestAnswerSeconds: Number(seen.longestAnswer.toFixed(1)),
        signIns: seen.signIns,
        retriedSignIns: seen.retriedSignIns,
        failedSignIns: seen.failedSignIns.length,
        ...more,
      });
      expect(lost).toEqual([]);
      expect(seen.confirmed.length).toBeGreaterThan(0);
      expect(seen.signIns).toBeGreaterThan(0);
      return seen;
    },
  } as Cluster;

  beforeAll(async () => {
    cluster.folder = await temporaryFolder();
    Object.assign(cluster, await startCluster(cluster.folder, await prepare?.(cluster.folder)));
  });
  afterAll(async () => {
    killAll();
    await clean?.(cluster.folder);
    if (process.env.POSTERN_KEEP_LOGS === undefined) {
      await removeFolder(cluster.folder);
    }
    await mkdir('bench/results', { recursive: true });
    await writeFile(`bench/results/cluster-${name}.json`, `${JSON.stringify(lines, null, 2)}\n`);
    console.table(lines);
  });
  return cluster;
}
