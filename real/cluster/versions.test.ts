import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { forgetVersions, oldVersion, thisVersion } from '../upgrade/versions.ts';
import { useCluster } from './cluster.ts';

/** One node runs the version before the newest migration, or `POSTERN_UPGRADE_FROM`. */
const cluster = useCluster({
  name: 'versions',
  async prepare(folder) {
    const old = oldVersion(folder);
    return { nodes: { mainOf: (index) => (index === 2 ? old.main : thisVersion.main) } };
  },
  clean: async (folder) => forgetVersions(folder),
});

test('a node of the version before runs beside two new ones for the whole load', async () => {
  const seen = await cluster.under('one node of the version before', () => sleep(60_000, undefined));
  expect(seen.failedWrites).toBe(0);
  expect(seen.retriedSignIns).toBe(0);
  expect(seen.failedSignIns).toEqual([]);
});
