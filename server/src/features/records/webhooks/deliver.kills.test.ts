import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathOf } from '@postern/contracts/endpoint';
import { usersApi } from '@postern/contracts/people/users';
import { webhooksApi } from '@postern/contracts/records/webhooks';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { clientOptions } from '#platform/db/db';
import { killLeftovers, startServer, type TestServer } from '#testing/processes';
import { type TestApp, testApp } from '#testing/test-app';
import { databaseUrl } from '../../../platform/testing/databases.ts';
import { verifyLogs } from '../audit/index.ts';
import { type Receiver, startReceiver } from './testing.ts';

/**
 * POSTERN_TEST_SIZE=full makes ten thousand changes on two nodes, and waits until the leases of killed nodes expire.
 * Otherwise one node runs at a time, and the test ends its leases when it is killed.
 */
const isFull = process.env.POSTERN_TEST_SIZE === 'full';
const { changes, kills, nodeCount } = isFull
  ? { changes: 10_000, kills: 20, nodeCount: 2 }
  : { changes: 300, kills: 3, nodeCount: 1 };
const writers = 8;
/** POSTERN_TEST_SEED repeats the choices of a failed run. */
const seed = Number(process.env.POSTERN_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));

vi.setConfig({ testTimeout: 900_000 });

/** Mulberry32. */
function createRandom(state: number): () => number {
  let a = state;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** All nodes need the key that encrypts the signing keys of webhooks. */
const SECRET_VAULT_KEK = randomBytes(32).toString('base64');

let app: TestApp;
let owner: pg.Client;
let receiver: Receiver;
let token: string;

beforeAll(async () => {
  app = await testApp({ ALLOW_PRIVATE_EGRESS: 'true', SECRET_VAULT_KEK });
  token = await app.managementToken();
  receiver = await startReceiver();
  // The servers of the test deliver; this process only observes.
  await app.worker.stop();
  owner = new pg.Client(clientOptions(app.address, 'postern-test'));
  await owner.connect();
  // The database itself lists what was committed. It refuses some changes at the end of their transaction, after the
  // product has stored their events.
  await owner.query(`
    create table committed (place bigserial, user_id text not null, change text not null);
    create function list_change() returns trigger language plpgsql security definer set search_path = public as $$
    begin
      insert into committed (user_id, change) values (new.id,
        case when tg_op = 'INSERT' then 'created ' || new.username else 'named ' || new.name end);
      return null;
    end $$;
    create trigger note_insert after insert on users for each row execute function list_change();
    create trigger note_update after update of name on users for each row execute function list_change();
    create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception 'refused by the test' using errcode = 'check_violation';
    end $$;
    create constraint trigger refuse_change after update on users deferrable initially deferred
      for each row when (new.name like 'undone%') execute function refuse_change();`);
});
afterAll(async () => {
  await killLeftovers();
  receiver.close();
  await owner.end();
  await app.close();
});

const nodes = new Set<TestServer>();

async function addNode(): Promise<void> {
  nodes.add(
    await startServer({
      DATABASE_URL: databaseUrl(app.address),
      ENDPOINT: 'http://core.test',
      ADMIN_ENDPOINT: 'http://admin.test',
      ALLOW_PRIVATE_EGRESS: 'true',
      SECRET_VAULT_KEK,
    }),
  );
}

async function killNode(node: TestServer): Promise<void> {
  nodes.delete(node);
  node.kill('SIGKILL');
  await node.ended;
  if (nodeCount === 1) {
    // As if the time had passed: 15 seconds for a job and 30 for a delivery.
    await app.app.tenancy.system(async (db) => {
      await sql`update jobs set leased_until = now() where lease is not null`.execute(db);
      await sql`update webhook_deliveries set claimed_until = now() where claimed_until is not null`.execute(db);
    });
  }
}

/** Sends a change to one of the nodes. False if it was refused or its outcome is unknown. */
async function change(random: () => number, method: 'POST' | 'PATCH', path: string, body: object): Promise<boolean> {
  while (nodes.size === 0) {
    await sleep(5);
  }
  const node = [...nodes][Math.floor(random() * nodes.size)];
  try {
    const response = await fetch(`${node?.endpoint}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    // The node was killed.
    return false;
  }
}

/** Changes of the users of one writer, one after the other: creations, renames, and renames that are rolled back. */
async function write(writer: number, userId: string, count: number, onChange: () => void): Promise<number> {
  const random = createRandom(seed + 1 + writer);
  const path = pathOf(usersApi.update, { userId });
  let acknowledged = 0;
  for (let n = 0; n < count; n += 1) {
    const choice = random();
    const isDone =
      choice < 0.15
        ? await change(random, 'POST', pathOf(usersApi.create), { username: `kills${writer}_${n}` })
        : await change(random, 'PATCH', path, { name: `${choice < 0.3 ? 'undone' : 'version'} ${n}` });
    acknowledged += isDone ? 1 : 0;
    onChange();
  }
  return acknowledged;
}

const waiting = async () => {
  const { rows } = await owner.query<{ events: number; deliveries: number }>(
    `select (select count(*)::int from outbox) as events, (select count(*)::int from webhook_deliveries) as deliveries`,
  );
  return rows[0];
};

/** Changes per user, in order. A repeated delivery counts once if no other of the user came between. */
function group(list: { userId: string; change: string }[]): Record<string, string[]> {
  const byUser: Record<string, string[]> = {};
  for (const { userId, change: one } of list) {
    byUser[userId] ??= [];
    if (byUser[userId].at(-1) !== one) {
      byUser[userId].push(one);
    }
  }
  return byUser;
}

test('delivers every committed change in order while nodes are killed, and none that was rolled back', async () => {
  console.info(`deliver.kills: POSTERN_TEST_SEED=${seed}`);
  const body = {
    events: ['User.Created' as const, 'User.Data.Updated' as const],
    config: { url: receiver.url },
  };
  await app.call(webhooksApi.create, { token, body });
  const users = await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      const made = await app.call(usersApi.create, { token, body: { username: `writer${writer}` } });
      return made.body.id;
    }),
  );
  // A short wait before each response, so that kills meet open requests.
  receiver.respond = (one, response) => void setTimeout(() => receiver.ok(one, response), 5);

  const random = createRandom(seed);
  await Promise.all(Array.from({ length: nodeCount }, addNode));
  const startedAt = performance.now();
  let done = 0;
  const points = Array.from({ length: kills }, () => Math.floor(changes * (0.05 + 0.9 * random()))).sort(
    (one, two) => one - two,
  );
  const writing = Promise.all(
    users.map((id, writer) =>
      write(writer, id, Math.ceil(changes / writers), () => {
        done += 1;
      }),
    ),
  );
  for (const point of points) {
    while (done < point) {
      await sleep(2);
    }
    await sleep(random() * 30);
    const victim = [...nodes][Math.floor(random() * nodes.size)];
    if (victim) {
      await killNode(victim);
    }
    await addNode();
  }
  const acknowledged = (await writing).reduce((sum, one) => sum + one, 0);
  const writtenAt = performance.now();
  await expect.poll(waiting, { timeout: 600_000, interval: 50 }).toEqual({ events: 0, deliveries: 0 });

  const { rows: committed } = await owner.query<{ userId: string; change: string }>(
    `select user_id as "userId", change from committed order by place`,
  );
  const delivered = receiver.received.map(({ json }) => ({
    userId: json.data.id as string,
    change: json.event === 'User.Created' ? `created ${json.data.username}` : `named ${json.data.name}`,
  }));
  const ids = new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
  const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(1);
  console.info(
    `deliver.kills: ${committed.length} committed, ${acknowledged} acknowledged, ${ids.size} deliveries in ${delivered.length} requests, ${points.length} kills, written in ${seconds(startedAt, writtenAt)} s, delivered ${seconds(writtenAt, performance.now())} s later`,
  );
  const hint = `POSTERN_TEST_SEED=${seed}`;
  expect(group(delivered), hint).toEqual(group(committed));
  expect(ids.size, hint).toBe(committed.length);
  expect(committed.length, hint).toBeGreaterThanOrEqual(acknowledged + writers);
  expect(JSON.stringify(delivered)).not.toContain('undone');
  expect((await verifyLogs(app.app, 'default'))?.findings, hint).toEqual([]);
});
