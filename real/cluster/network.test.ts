import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { useCluster } from './cluster.ts';
import { openPath, type Path } from './forwarder.ts';
import type { WebNode } from './nodes.ts';
import { until } from './programs.ts';

/** The ways of each node to the pooler, the primary and the standby. */
const paths: Path[][] = [];

const cluster = useCluster({
  name: 'network',
  prepare: async () => ({
    nodes: {
      async envOf(index, { pooled, direct, read }) {
        const through = async (url: string) => {
          const path = await openPath(Number(new URL(url).port));
          paths[index] = [...(paths[index] ?? []), path];
          return Object.assign(new URL(url), { port: String(path.port) }).href;
        };
        return {
          DATABASE_URL: await through(pooled),
          DATABASE_DIRECT_URL: await through(direct),
          DATABASE_READ_URL: await through(read),
        };
      },
    },
  }),
  async clean() {
    for (const path of paths.flat()) {
      path.close();
    }
  },
});

const seconds = (begin: number) => Number(((performance.now() - begin) / 1000).toFixed(1));

async function readiness({ endpoint }: WebNode): Promise<number> {
  return (await fetch(`${endpoint}/readyz`, { signal: AbortSignal.timeout(20_000) })).status;
}

/** Seconds until the node says so. */
async function timeUntil(node: WebNode, status: number): Promise<number> {
  const begin = performance.now();
  await until(`${status} of ${node.name}`, async () => (await readiness(node)) === status);
  return seconds(begin);
}

const nodeOf = (index: number): WebNode => {
  const node = cluster.web.nodes[index];
  if (!node) {
    throw new Error(`There is no node ${index}.`);
  }
  return node;
};

/** A request that needs the database, sent to one node. */
async function listUsers({ endpoint }: WebNode) {
  const begin = performance.now();
  const response = await fetch(`${endpoint}/api/users?page_size=1`, {
    headers: { authorization: `Bearer ${cluster.target.token}`, host: new URL(cluster.target.endpoint).host },
    signal: AbortSignal.timeout(30_000),
  });
  await response.arrayBuffer();
  return { status: response.status, retryAfter: response.headers.get('retry-after'), seconds: seconds(begin) };
}

test('a node is cut off from the database: it is not ready, and returns by itself', async () => {
  const node = nodeOf(0);
  const seen = await cluster.under('a node is cut off from the database', async () => {
    for (const path of paths[0] ?? []) {
      path.cut();
    }
    const [first, notReadySeconds] = await Promise.all([listUsers(node), timeUntil(node, 503)]);
    expect(first).toMatchObject({ status: 503, retryAfter: expect.anything() });
    await sleep(3000);
    const later = await listUsers(node);
    expect(later).toMatchObject({ status: 503, retryAfter: expect.anything() });
    for (const path of paths[0] ?? []) {
      path.heal();
    }
    const readySeconds = await timeUntil(node, 200);
    expect((await listUsers(node)).status).toBe(200);
    return { notReadySeconds, firstAnswerSeconds: first.seconds, laterAnswerSeconds: later.seconds, readySeconds };
  });
  expect(seen.failedWritesTwice).toBe(0);
  expect(seen.failedSignIns).toEqual([]);
  expect(seen.longestAnswer).toBeLessThan(10);
});

test('all nodes are cut off from the database: they answer with 503, and recover', async () => {
  const seen = await cluster.under('all nodes are cut off from the database', async () => {
    const { nodes } = cluster.web;
    for (const path of paths.flat()) {
      path.cut();
    }
    const first = await Promise.all(nodes.map(listUsers));
    await Promise.all(nodes.map((node) => timeUntil(node, 503)));
    const later = await Promise.all(nodes.map(listUsers));
    for (const answer of [...first, ...later]) {
      expect(answer).toMatchObject({ status: 503, retryAfter: expect.anything() });
    }
    await sleep(15_000);
    for (const path of paths.flat()) {
      path.heal();
    }
    const readySeconds = Math.max(...(await Promise.all(nodes.map((node) => timeUntil(node, 200)))));
    expect(readySeconds).toBeLessThan(10);
    return {
      firstAnswerSeconds: Math.max(...first.map((one) => one.seconds)),
      laterAnswerSeconds: Math.max(...later.map((one) => one.seconds)),
      readySeconds,
    };
  });
  expect(seen.longestAnswer).toBeLessThan(10);
});

/** Megabytes of the process that answers. */
function memoryOf(node: WebNode): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${node.pid()}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}

const connections = 5000;

/** Opens all connections at once: a third sends a request, a third half of one, a third nothing. */
async function storm(port: number): Promise<{ sockets: Socket[]; answered: number; failed: number }> {
  let answered = 0;
  let failed = 0;
  const sockets = Array.from({ length: connections }, (_, index) => {
    const socket = connect(port, '127.0.0.1', () => {
      if (index % 3 !== 2) {
        socket.write(`GET /oidc/jwks HTTP/1.1\r\nhost: localhost\r\n${index % 3 === 0 ? '\r\n' : ''}`);
      }
    });
    socket.once('data', () => {
      answered += 1;
    });
    socket.on('error', () => {
      failed += 1;
    });
    socket.resume();
    return socket;
  });
  await until('answers', async () => answered + failed >= connections / 3, 30_000);
  return { sockets, answered, failed };
}

test('a storm of connections at a node and at the balancer', async () => {
  const { nodes, endpoint } = cluster.web;
  for (const [what, port] of [
    ['5,000 connections to a node', Number(new URL(nodeOf(0).endpoint).port)],
    ['5,000 connections to the balancer', Number(new URL(endpoint).port)],
  ] as const) {
    const seen = await cluster.under(what, async () => {
      const memory = () => Math.max(...nodes.map(memoryOf));
      const before = memory();
      const peaks: number[] = [];
      let failed = 0;
      for (let round = 0; round < 2; round += 1) {
        const begun = await storm(port);
        await sleep(4000);
        peaks.push(memory());
        failed += begun.failed;
        for (const socket of begun.sockets) {
          socket.destroy();
        }
        await sleep(1000);
      }
      expect(failed).toBe(0);
      expect(Math.max(...peaks)).toBeLessThan(before + 300);
      const [first = 0, second = 0] = peaks;
      expect(second).toBeLessThan(first + 100);
      return { memoryBefore: before, memoryFirst: first, memorySecond: second };
    });
    expect(seen.failedWritesTwice).toBe(0);
    expect(seen.failedSignIns).toEqual([]);
  }
  await Promise.all(nodes.map(async (node) => expect(await readiness(node)).toBe(200)));
});
