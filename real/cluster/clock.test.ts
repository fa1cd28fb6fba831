import { globSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as client from 'openid-client';
import { expect, test } from 'vitest';
import { authorize } from '../../server/src/testing/flows.ts';
import { useCluster } from './cluster.ts';
import { until } from './programs.ts';

/** libfaketime reads the offset of the first node from a file each time. Only its calendar clock is false. */
let offsetFile: string;
const setClock = (seconds: number) => writeFile(offsetFile, `${seconds >= 0 ? '+' : ''}${seconds}\n`);

const cluster = useCluster({
  name: 'clock',
  async prepare(folder) {
    offsetFile = join(folder, 'clock');
    await setClock(0);
    const [library = ''] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1');
    expect(library).not.toBe('');
    const fake = {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: offsetFile,
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      FAKETIME_NO_CACHE: '1',
    };
    return { nodes: { envOf: async (index): Promise<Record<string, string>> => (index === 0 ? fake : {}) } };
  },
});

const statusOf = async (path: string, headers = {}) => {
  const [node] = cluster.web.nodes;
  return (await fetch(`${node?.endpoint}${path}`, { headers, signal: AbortSignal.timeout(10_000) })).status;
};

/** Live objects of the engine, jobs of the future that are still waiting, and schedules that ran too early. */
async function readRows() {
  const [row] = await cluster.database.query<{ models: number; future: number; early: number }>(`select
    (select count(*)::int from oidc_models where expires_at > now()) as models,
    (select count(*)::int from jobs where key like 'clock%' and lease is null and dead_at is null) as future,
    (select count(*)::int from job_schedules where next_at > now() + every_seconds * interval '1 second' * 1.1) as early`);
  return row ?? { models: 0, future: 0, early: 0 };
}

test.each([
  ['forward', 3600],
  ['backward', -3600],
])('the clock of a node jumps %s by an hour: it leaves, and nothing is lost', async (_way, jump) => {
  const { target } = cluster;
  const { config, tokens } = await authorize({ issuer: `${target.endpoint}/oidc`, ...target });
  await cluster.database.query(
    `insert into jobs (tenant_id, queue, key, due_at)
      select '*', name, 'clock ' || $1, now() + interval '30 minutes' from job_schedules`,
    [jump],
  );
  const before = await readRows();
  expect(before.future).toBeGreaterThan(0);
  const seen = await cluster.under(`the clock of a node jumps by ${jump} s`, async () => {
    const begin = performance.now();
    await setClock(jump);
    await until('not ready', async () => (await statusOf('/readyz')) === 503);
    const notReadySeconds = Number(((performance.now() - begin) / 1000).toFixed(1));
    // Asked directly: what a node with a wrong clock thinks of a token that is valid for an hour.
    const bearer = { authorization: `Bearer ${target.token}`, host: new URL(target.endpoint).host };
    const tokenAnswer = await statusOf('/api/users?page_size=1', bearer);
    expect(tokenAnswer).toBe(jump > 0 ? 401 : 200);
    await sleep(20_000);
    expect(await statusOf('/readyz')).toBe(503);
    const again = performance.now();
    await setClock(0);
    await until('ready again', async () => (await statusOf('/readyz')) === 200);
    expect(await statusOf('/api/users?page_size=1', bearer)).toBe(200);
    return {
      notReadySeconds,
      readySeconds: Number(((performance.now() - again) / 1000).toFixed(1)),
      answerToValidToken: tokenAnswer,
    };
  });
  const after = await readRows();
  expect(after.models).toBeGreaterThanOrEqual(before.models);
  expect(after).toMatchObject({ future: before.future, early: 0 });
  // A session of before the jump goes on.
  const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
  expect(refreshed.access_token).toBeTruthy();
  expect(seen.failedSignIns).toEqual([]);
  expect(seen.longestGap).toBeLessThan(5);
});
