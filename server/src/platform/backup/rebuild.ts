import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { type DatabaseAddress, withDatabase } from '#platform/db/db';
import { migrate, readMigrations, withClient } from '#platform/migrations/migrate';
import { releases } from '#platform/migrations/rollback';
import { advanceSequences, backup, createPartitions, inTransaction, removeSeed } from './backup.ts';
import { type Header, readRows, verifyFile } from './backup-file.ts';
import { createInserter } from './insert-rows.ts';
import { withoutTriggers } from './pause-triggers.ts';
import { readTables, type Table } from './read-catalog.ts';

const lastReleased = releases.at(-1)?.lastMigration ?? '';
const quote = (name: string) => pg.escapeIdentifier(name);

/** Applied migrations of no release whose file has changed since, or is gone. */
async function findChangedMigrations(address: DatabaseAddress, released: string): Promise<string[]> {
  const { files, applied } = await withClient(address, readMigrations);
  const checksums = new Map(files.map(({ name, checksum }) => [name, checksum]));
  return [...applied]
    .filter(([name, checksum]) => name.endsWith('.sql') && name > released && checksums.get(name) !== checksum)
    .map(([name]) => name)
    .sort();
}

/** For each table of the backup that still exists: its columns that still exist, and their places in a row. */
function fit(header: Header, tables: Table[]): Map<string, { table: Table; places: number[] }> {
  return new Map(
    header.tables.flatMap(({ name, columns }) => {
      const now = tables.find((table) => table.name === name);
      const left = now?.columns.filter((column) => columns.includes(column.name)) ?? [];
      const places = left.map((column) => columns.indexOf(column.name));
      return left.length > 0 ? [[name, { table: { name, columns: left }, places }]] : [];
    }),
  );
}

/** Copies the rows of a backup into other tables, as far as they fit. Returns a sentence for each table with rows that do not. */
async function fill(address: DatabaseAddress, file: string): Promise<string[]> {
  const { header } = await verifyFile(file);
  const problems = new Map<string, string>();
  await inTransaction(address, 'begin', async (client) => {
    const tables = await readTables(client);
    const fitting = fit(header, tables);
    await createPartitions(client, header.partitions, tables);
    await withoutTriggers(client, async () => {
      await client.query('set local role postern_system');
      await removeSeed(client, tables);
      const present = [...fitting.values()].map(({ table }) => table);
      const inserter = createInserter(client, present, async (name, insert) => {
        await client.query('savepoint batch');
        try {
          await insert();
          await client.query('release savepoint batch');
        } catch (error) {
          problems.set(name, (error as Error).message);
          await client.query('rollback to savepoint batch');
        }
      });
      await readRows(file, async ([name, values]) => {
        const known = fitting.get(name);
        if (known) {
          await inserter.add([name, known.places.map((place) => values[place] ?? null)]);
        } else {
          problems.set(name, 'the table is gone');
        }
      });
      await inserter.flush();
      await client.query('reset role');
    });
    await client.query(advanceSequences);
  });
  return [...problems].map(([name, reason]) => `Rows of ${name} were not copied: ${reason}.`);
}

const nameOf = (address: DatabaseAddress) =>
  'connectionString' in address
    ? decodeURIComponent(new URL(address.connectionString).pathname.slice(1))
    : address.database;

const backupName = (date: Date) => `before-changed-migration-${date.toISOString().replaceAll(/[:.]/g, '-')}.backup`;

async function forgetOldBackups(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /^before-changed-migration-.*\.backup$/.test(name)).sort();
  await Promise.all(names.slice(0, -keptBackups).map((name) => rm(join(folder, name))));
}

const keptBackups = 3;

/**
 * For development: makes a database new that has applied another text of a migration, if no release contains that
 * migration. All migrations run in an empty database beside it, which then gets the rows and the name of the old one. The
 * rows are also kept in a backup. Returns whether there was such a migration. Nothing may be connected to the database.
 */
export async function rebuild(
  address: DatabaseAddress,
  folder: string,
  print: (line: string) => void,
  released: string = lastReleased,
): Promise<boolean> {
  const changed = await findChangedMigrations(address, released);
  if (changed.length === 0) {
    return false;
  }
  const name = nameOf(address);
  const [scratch, old] = [`${name}_scratch`, `${name}_old`];
  const server = withDatabase(address, 'postgres');
  const file = join(folder, backupName(new Date()));
  print(`${changed.join(', ')}: changed since it was applied. Applying all migrations again in a new database`);
  // A migration that is being written may not have granted anything yet.
  await withClient(address, (client) => client.query('grant select on all tables in schema public to postern_system'));
  await backup(address, file);
  await withClient(server, async (client) => {
    await client.query(`drop database if exists ${quote(scratch)}`);
    await client.query(`create database ${quote(scratch)}`);
  });
  try {
    await migrate(withDatabase(address, scratch));
    for (const problem of await fill(withDatabase(address, scratch), file)) {
      print(problem);
    }
    await withClient(server, async (client) => {
      await client.query(`drop database if exists ${quote(old)}`);
      await client.query(`alter database ${quote(name)} rename to ${quote(old)}`);
      await client.query(`alter database ${quote(scratch)} rename to ${quote(name)}`);
      await client.query(`drop database ${quote(old)}`);
    });
  } finally {
    await withClient(server, (client) => client.query(`drop database if exists ${quote(scratch)}`));
  }
  print(`All rows as they were before are in ${file}`);
  await forgetOldBackups(folder);
  return true;
}
