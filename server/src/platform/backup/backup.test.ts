import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import type { DatabaseAddress } from '#platform/db/db';
import { createEmptyDatabase } from '#platform/testing/databases';
import { asOwner, regionDatabase } from '#testing/regions';
import { dumpTables } from '#testing/rows';
import { type TestApp, testApp } from '#testing/test-app';
import { BackupError, backup, restore } from './backup.ts';

let app: TestApp;
let folder: string;
let file: string;

const strange = 'Zoë \u2028 line\u2029 "quoted" \\ back\\slash \n new \r\n line \t tab, null, {"a":1} 😀 \u0001';
// The last one always falls into the partition of the current month.
const instants = ['1999-12-31T23:59:59.123456Z', '2025-02-03T04:05:06.000001Z', new Date().toISOString()];

beforeAll(async () => {
  app = await testApp();
  await app.worker.stop();
  // The template database may be from last month.
  await asOwner(app.address, 'select create_log_partitions()');
  folder = await mkdtemp(join(tmpdir(), 'postern-backup-'));
  file = join(folder, 'all.backup');
  await asOwner(
    app.address,
    `insert into users (tenant_id, id, username, name, custom_data)
     select 'default', 'u' || n, 'user' || n, $1::text, jsonb_build_object('n', n, 'text', $1::text, 'big', 12345678901234567890.123456789)
     from generate_series(1, 3000) n`,
    [strange],
  );
  // One row holds a megabyte; JSON null differs from SQL null; one event has run out of attempts.
  await asOwner(
    app.address,
    `update users set custom_data = jsonb_build_object('blob', repeat('x', 1000000), 'none', null), avatar = '' where id = 'u7'`,
  );
  await asOwner(app.address, `update sign_in_experiences set custom_ui_assets = 'null' where tenant_id = 'admin'`);
  await asOwner(
    app.address,
    `insert into outbox (tenant_id, id, name, subject_id, available_at) values ('default', gen_random_uuid(), 'User.Created', 'u1', 'infinity')`,
  );
  await asOwner(
    app.address,
    `create table logs_2025_02 partition of logs for values from ('2025-02-01') to ('2025-03-01')`,
  );
  await asOwner(
    app.address,
    `insert into logs (tenant_id, id, key, created_at) select 'default', i::text || n, $2, i::timestamptz
     from unnest($1::text[]) i, generate_series(1, 500) n`,
    [instants, strange.slice(0, 50)],
  );
  await backup(app.address, file);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

async function emptyDatabase(): Promise<DatabaseAddress> {
  const { address, drop } = await createEmptyDatabase(inject('postgres'));
  onTestFinished(drop);
  return address;
}

/** What a restore makes of an empty database first, for tests of what comes after. */
async function migratedDatabase(): Promise<DatabaseAddress> {
  const { url, drop } = await regionDatabase();
  onTestFinished(drop);
  return { connectionString: url };
}

test('restores every row unchanged, in the same partition, and counts the rows', async () => {
  const address = await emptyDatabase();
  const { rows } = await restore(address, file);
  expect(rows).toBeGreaterThan(4500);
  const [before, after] = [await dumpTables(app.address), await dumpTables(address)];
  expect(Object.keys(after)).toEqual(Object.keys(before));
  expect(after.logs_2025_02).toHaveLength(500);
  expect(after.logs_default).toHaveLength(500);
  for (const [table, lines] of Object.entries(before)) {
    expect([table, after[table]?.length]).toEqual([table, lines.length]);
    expect(after[table]?.find((line, index) => line !== lines[index])).toBeUndefined();
  }
  const [counted] = await asOwner<{ n: number }>(
    address,
    `select sum(n)::int as n from row_counts where tenant_id = 'default' and kind = 'users'`,
  );
  expect(counted?.n).toBe(3000);
  const [traits] = await asOwner<{ n: number }>(
    address,
    `select count(*)::int as n from user_traits where tenant_id = 'default'`,
  );
  expect(traits?.n).toBe(3000);
});

test('makes the file readable by its owner only and does not overwrite an existing file', async () => {
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const other = join(folder, 'mine.txt');
  await writeFile(other, 'mine');
  await expect(backup(app.address, other)).rejects.toThrow('already exists');
  expect(await readFile(other, 'utf8')).toBe('mine');
});

test('leaves no file when a backup fails', async () => {
  const before = await readdir(folder);
  await asOwner(app.address, 'revoke select on outbox from postern_system');
  onTestFinished(async () => void (await asOwner(app.address, 'grant select on outbox to postern_system')));
  await expect(backup(app.address, join(folder, 'half.backup'))).rejects.toThrow('permission denied');
  expect(await readdir(folder)).toEqual(before);
});

test('takes a consistent snapshot during concurrent writes', async () => {
  const target = join(folder, 'moment.backup');
  let isDone = false;
  const writing = (async () => {
    for (let n = 0; !isDone; n += 1) {
      // An application and its secret are written together: the backup has both or neither.
      await app.write('default', async (db) => {
        const oidc_client_metadata = '{"redirectUris":[],"postLogoutRedirectUris":[]}';
        const type = 'Traditional';
        await db
          .insertInto('applications')
          .values({ id: `a${n}`, name: 'x', secret: 'x', type, oidc_client_metadata })
          .execute();
        await db
          .insertInto('application_secrets')
          .values({ application_id: `a${n}`, application_type: type, name: 'x', value: 'x' })
          .execute();
      });
    }
  })();
  await backup(app.address, target);
  isDone = true;
  await writing;
  const address = await migratedDatabase();
  await restore(address, target);
  const [counts] = await asOwner<{ apps: number; secrets: number }>(
    address,
    'select (select count(*) from applications) as apps, (select count(*) from application_secrets) as secrets',
  );
  expect(counts?.apps).toBe(counts?.secrets);
});

describe('writes nothing when restoring', () => {
  async function refused(content: Buffer | string, message: string | RegExp) {
    const broken = join(await mkdtemp(join(tmpdir(), 'postern-broken-')), 'broken.backup');
    onTestFinished(() => rm(join(broken, '..'), { recursive: true }));
    await writeFile(broken, content);
    const address = await emptyDatabase();
    const failure = restore(address, broken);
    await expect(failure).rejects.toThrow(message);
    await expect(failure).rejects.toBeInstanceOf(BackupError);
    expect(await asOwner(address, "select from pg_class where relname = 'tenants'")).toEqual([]);
  }
  const lines = async () =>
    gunzipSync(await readFile(file))
      .toString('utf8')
      .split('\n');
  const zip = (all: string[]) => gzipSync(all.join('\n'));

  test('from a truncated file', async () => {
    const whole = await readFile(file);
    await refused(whole.subarray(0, whole.length - 10), 'is not complete');
    await refused(whole.subarray(0, 20_000), 'is not complete');
  });

  test('from a file without its last line', async () =>
    refused(zip((await lines()).slice(0, -2).concat('')), 'not complete'));

  test('from a file truncated inside a line', async () => refused(zip((await lines()).slice(0, 50)), 'not complete'));

  test('from a file with a missing row', async () => {
    const all = await lines();
    await refused(zip([...all.slice(0, 100), ...all.slice(101)]), 'does not contain the number of rows');
  });

  test('from a file with a corrupt byte', async () => {
    const whole = Buffer.from(await readFile(file));
    whole.writeUInt8(whole.readUInt8(whole.length - 3) ^ 0xff, whole.length - 3);
    await refused(whole, 'damaged');
  });

  test.each([
    ['garbage', 'is damaged or not a backup'],
    ['', 'not complete'],
  ])('from %j', async (content, message) => refused(content, message));

  test('from other gzip files', async () => {
    await refused(gzipSync('hello\n'), 'not a backup');
    await refused(gzipSync(''), 'not a backup');
    await refused(gzipSync('{"format":"postern-backup","version":2}\n'), 'not a backup of this version');
  });

  test('from a file that does not exist', async () => {
    await expect(restore(await emptyDatabase(), join(folder, 'none'))).rejects.toThrow('There is no file');
  });
});

const changed = async (change: (lines: string[]) => string[]) => {
  const target = join(folder, `${Math.random()}.backup`);
  await writeFile(
    target,
    gzipSync(
      change(
        gunzipSync(await readFile(file))
          .toString('utf8')
          .split('\n'),
      ).join('\n'),
    ),
  );
  await chmod(target, 0o600);
  return target;
};

describe('rejects a restore', () => {
  test('into a database that has tenants', async () => {
    const before = await dumpTables(app.address);
    await expect(restore(app.address, file)).rejects.toThrow('already contains tenants');
    expect(await dumpTables(app.address)).toEqual(before);
  });

  const isEmpty = async (address: DatabaseAddress) =>
    (await asOwner(address, 'select from tenants union all select from logs')).length === 0;

  test('from a backup of another version', async () => {
    const target = await changed(([header = '', ...rest]) => [header.replace('0001_', '0000_'), ...rest]);
    const address = await migratedDatabase();
    await expect(restore(address, target)).rejects.toThrow('another version');
    expect(await isEmpty(address)).toBe(true);
  });

  test('completely when one row violates a constraint', async () => {
    const target = await changed((lines) =>
      lines.map((line) => (line.startsWith('["users",') ? line.replace('"default"', '"nowhere"') : line)),
    );
    const address = await migratedDatabase();
    await expect(restore(address, target)).rejects.toThrow(/foreign key/);
    expect(await isEmpty(address)).toBe(true);
  });
});

test('treats SQL in the header as a name', async () => {
  const target = await changed(([header = '', ...rest]) => [
    header.replace('"name":"logs_2025_02"', `"name":"x\\" partition of logs default; drop table users; --"`),
    ...rest,
  ]);
  const address = await migratedDatabase();
  await restore(address, target);
  expect((await asOwner(address, 'select from users')).length).toBe(3000);
});
