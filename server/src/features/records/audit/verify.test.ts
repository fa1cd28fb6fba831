import { type SqlBool, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { emit } from '#platform/jobs/events';
import { createVault } from '#platform/secrets/vault';
import { type TestApp, testApp } from '#testing/test-app';
import { flushLogs, recordLog, verifyLogs } from './index.ts';
import { deleteLogsBefore } from './retention.store.ts';
import { insertFreeRows } from './write.store.ts';

let app: TestApp;

beforeAll(async () => {
  app = await testApp({ SECRET_VAULT_KEK: Buffer.alloc(32, 7).toString('base64') });
});
afterAll(() => app.close());

const system = (text: string) => app.app.tenancy.system((db) => sql.raw(text).execute(db));

/** A chain with the entries 1 to 5. */
beforeEach(async () => {
  await flushLogs(app.app);
  await app.worker.drain();
  await system(`delete from logs`);
  await system(`delete from log_chains`);
  await write(5);
});

async function write(count: number, tenantId = 'default') {
  for (let index = 0; index < count; index += 1) {
    recordLog(app.app, tenantId, { key: 'Unknown', payload: { index, userId: `u${index}` } });
  }
  await flushLogs(app.app);
}

const idOf = async (seq: number) =>
  (
    await app.app.tenancy.system((db) =>
      db
        .selectFrom('logs')
        .select('id')
        .where('tenant_id', '=', 'default')
        .where(sql<SqlBool>`seq = ${seq}`)
        .executeTakeFirstOrThrow(),
    )
  ).id;

const findings = async (tenantId = 'default') => (await verifyLogs(app.app, tenantId))?.findings;

test('a chain that nobody touched is good, over many batches and both writers', async () => {
  await write(3);
  await app.write('default', (db) => emit(db, { name: 'Role.Created', subjectId: 'r1' }));
  await app.worker.drain();
  await write(2500);
  const result = await verifyLogs(app.app, 'default');
  expect(result).toMatchObject({ entries: 2509, head: { seq: 2509 }, findings: [] });
});

test('a tenant without entries has no chain', async () => {
  expect(await verifyLogs(app.app, 'nobody')).toBeUndefined();
});

test.each([
  ['the payload', `payload = jsonb_set(payload, '{userId}', '"other"')`],
  ['the key', `key = 'RevokeToken'`],
  ['the user', `user_id = 'other'`],
  ['the time', `created_at = created_at - interval '1 second'`],
  ['the hash', `hash = repeat('a', 64)`],
])('finds an entry of which %s was changed, and names it', async (_what, change) => {
  const id = await idOf(3);
  await system(`update logs set ${change} where seq = 3 and tenant_id = 'default'`);
  expect((await findings())?.[0]).toEqual({ kind: 'changed', seq: 3, id });
});

test.each([
  ['the first', [1], { from: 1, to: 1 }],
  ['some in the middle', [2, 3], { from: 2, to: 3 }],
  ['the last', [5], { from: 5, to: 5 }],
  ['all', [1, 2, 3, 4, 5], { from: 1, to: 5 }],
])('finds that %s were removed', async (_which, seqs, range) => {
  await system(`delete from logs where tenant_id = 'default' and seq in (${seqs.join()})`);
  expect(await findings()).toEqual([{ kind: 'removed', ...range }]);
});

test.each([
  ['without a number', 'null', null],
  ['with a number that exists', '3', 3],
  ['after the end', '6', 6],
  ['before the start', '0', 0],
])('finds an entry that was inserted %s', async (_how, seq, reported) => {
  await system(`insert into logs (tenant_id, id, key, created_at, seq, hash)
    values ('default', 'fake', 'Unknown', now(), ${seq}, repeat('b', 64))`);
  expect(await findings()).toEqual([{ kind: 'inserted', seq: reported, id: 'fake' }]);
});

/** Changes an entry and computes all later hashes again, as a person with access to the database can. */
const rewrite = () =>
  system(`do $$
    declare l record; before text := repeat('0', 64);
    begin
      update logs set payload = '{"key":"Unknown","result":"Success"}' where tenant_id = 'default' and seq = 2;
      for l in select * from logs where tenant_id = 'default' order by seq loop
        before := extend_log_chain(before, null, log_digest(l.tenant_id, l.seq, l.id, l.key, l.payload, l.created_at,
          l.user_id, l.application_id, l.organization_id, l.timeline));
        update logs set hash = before where tenant_id = 'default' and seq = l.seq;
      end loop;
      update log_chains set hash = before where tenant_id = 'default';
    end $$`);

test('finds a chain that was rewritten completely, because the key is not in the database', async () => {
  await rewrite();
  expect(await findings()).toEqual([{ kind: 'rewritten', part: 'head' }]);
});

test('finds a chain whose end was removed', async () => {
  await system(`delete from log_chains where tenant_id = 'default'`);
  expect(await verifyLogs(app.app, 'default')).toMatchObject({ findings: [{ kind: 'headRemoved' }] });
});

test('without the key the entries are verified, and the seals are reported as not checked', async () => {
  expect(await verifyLogs({ tenancy: app.app.tenancy, vault: withoutKey() }, 'default')).toMatchObject({
    entries: 5,
    isSealChecked: false,
    findings: [],
  });
  expect(await verifyLogs(app.app, 'default')).toMatchObject({ isSealChecked: true, findings: [] });
});

const withoutKey = () => createVault({ keys: [], isDatabaseEmbedded: false, dataDir: '' });

test('a key that was set after the last entry is no finding, and the entries before it are named', async () => {
  await system(`delete from logs where tenant_id = 'default'`);
  await system(`delete from log_chains where tenant_id = 'default'`);
  await app.app.tenancy.system((db) =>
    insertFreeRows(
      db,
      [1, 2, 3].map((n) => ({
        tenantId: 'default',
        id: `before${n}`,
        key: 'Unknown',
        payload: '{"key":"Unknown","result":"Success"}',
        createdAt: Date.now() - 60_000,
        timeline: undefined,
        owner: undefined,
        place: {},
      })),
      withoutKey(),
    ),
  );
  expect(await verifyLogs(app.app, 'default')).toMatchObject({ unsealed: { from: 1, to: 3 }, findings: [] });
  await write(2);
  expect(await verifyLogs(app.app, 'default')).toMatchObject({
    entries: 5,
    unsealed: { from: 1, to: 3 },
    findings: [],
  });
  // Retention without a key, of entries without a seal.
  await app.app.tenancy.system((db) => deleteLogsBefore(db, withoutKey(), 'default', new Date(Date.now() - 30_000), 2));
  expect(await verifyLogs(app.app, 'default')).toMatchObject({
    entries: 3,
    unsealed: { from: 3, to: 3 },
    findings: [],
  });
});

test('attack 52: a rewritten chain is not sealed by the next entry', async () => {
  expect(await verifyLogs(app.app, 'default')).toMatchObject({ unsealed: undefined, findings: [] });
  await rewrite();
  await write(1);
  expect(await verifyLogs(app.app, 'default')).toMatchObject({ unsealed: { from: 1, to: 5 }, findings: [] });
  // Neither by claiming that it was sealed from the start.
  await system(`update log_chains set sealed_from = 1 where tenant_id = 'default'`);
  expect(await findings()).toEqual([{ kind: 'rewritten', part: 'head' }]);
  // Nor by removing only the seal.
  await system(`update log_chains set seal = null where tenant_id = 'default'`);
  expect(await findings()).toEqual([{ kind: 'rewritten', part: 'head' }]);
});

test('finds a tail that was cut together with the end of the chain', async () => {
  await system(`delete from logs where tenant_id = 'default' and seq = 5`);
  await system(`update log_chains c set seq = 4, hash = l.hash from logs l
    where c.tenant_id = 'default' and l.tenant_id = 'default' and l.seq = 4`);
  expect(await findings()).toEqual([{ kind: 'rewritten', part: 'head' }]);
});

test('finds an older copy of the database if a later head is expected', async () => {
  const before = (await verifyLogs(app.app, 'default'))?.head;
  const { rows } = await app.app.tenancy.system((db) =>
    sql<{ row: object }>`select to_jsonb(c) as row from log_chains c where tenant_id = 'default'`.execute(db),
  );
  await write(2);
  const after = (await verifyLogs(app.app, 'default'))?.head;
  await system(`delete from logs where tenant_id = 'default' and seq > 5`);
  await system(`delete from log_chains where tenant_id = 'default'`);
  const copy = JSON.stringify(rows[0]?.row);
  await system(`insert into log_chains select * from jsonb_populate_record(null::log_chains, '${copy}')`);
  expect(await findings()).toEqual([]);
  expect((await verifyLogs(app.app, 'default', before))?.findings).toEqual([]);
  expect((await verifyLogs(app.app, 'default', after))?.findings).toEqual([{ kind: 'forked', seq: 7 }]);
});

test('retention keeps the rest verifiable, and a removed entry is still found', async () => {
  await system(`update log_chains set protected_from = protected_from`);
  const cut = await app.app.tenancy.system(async (db) => {
    await sql`select pg_sleep(0.01)`.execute(db);
    return (await sql<{ at: number }>`select clock_timestamp() as at`.execute(db)).rows[0]?.at ?? 0;
  });
  await expect.poll(() => Date.now()).toBeGreaterThan(Math.ceil(cut) + 1);
  await write(3);
  const forget = (most: number) =>
    app.app.tenancy.system((db) => deleteLogsBefore(db, app.app.vault, 'default', new Date(Math.ceil(cut)), most));
  expect([await forget(2), await forget(10), await forget(10)]).toEqual([2, 3, 0]);
  expect(await verifyLogs(app.app, 'default')).toMatchObject({ entries: 3, head: { seq: 8 }, findings: [] });
  await system(`delete from logs where tenant_id = 'default' and seq = 6`);
  expect(await findings()).toEqual([{ kind: 'removed', from: 6, to: 6 }]);
  // Hiding it by moving the anchor needs the key.
  await system(`update log_chains c set anchor_seq = 6, anchor_hash = repeat('c', 64) where tenant_id = 'default'`);
  expect((await findings())?.[0]).toEqual({ kind: 'rewritten', part: 'anchor' });
});

test('two nodes write one chain, and a writer of one tenant does not delay another', async () => {
  const other = await app.another({ SECRET_VAULT_KEK: Buffer.alloc(32, 7).toString('base64') });
  const both = [app.app, other.app];
  for (let index = 0; index < 400; index += 1) {
    recordLog(both[index % 2] ?? app.app, 'default', { key: 'Unknown', payload: { index } });
  }
  await Promise.all(both.map((one) => flushLogs(one)));
  await other.stop();
  expect(await verifyLogs(app.app, 'default')).toMatchObject({ entries: 405, findings: [] });

  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const holder = app.app.tenancy.system(async (db) => {
    await sql`select from log_chains where tenant_id = 'default' for update`.execute(db);
    await held;
  });
  recordLog(app.app, 'default', { key: 'Unknown', payload: {} });
  recordLog(app.app, 'admin', { key: 'Unknown', payload: { told: 'beside' } });
  const beside = () =>
    app.app.tenancy.system(async (db) =>
      Number(
        (
          await sql<{ n: number }>`select count(*) as n from logs where tenant_id = 'admin'
            and payload ->> 'told' = 'beside'`.execute(db)
        ).rows[0]?.n,
      ),
    );
  await expect.poll(beside).toBe(1);
  release();
  await holder;
  await flushLogs(app.app);
  expect(await verifyLogs(app.app, 'default')).toMatchObject({ entries: 406, findings: [] });
});
