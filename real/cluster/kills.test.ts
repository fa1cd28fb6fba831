import { expect, test } from 'vitest';
import { findLost, useCluster } from './cluster.ts';
import { until } from './programs.ts';

/** How often the primary is killed. A kill takes about 15 seconds. */
const kills = Number(process.env.KILLS ?? 3);

const cluster = useCluster({ name: 'kills' });

test('the primary is killed many times: no confirmed write is lost', { timeout: 60_000 + kills * 60_000 }, async () => {
  let longest = 0;
  await cluster.under(`the primary is killed ${kills} times`, async ({ seen }) => {
    const { database } = cluster;
    for (let kill = 1; kill <= kills; kill += 1) {
      seen.longestGap = 0;
      const old = await database.leader();
      await old.kill();
      await until('another leader', async () => (await database.leader()).name !== old.name);
      const confirmed = [...seen.confirmed];
      expect(await findLost(database, confirmed), `after kill ${kill}`).toEqual([]);
      await until('a confirmed write', async () => seen.confirmed.length > confirmed.length);
      await old.start();
      await database.settle();
      longest = Math.max(longest, seen.longestGap);
      console.log(
        `kill ${kill}: ${confirmed.length} writes so far, 0 lost, ${seen.longestGap.toFixed(1)} s without a write`,
      );
    }
    seen.longestGap = longest;
    return { kills };
  });
});
