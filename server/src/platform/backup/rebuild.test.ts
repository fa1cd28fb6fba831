import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '#platform/migrations/migrate';
import { type RegionDatabase, regionDatabase } from '#testing/regions';
import { verifyFile } from './backup-file.ts';
import { rebuild } from './rebuild.ts';

/** A database with rows that applied another text of its last migration: the given statements besides those of today. */
async function databaseWith(statements: string): Promise<RegionDatabase> {
  const database = await regionDatabase();
  onTestFinished(database.drop);
  await database.rows(`insert into tenants (id, name) values ('mine', 'Mine')`);
  await database.rows(
    `insert into users (tenant_id, id, username, custom_data)
     select 'mine', 'u' || n, 'user' || n, '{"big": 12345678901234567890}' from generate_series(1, 2500) n`,
  );
  await database.rows(statements);
  await database.rows(
    `update schema_migrations set checksum = 'of another text' where name = (select max(name) from schema_migrations)`,
  );
  return database;
}

async function rebuildOf({ url }: RegionDatabase, released: string) {
  const folder = await mkdtemp(join(tmpdir(), 'postern-rebuild-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const lines: string[] = [];
  const isNew = await rebuild({ connectionString: url }, folder, (line) => lines.push(line), released);
  return { isNew, lines, files: (await readdir(folder)).map((name) => join(folder, name)) };
}

test('a migration of no release that was edited is applied again, and rows that fit stay', async () => {
  const database = await databaseWith(`
    alter table users add column shoe_size int;
    create table drafts (id int);
    insert into drafts values (1), (2);
    alter table roles alter column name drop not null;
    insert into roles (tenant_id, id, name, description) values ('mine', 'nameless', null, '');`);
  const { isNew, lines, files } = await rebuildOf(database, '0001');
  expect(isNew).toBe(true);
  expect(await database.rows('select count(*)::int as users, min(custom_data::text) as data from users')).toEqual([
    { users: 2500, data: '{"big": 12345678901234567890}' },
  ]);
  expect(await database.rows(`select from information_schema.columns where column_name = 'shoe_size'`)).toEqual([]);
  expect(lines).toContain('Rows of drafts were not copied: the table is gone.');
  expect(lines.join('\n')).toMatch(/Rows of roles were not copied: null value in column "name"/);
  expect(await migrate({ connectionString: database.url })).toBe(0);
  const [file = ''] = files;
  expect((await verifyFile(file)).counts).toMatchObject({ users: 2500, drafts: 2, roles: 1 });
  expect((await rebuildOf(database, '0001')).isNew).toBe(false);
});

test('a changed migration of a release is left to the start, which refuses it', async () => {
  const database = await databaseWith('select 1');
  expect(await rebuildOf(database, '9999')).toEqual({ isNew: false, lines: [], files: [] });
  await expect(migrate({ connectionString: database.url })).rejects.toThrow('was changed after it had been applied');
});
