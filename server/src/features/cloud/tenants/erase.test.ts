import { tenantsApi } from '@postern/contracts/cloud/tenants';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { clientOptions } from '#platform/db/db';
import { fillEveryTable } from '#testing/junk';
import { type ConsolePerson, consolePerson } from '#testing/members';
import { type TestApp, testApp } from '#testing/test-app';
import { listDeletions, listTenantTables } from './erase.store.ts';
import { eraseStep, inErasingOrder } from './erase.ts';

vi.setConfig({ testTimeout: 120_000 });

let app: TestApp;
let admin: pg.Client;
let owner: ConsolePerson;
let tenantId: string;

/** Connects as the owner of the database for what the product never does. */
async function connect() {
  const client = new pg.Client(clientOptions(app.address, 'test'));
  await client.connect();
  return client;
}

beforeAll(async () => {
  app = await testApp({ EDITION: 'cloud' });
  // The job would interfere with the steps of the tests.
  await app.worker.stop();
  admin = await connect();
  owner = await consolePerson(app, 'owner');
});
afterAll(async () => {
  await admin.end();
  await app.close();
});
beforeEach(async () => {
  tenantId = await owner.createTenant('Doomed');
});

/** A second node whose worker does not run by itself. */
async function another() {
  const node = await app.another();
  await node.worker.stop();
  return node;
}

const tables = () => app.app.tenancy.system(listTenantTables);
const progress = async () => (await app.app.tenancy.system(listDeletions)).find(({ id }) => id === tenantId);

/** Revokes access like the API, but leaves erasing to the test. */
async function deleteTenant() {
  const { deleteAsOperator } = await import('./delete.ts');
  await app.app.tenancy.system((db) => deleteAsOperator(db, tenantId));
}

/** Simulates that running requests can no longer write. */
const letSettle = () =>
  admin.query(`update tenant_deletions set requested_at = requested_at - interval '2 minutes' where id = $1`, [
    tenantId,
  ]);

async function eraseAll(nodes = [app.app]) {
  const work = async (node: TestApp['app']) => {
    for (;;) {
      // Errors are stored with the deletion.
      const progress = await eraseStep(node, tenantId).catch(() => undefined);
      if (!progress || progress.isFinished || progress.inSeconds) {
        return;
      }
    }
  };
  await Promise.all(nodes.map(work));
}

async function rowsIn(id: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name } of await tables()) {
    const { rows } = await admin.query(`select count(*)::int as n from ${name} where tenant_id = $1`, [id]);
    counts[name] = rows[0].n;
  }
  return counts;
}

describe('the order', () => {
  test('erases referencing tables before referenced ones', () => {
    const table = (name: string, ...refersTo: string[]) => ({ name, key: [], refersTo });
    const order = inErasingOrder([
      table('users', 'tenants'),
      table('members', 'organizations', 'users'),
      table('organizations'),
      table('roles', 'members', 'roles'),
    ]).map(({ name }) => name);
    expect(order).toEqual(['roles', 'members', 'users', 'organizations']);
  });

  test('handles circular references', () => {
    const circle = [
      { name: 'a', key: [], refersTo: ['b'] },
      { name: 'b', key: [], refersTo: ['a'] },
    ];
    expect(inErasingOrder(circle)).toHaveLength(2);
  });

  test('covers all tables, and each has a key', async () => {
    const order = inErasingOrder(await tables());
    expect(order.length).toBeGreaterThan(40);
    for (const [index, { name, key, refersTo }] of order.entries()) {
      expect([name, key[0]]).toEqual([name, 'tenant_id']);
      const earlier = order.slice(0, index).map((one) => one.name);
      expect([name, refersTo.filter((one) => earlier.includes(one))]).toEqual([name, []]);
    }
  });
});

