import { execFileSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { useCluster } from './cluster.ts';
import { until } from './programs.ts';

/** Small disks in memory, for the data of both databases and for the files of the first node. */
const disks: string[] = [];

async function mountDisk(path: string, size: string, owner: string): Promise<void> {
  await mkdir(path, { recursive: true });
  execFileSync('/usr/bin/mount', [
    '-t',
    'tmpfs',
    '-o',
    `size=${size},mode=0700,uid=${owner},gid=${owner}`,
    'tmpfs',
    path,
  ]);
  disks.push(path);
}

const cluster = useCluster({
  name: 'disk',
  async prepare(folder) {
    const postgres = execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' }).trim();
    for (const name of ['db1', 'db2']) {
      await mountDisk(join(folder, name), '300m', postgres);
    }
    await mountDisk(join(folder, 'files'), '2m', '0');
    return {
      database: {
        parameters: { wal_keep_size: '32MB', max_wal_size: '128MB' },
        logFolder: (name) => join(folder, `${name}-log`),
      },
      nodes: {
        envOf: async (index): Promise<Record<string, string>> =>
          index === 0 ? { DATA_DIR: join(folder, 'files') } : {},
      },
    };
  },
  async clean() {
    for (const disk of disks) {
      execFileSync('/usr/bin/umount', ['--lazy', disk]);
    }
  },
});

/** Uses all space that is left, while other programs use it too. */
function fill(disk: string): string {
  const file = join(disk, 'filler');
  for (const size of [1_048_576, 4096]) {
    try {
      for (;;) {
        appendFileSync(file, Buffer.alloc(size));
      }
    } catch (error) {
      expect(error).toMatchObject({ code: 'ENOSPC' });
    }
  }
  return file;
}

const headers = () => ({ authorization: `Bearer ${cluster.target.token}` });

async function createUser(username: string) {
  const begin = performance.now();
  const response = await fetch(`${cluster.web.endpoint}/api/users`, {
    method: 'POST',
    headers: { ...headers(), 'content-type': 'application/json' },
    body: JSON.stringify({ username }),
    signal: AbortSignal.timeout(30_000),
  });
  const { code } = (await response.json()) as { code?: string };
  return {
    status: response.status,
    code,
    retryAfter: response.headers.get('retry-after'),
    seconds: (performance.now() - begin) / 1000,
  };
}

const secondsSince = (begin: number) => Number(((performance.now() - begin) / 1000).toFixed(1));
const startedAt = () => cluster.database.query('select pg_postmaster_start_time()::text as at');

test('the disk of the database is full: writes get 503, reads go on, and it recovers without a restart', async () => {
  const { database, web, folder } = cluster;
  const leader = await database.leader();
  const before = [await startedAt(), web.nodes.map((node) => node.pid())];
  await cluster.under('the disk of the database is full', async () => {
    const begin = performance.now();
    const filler = fill(join(folder, leader.name));
    let count = 0;
    const refused = { status: 503, code: 'server.cannot_write', retryAfter: expect.anything() };
    const write = () => {
      count += 1;
      return createUser(`full_${count}`);
    };
    await until('a refused write', async () => (await write()).status === 503);
    const fullSeconds = secondsSince(begin);
    const answers: Record<number, number> = {};
    for (const end = performance.now() + 8000; performance.now() < end; await sleep(200)) {
      const read = await fetch(`${web.endpoint}/api/users?page_size=5`, { headers: headers() });
      expect(read.status, await read.text()).toBe(200);
      expect((await fetch(`${web.endpoint}/oidc/jwks`)).status).toBe(200);
      const answer = await write();
      answers[answer.status] = (answers[answer.status] ?? 0) + 1;
      // Rows still fit into pages that are not full.
      if (answer.status !== 200) {
        expect(answer).toMatchObject(refused);
      }
    }
    expect(answers[503]).toBeGreaterThan(0);
    await rm(filler);
    const room = performance.now();
    await until('a write', async () => (await write()).status === 200);
    return { fullSeconds, recoverySeconds: secondsSince(room), answers: JSON.stringify(answers) };
  });
  expect([await startedAt(), web.nodes.map((node) => node.pid())]).toEqual(before);
});

test('the disk of a node is full: uploads get 503, and everything else goes on', async () => {
  const { web, folder, target } = cluster;
  const upload = async () => {
    const form = new FormData();
    const body = Buffer.alloc(300_000);
    Buffer.from('89504e470d0a1a0a', 'hex').copy(body);
    form.append('file', new Blob([body], { type: 'image/png' }), 'logo.png');
    const response = await fetch(`${web.nodes[0]?.endpoint}/api/user-assets`, {
      method: 'POST',
      headers: headers(),
      body: form,
    });
    return { status: response.status, ...((await response.json()) as { code?: string }) };
  };
  expect(await upload()).toMatchObject({ status: 200 });
  const seen = await cluster.under('the disk of a node is full', async () => {
    const filler = fill(join(folder, 'files'));
    expect(await upload()).toMatchObject({ status: 503, code: 'server.cannot_write' });
    await sleep(5000);
    await rm(filler);
    expect(await upload()).toMatchObject({ status: 200 });
    return undefined;
  });
  expect(target.endpoint).toBe(web.endpoint);
  expect(seen.failedWrites).toBe(0);
  expect(seen.retriedSignIns).toBe(0);
});

test('a slow disk of the database: latencies are bounded, and too many requests get 503', async () => {
  const { database, web } = cluster;
  await cluster.under('a slow disk, and 600 writers', async () => {
    // The most that PostgreSQL can delay each flush of its log, as a disk that needs 100 ms.
    await database.query('alter system set commit_delay = 100000');
    await database.query('alter system set commit_siblings = 0');
    await database.query('select pg_reload_conf()');
    const end = performance.now() + 15_000;
    const times: number[] = [];
    const answers: Record<number, number> = {};
    let waiting = 0;
    let count = 0;
    const flood = async () => {
      while (performance.now() < end) {
        count += 1;
        const answer = await createUser(`slow_${count}`);
        times.push(answer.seconds);
        answers[answer.status] = (answers[answer.status] ?? 0) + 1;
        if (answer.status !== 200) {
          expect(answer).toMatchObject({ status: 503, retryAfter: expect.anything() });
        }
      }
    };
    const watch = async () => {
      for (; performance.now() < end; await sleep(500)) {
        for (const node of web.nodes) {
          const metrics = await (await fetch(`${node.adminEndpoint}/metrics`)).text();
          waiting = Math.max(waiting, Number(/^postern_db_connections_waiting (\d+)/m.exec(metrics)?.[1]));
        }
      }
    };
    await Promise.all([watch(), ...Array.from({ length: 600 }, flood)]);
    await database.query('alter system reset all');
    await database.query('select pg_reload_conf()');
    const begin = performance.now();
    await until('a quick write', async () => {
      const { status, seconds } = await createUser(`quick_${performance.now()}`.replace('.', '_'));
      return status === 200 && seconds < 1;
    });
    times.sort((one, two) => one - two);
    const at = (part: number) => Number((times[Math.floor((times.length - 1) * part)] ?? 0).toFixed(1));
    expect(at(1)).toBeLessThan(15);
    // 200 for each of the 20 connections of a node, and the same for work across tenants.
    expect(waiting).toBeLessThanOrEqual(25 * 200);
    return {
      median: at(0.5),
      p99: at(0.99),
      longest: at(1),
      answers: JSON.stringify(answers),
      waiting,
      recoverySeconds: secondsSince(begin),
    };
  });
});
