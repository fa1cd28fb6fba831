import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientOptions } from '#platform/db/db';
import { indexPartitions } from '#platform/db/index-partitions';
import { type TestApp, testApp } from '#testing/test-app';
import { maintainPartitions } from './retention.store.ts';

let app: TestApp;
let owner: pg.Client;

beforeAll(async () => {
  app = await testApp();
  owner = new pg.Client(clientOptions(app.address, 'test'));
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await app.close();
});

const query = async <Row extends pg.QueryResultRow>(text: string) => (await owner.query<Row>(text)).rows;

const partitions = async () =>
  (
    await query<{ name: string }>(
      "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'logs'::regclass order by 1",
    )
  ).map(({ name }) => name);

const month = async (offset: number) =>
  (await query<{ name: string }>(`select 'logs_' || to_char(now() + interval '${offset} month', 'YYYY_MM') as name`))[0]
    ?.name ?? '';

const keep = () => app.app.tenancy.system(maintainPartitions);

const insert = (id: string, at: string) =>
  app.app.tenancy.system((db) =>
    sql`insert into logs (tenant_id, id, key, created_at) values ('default', ${id}, 'Unknown', ${sql.raw(at)})`.execute(
      db,
    ),
  );

const placeOf = async (id: string) =>
  (
    await query<{ place: string }>(`set role postern_system`).then(() =>
      query<{ place: string }>(`select tableoid::regclass::text as place from logs where id = '${id}'`),
    )
  )[0]?.place;

test('has this month and the next two, each with every index', async () => {
  await keep();
  const names = await partitions();
  expect(names).toEqual(expect.arrayContaining([await month(0), await month(1), await month(2), 'logs_default']));
  const invalid = await query(`select indexrelid::regclass as name from pg_index where not indisvalid`);
  expect(invalid).toEqual([]);
  const counts = await query<{ n: string }>(
    `select count(*) as n from pg_index where indrelid in (select inhrelid from pg_inherits
      where inhparent = 'logs'::regclass) group by indrelid`,
  );
  expect(new Set(counts.map(({ n }) => n)).size).toBe(1);
});

test('moves entries that were written before their month existed', async () => {
  const next = await month(2);
  await query(`drop table ${next}`);
  await insert('early', "date_trunc('month', now() + interval '2 month') + interval '1 day'");
  expect(await placeOf('early')).toBe('logs_default');
  await query('reset role');
  await keep();
  expect(await placeOf('early')).toBe(next);
  await query('reset role');
});

test('drops old months without entries, and keeps those with entries', async () => {
  const [empty, used] = [await month(-5), await month(-4)];
  for (const [name, offset] of [
    [empty, 5],
    [used, 4],
  ]) {
    await query(`create table ${name} partition of logs for values
      from ('${(await query<{ d: string }>(`select date_trunc('month', now() - interval '${offset} month')::date::text as d`))[0]?.d}')
      to ('${(await query<{ d: string }>(`select (date_trunc('month', now() - interval '${offset} month') + interval '1 month')::date::text as d`))[0]?.d}')`);
  }
  await insert('kept', "date_trunc('month', now() - interval '4 month') + interval '1 day'");
  await keep();
  const names = await partitions();
  expect(names).toContain(used);
  expect(names).not.toContain(empty);
  expect(names).toContain(await month(0));
});

test('builds an index that a migration declared on the parent only, also after an interruption', async () => {
  await query('create index logs__test on only logs (tenant_id, length(key))');
  const name = await month(0);
  // An interrupted build leaves an invalid index with the same name.
  await query(`create index ${name}_logs__test on ${name} (tenant_id, length(key))`);
  await query(`update pg_index set indisvalid = false where indexrelid = '${name}_logs__test'::regclass`);
  expect(await indexPartitions(owner)).toBe((await partitions()).length);
  expect(await query("select indisvalid from pg_index where indexrelid = 'logs__test'::regclass")).toEqual([
    { indisvalid: true },
  ]);
  expect(await indexPartitions(owner)).toBe(0);
  await query('drop index logs__test');
});