describe('erasing', () => {
  test('leaves no rows of the tenant in any table and keeps all rows of another one', async () => {
    const neighbour = await owner.createTenant('Neighbour');
    await fillEveryTable(
      admin,
      (await tables()).map(({ name }) => name),
      [tenantId, neighbour],
    );
    // The worker writes an audit log entry for every event.
    const kept = async () => {
      const { outbox = 0, logs = 0, ...others } = await rowsIn(neighbour);
      return { ...others, reported: outbox + logs };
    };
    const before = await kept();
    expect(Object.entries(await rowsIn(tenantId)).filter(([, n]) => n === 0)).toEqual([]);
    await deleteTenant();
    await eraseAll();
    await letSettle();
    await eraseAll();
    expect(Object.entries(await rowsIn(tenantId)).filter(([, n]) => n > 0)).toEqual([]);
    expect(await kept()).toEqual(before);
    const { rows } = await admin.query('select id from tenants where id = $1', [tenantId]);
    expect(rows).toEqual([]);
    const done = await progress();
    expect(done).toMatchObject({ finishedAt: expect.any(Number), attempts: 0, lastError: null, position: null });
    expect(done?.rowsErased).toBeGreaterThanOrEqual(done?.rowsTotal ?? Number.POSITIVE_INFINITY);
  });

  test('deletes the files of the tenant only', async () => {
    const file = { body: new Uint8Array([1]), contentType: 'image/png' };
    const kept = `x${tenantId}/a.png`;
    for (const key of [`${tenantId}/u/2026/a.png`, `${tenantId}/b.png`, kept]) {
      await app.app.storage.put(key, file);
    }
    await deleteTenant();
    await eraseAll();
    expect(await app.app.storage.get(`${tenantId}/u/2026/a.png`)).toBeUndefined();
    expect(await app.app.storage.get(kept)).toBeDefined();
    expect(await progress()).toMatchObject({ filesErased: 2, finishedAt: null });
  });

  test('starts automatically when the tenant is deleted through the API', async () => {
    const token = await owner.organization(tenantId);
    expect((await app.call(tenantsApi.remove, { token, params: { id: tenantId } })).status).toBe(204);
    const worker = await app.another();
    await worker.worker.drain();
    await worker.worker.stop();
    expect(Object.values(await rowsIn(tenantId)).reduce((sum, n) => sum + n)).toBe(0);
    expect(await progress()).toMatchObject({ finishedAt: null, rowsTotal: expect.any(Number) });
  });

  test('waits for running requests and checks again at the end', async () => {
    await deleteTenant();
    await eraseAll();
    expect(await progress()).toMatchObject({ finishedAt: null });
    // The log batch of a node that was not written yet.
    await admin.query(`insert into logs (tenant_id, id, key) values ($1, 'late', 'ExchangeTokenBy.RefreshToken')`, [
      tenantId,
    ]);
    await letSettle();
    await eraseAll();
    expect((await progress())?.finishedAt).toEqual(expect.any(Number));
    expect((await rowsIn(tenantId)).logs).toBe(0);
  });

  const fill = (people: number) =>
    app.app.tenancy.system((db) =>
      sql`insert into users (tenant_id, id) select ${tenantId}, 'u' || n from generate_series(1, ${people}) n`.execute(
        db,
      ),
    );

  test('continues on another node when a step is interrupted', async () => {
    await fill(9000);
    const other = await another();
    await deleteTenant();
    while ((await progress())?.position !== 'users') {
      await eraseStep(app.app, tenantId);
    }
    const half = await progress();
    expect(half?.rowsErased).toBeGreaterThan(1000);

    // The next step deletes some rows, waits for a lock, and then loses its connection.
    const holder = await connect();
    await holder.query('begin');
    await holder.query(`select from users where tenant_id = $1 and id like '%7' for key share`, [tenantId]);
    const cut = eraseStep(app.app, tenantId);
    await expect
      .poll(
        async () => {
          const { rows } = await admin.query(
            `select pg_terminate_backend(pid) as cut from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock' and query like 'delete from%'`,
          );
          return rows.length;
        },
        { timeout: 20_000 },
      )
      .toBe(1);
    await cut.catch(() => undefined);
    await holder.end();
    const after = await progress();
    expect([after?.rowsErased, after?.position]).toEqual([half?.rowsErased, 'users']);
    expect((await rowsIn(tenantId)).users).toBeGreaterThan(2000);

    await letSettle();
    await eraseAll([other.app]);
    expect(await progress()).toMatchObject({ finishedAt: expect.any(Number) });
    expect(Object.values(await rowsIn(tenantId)).reduce((sum, n) => sum + n)).toBe(0);
  });

  test('is shared by parallel nodes, and every row is counted once', async () => {
    await fill(9000);
    const other = await another();
    await deleteTenant();
    const before = Object.values(await rowsIn(tenantId)).reduce((sum, n) => sum + n);
    await Promise.all([eraseAll([app.app, app.app]), eraseAll([other.app, other.app])]);
    const done = await progress();
    expect(done?.rowsTotal).toBe(before);
    // The counter itself is a row that is written while rows are erased, so it may be counted again.
    expect((done?.rowsErased ?? 0) - before).toBeLessThan(50);
    expect(done?.rowsErased).toBeGreaterThanOrEqual(before);
  });

  test('stores the error and retries with increasing delays until it succeeds', async () => {
    await admin.query(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'canary'; end $$;
      create trigger refuse before delete on oidc_keys for each row execute function refuse()`);
    await deleteTenant();
    await eraseAll();
    expect(await progress()).toMatchObject({
      attempts: 1,
      lastError: expect.stringContaining('canary'),
      finishedAt: null,
    });
    await eraseAll();
    expect(await progress()).toMatchObject({ attempts: 2 });
    await admin.query('drop trigger refuse on oidc_keys; drop function refuse()');
    await letSettle();
    await eraseAll();
    expect(await progress()).toMatchObject({ attempts: 0, lastError: null, finishedAt: expect.any(Number) });
  });

  test('never reuses an id for another tenant', async () => {
    const { isTenantIdUsed } = await import('./store.ts');
    await deleteTenant();
    await letSettle();
    await eraseAll();
    expect(await app.app.tenancy.system((db) => isTenantIdUsed(db, tenantId))).toBe(true);
    expect(await app.app.tenancy.system((db) => isTenantIdUsed(db, 'neverwas'))).toBe(false);
  });
});
