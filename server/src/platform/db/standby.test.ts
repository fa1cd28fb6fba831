import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createCache } from '#platform/tenancy/cache';
import { createTenancy, type Tenancy } from '#platform/tenancy/tenancy';
import { startWithStandby } from '#platform/testing/standby-postgres';
import type { DatabaseAddress, Db } from './db.ts';
import type { StandbyResult } from './standby.ts';

let databases: Awaited<ReturnType<typeof startWithStandby>>;
const results: StandbyResult[] = [];

const addressOf = ({ host, port, user, database }: Exclude<DatabaseAddress, { connectionString: string }>) => ({
  host,
  port,
  user,
  database,
});

async function asOwner(address: DatabaseAddress, text: string): Promise<void> {
  const client = new pg.Client(address);
  await client.connect();
  await client.query(text);
  await client.end();
}

beforeAll(async () => {
  databases = await startWithStandby();
  await asOwner(
    addressOf(databases.primary),
    `create role postern_app; create role postern_system;
    create table marks (tenant_id text not null default current_setting('app.tenant_id'), number int not null);
    alter table marks enable row level security;
    create policy own on marks using (tenant_id = current_setting('app.tenant_id'));
    grant all on marks to postern_app`,
  );
});
afterAll(() => databases.stop());
beforeEach(() => {
  results.length = 0;
});

const highest = async (db: Db): Promise<number> =>
  (await sql<{ highest: number | null }>`select max(number) as highest from marks`.execute(db)).rows[0]?.highest ?? 0;
const isStandby = async (db: Db): Promise<boolean> =>
  (await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(db)).rows[0]?.is === true;
const add = (tenancy: Tenancy, number: number) =>
  tenancy.write('a', (db) => sql`insert into marks (number) values (${number})`.execute(db));

describe.each(['session', 'transaction'] as const)('with %s pooling', (poolMode) => {
  let tenancy: Tenancy;
  beforeAll(async () => {
    await asOwner(addressOf(databases.primary), 'truncate marks');
    tenancy = createTenancy(
      {
        address: addressOf(databases.primary),
        poolSize: 4,
        poolMode,
        caseSensitiveUsername: true,
        cache: createCache(),
      },
      { standby: { address: addressOf(databases.standby()), onRead: (result) => void results.push(result) } },
    );
  });
  afterAll(() => tenancy.close());

  const onStandby = () => expect.poll(() => tenancy.readStandby('a', isStandby)).toBe(true);

  test('reads from the standby, and sees only its own tenant', async () => {
    await add(tenancy, 1);
    await onStandby();
    expect(results.at(-1)).toBe('standby');
    expect(await tenancy.readStandby('a', highest)).toBe(1);
    expect(await tenancy.readStandby('b', highest)).toBe(0);
    expect(await tenancy.read('a', isStandby)).toBe(false);
  });

  test('sees each change that was confirmed before, whoever made it', async () => {
    for (let number = 100; number < 140; number += 1) {
      await add(tenancy, number);
      expect(await tenancy.readStandby('a', highest)).toBe(number);
    }
  });

  test('reads from the primary while the standby is behind', async () => {
    await asOwner(addressOf(databases.standby()), 'select pg_wal_replay_pause()');
    await add(tenancy, 200);
    expect(await tenancy.readStandby('a', highest)).toBe(200);
    expect(results).toEqual(['behind']);
    await asOwner(addressOf(databases.standby()), 'select pg_wal_replay_resume()');
    await onStandby();
    expect(await tenancy.readStandby('a', highest)).toBe(200);
  });

  test('reads from the primary while the standby is down, and from the standby again afterwards', async () => {
    await databases.stopStandby();
    await add(tenancy, 300);
    expect(await tenancy.readStandby('a', highest)).toBe(300);
    expect(await tenancy.readStandby('a', highest)).toBe(300);
    expect(results).toEqual(['unavailable', 'unavailable']);
    await databases.startStandby();
    await onStandby();
    expect(await tenancy.readStandby('a', highest)).toBe(300);
  });

  test('passes errors of the work on, without a second attempt', async () => {
    await onStandby();
    let runs = 0;
    const failing = (db: Db) => {
      runs += 1;
      return sql`select 1 / 0`.execute(db);
    };
    await expect(tenancy.readStandby('a', failing)).rejects.toThrow('division by zero');
    expect(runs).toBe(1);
  });
});

test('a standby that has become a primary of its own is not read', async () => {
  await asOwner(addressOf(databases.standby()), 'select pg_promote()');
  const tenancy = createTenancy(
    {
      address: addressOf(databases.primary),
      poolSize: 2,
      poolMode: 'session',
      caseSensitiveUsername: true,
      cache: createCache(),
    },
    { standby: { address: addressOf(databases.standby()), onRead: (result) => void results.push(result) } },
  );
  await add(tenancy, 400);
  expect(await tenancy.readStandby('a', highest)).toBe(400);
  expect(results).toEqual(['behind']);
  await tenancy.close();
});
