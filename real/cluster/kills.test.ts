import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeFolder, temporaryFolder } from '../program.ts';
import { findLost, startCluster } from './cluster.ts';
import type { DatabaseCluster, DatabaseNode } from './database.ts';
import { addRun, emptyTotals, type Kind, kinds, type Totals } from './kill-totals.ts';
import { type Load, startLoad } from './load.ts';
import { killAll, until } from './programs.ts';

/** How often each cluster loses its primary, if the time is enough. */
const kills = Number(process.env.KILLS ?? 4);
/** Clusters side by side. */
const clusters = Number(process.env.CLUSTERS ?? 1);
/** No kill begins afterwards. */
const minutes = Number(process.env.MINUTES ?? 24 * 60);

const secondsSince = (begin: number) => (performance.now() - begin) / 1000;

/** Each of them ends the work of the primary. The second function is what its operator does afterwards. */
const ways: Record<Kind, (old: DatabaseNode, load: Load, kill: number) => Promise<() => Promise<void>>> = {
  async postmaster(old) {
    old.killPostmaster();
    return async () => undefined;
  },
  async machine(old) {
    await old.kill();
    return () => old.start();
  },
  async burst(old, load, kill) {
    const answered = load.burst(60);
    await sleep((kill * 37) % 250);
    await old.kill();
    return async () => {
      await old.start();
      await answered;
    };
  },
  async hang(old) {
    old.freeze();
    return async () => old.thaw();
  },
};

type Cluster = { folder: string; database: DatabaseCluster; load: Load };

/** What an operator does if there is no primary for a minute. */
async function restart({ nodes }: DatabaseCluster): Promise<void> {
  await Promise.all(nodes.map((node) => node.kill()));
  await Promise.all(nodes.map((node) => node.start()));
}

/** Kills the primary, waits for its successor, and checks every write that was confirmed since the start. */
async function killOnce({ database, load }: Cluster, kind: Kind, kill: number, totals: Totals): Promise<string> {
  const { seen } = load;
  const before = seen.confirmed.length;
  await until('some writes', async () => seen.confirmed.length >= before + 20);
  const old = await database.someLeader();
  seen.longestGap = 0;
  const begin = performance.now();
  const repair = await ways[kind](old, load, kill);
  const isElected = await until('another leader', async () => (await database.leader()).name !== old.name).then(
    () => true,
    () => false,
  );
  const electionSeconds = secondsSince(begin);
  if (!isElected) {
    await restart(database);
  }
  const atElection = seen.confirmed.length;
  await until('a confirmed write', async () => seen.confirmed.length > atElection);
  const lost = new Set(await findLost(database, [...seen.confirmed]));
  const gap = seen.longestGap;
  if (isElected) {
    await repair();
  }
  const repaired = performance.now();
  const rejoined = await database.settle().then(
    () => true,
    () => false,
  );
  const rejoinSeconds = secondsSince(repaired);
  if (!rejoined) {
    await old.kill();
    await old.start();
    await database.settle();
  }
  // The old primary must not have taken its role back.
  for (const id of await findLost(database, [...seen.confirmed])) {
    lost.add(id);
  }
  const total = totals[kind];
  total.kills += 1;
  total.confirmedWrites += seen.confirmed.length - before;
  total.lostWrites += lost.size;
  total.failedElections += isElected ? 0 : 1;
  if (isElected) {
    total.gapsOver10Seconds += gap > 10 ? 1 : 0;
    total.longestGapSeconds = Math.max(total.longestGapSeconds, gap);
    total.longestElectionSeconds = Math.max(total.longestElectionSeconds, electionSeconds);
  }
  total.longestRejoinSeconds = Math.max(total.longestRejoinSeconds, rejoinSeconds);
  total.restartsByHand += rejoined ? 0 : 1;
  expect([...lost], `after kill ${kill} (${kind})`).toEqual([]);
  return `${kind}: ${gap.toFixed(1)} s without a write, ${isElected ? 'a' : 'NO'} leader after ${electionSeconds.toFixed(1)} s, ${
    rejoined ? 'a standby again' : 'restarted by hand'
  } after ${rejoinSeconds.toFixed(1)} s, ${seen.confirmed.length} writes so far`;
}

const running: Cluster[] = [];
let failed = false;

beforeAll(async () => {
  await Promise.all(
    Array.from({ length: clusters }, async () => {
      const folder = await temporaryFolder();
      // Small, because several clusters share the memory of one machine.
      const parameters = { wal_keep_size: '64MB', max_wal_size: '256MB' };
      const { database, target } = await startCluster(folder, { database: { parameters }, nodes: { count: 1 } });
      running.push({ folder, database, load: startLoad(target, { writers: 3, visitors: 0, pauseMs: 50 }) });
    }),
  );
});

afterAll(async () => {
  killAll();
  if (!failed && process.env.POSTERN_KEEP_LOGS === undefined) {
    await Promise.all(running.map(({ folder }) => removeFolder(folder)));
  }
});

test('the primary is lost many times: no confirmed write is lost', { timeout: 2 ** 31 - 1 }, async () => {
  const begin = performance.now();
  const totals = emptyTotals();
  const runs = await Promise.allSettled(
    running.map(async (cluster, index) => {
      for (let kill = 0; kill < kills && secondsSince(begin) < minutes * 60; kill += 1) {
        // Each cluster begins with another way.
        const kind = kinds[(kill + index) % kinds.length] as Kind;
        console.log(`cluster ${index + 1}, kill ${kill + 1}, ${await killOnce(cluster, kind, kill, totals)}`);
      }
      await cluster.load.stop();
      expect(await findLost(cluster.database, cluster.load.seen.confirmed), 'at the end').toEqual([]);
    }),
  );
  const errors = runs.flatMap((run) => (run.status === 'rejected' ? [String(run.reason)] : []));
  failed = errors.length > 0;
  await addRun({ clusters, minutes: Math.round(secondsSince(begin) / 60), totals, errors });
  expect(errors, running.map(({ folder }) => folder).join()).toEqual([]);
});
