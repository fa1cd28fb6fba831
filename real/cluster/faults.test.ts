import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { rounds, useCluster } from './cluster.ts';
import { until } from './programs.ts';

const cluster = useCluster({ name: 'programs' });

const isLeading = (name: string) => async () => (await cluster.database.leader()).name === name;

test('without a fault, nothing fails', async () => {
  const seen = await cluster.under('none', () => sleep(4000, undefined));
  expect(seen.failedWrites).toBe(0);
  expect(seen.retriedSignIns).toBe(0);
});

test('a node is killed and starts again', async () => {
  const seen = await cluster.under('node killed', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const node = cluster.web.nodes[round % cluster.web.nodes.length];
      await node?.kill();
      await sleep(2000);
      await node?.start();
    }
  });
  expect(seen.failedSignIns).toEqual([]);
});

test('the primary is killed with its machine: the standby takes over', async () => {
  const seen = await cluster.under('primary killed', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const old = await cluster.database.leader();
      await old.kill();
      await until('another leader', async () => (await cluster.database.leader()).name !== old.name);
      await old.start();
      await cluster.database.settle();
    }
  });
  expect(seen.longestGap).toBeLessThan(10);
});

test('the primary hangs: the standby takes over, and the old primary does not confirm writes afterwards', async () => {
  await cluster.under('primary frozen', async () => {
    const old = await cluster.database.leader();
    old.freeze();
    await until('another leader', async () => (await cluster.database.leader()).name !== old.name);
    await sleep(2000);
    old.thaw();
    await sleep(3000);
    // Its operator restarts it.
    await old.kill();
    await old.start();
    await cluster.database.settle();
  });
});

test('the standby is killed and starts again', async () => {
  const seen = await cluster.under('standby killed', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const standby = await cluster.database.standby();
      await standby.kill();
      await sleep(4000);
      await standby.start();
      await cluster.database.settle();
    }
  });
  expect(seen.failedSignIns).toEqual([]);
});

test('the pooler is restarted', async () => {
  const seen = await cluster.under('PgBouncer restarted', async () => {
    for (let round = 0; round < rounds; round += 1) {
      await cluster.database.pooler.kill();
      await sleep(500);
      await cluster.database.pooler.start();
      await sleep(2000);
    }
  });
  expect(seen.failedSignIns).toEqual([]);
});

test('a planned switchover of the primary', async () => {
  const seen = await cluster.under('switchover', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const old = await cluster.database.leader();
      const next = await cluster.database.standby();
      const answer = await fetch(`http://127.0.0.1:${old.restPort}/switchover`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ leader: old.name, candidate: next.name }),
      });
      expect(answer.status, await answer.text()).toBe(200);
      await until('the switchover', isLeading(next.name));
      await cluster.database.settle();
    }
  });
  expect(seen.failedSignIns).toEqual([]);
});
