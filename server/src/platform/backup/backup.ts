import pg from 'pg';
import { clientOptions, type DatabaseAddress, locks } from '#platform/db/db';
import { migrate } from '#platform/migrations/migrate';
import { BackupError, type Counts, type Header, readRows, verifyFile, writeFile } from './backup-file.ts';
import { batchBytes, createInserter, maxBatch } from './insert-rows.ts';
import { withoutTriggers } from './pause-triggers.ts';
import { type Partition, readMigrations, readPartitions, readTables, type Table } from './read-catalog.ts';

export { BackupError } from './backup-file.ts';

const quote = (name: string) => pg.escapeIdentifier(name);
const total = (counts: Counts) => Object.values(counts).reduce((sum, count) => sum + count, 0);

export async function inTransaction<T>(
  address: DatabaseAddress,
  begin: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(clientOptions(address, 'postern-backup'));
  // A lost connection also rejects the running query, so this event needs no handling.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(begin);
    // The text format of values must not depend on settings of the server or the role.
    await client.query("set local timezone to 'UTC'; set local datestyle to 'ISO'; set local bytea_output to 'hex'");
    const result = await work(client);
    await client.query('commit');
    return result;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Reads the rows of a table as lines through a cursor, so that memory holds only one batch. */
async function* readTable(client: pg.Client, table: Table, counts: Counts): AsyncGenerator<string> {
  const values = table.columns.map(({ name }) => `${quote(name)}::text`).join(', ');
  await client.query(
    `declare all_rows no scroll cursor for select json_build_array(${values})::text as line from ${quote(table.name)}`,
  );
  counts[table.name] = 0;
  // Rows may hold megabytes of JSON: start with a small batch, then choose the size by the size of the rows.
  for (let size = 10; ; ) {
    const { rows } = await client.query<{ line: string }>(`fetch forward ${size} from all_rows`);
    const text = rows.map(({ line }) => `[${JSON.stringify(table.name)},${line}]\n`).join('');
    counts[table.name] = (counts[table.name] ?? 0) + rows.length;
    yield text;
    if (rows.length < size) {
      break;
    }
    size = Math.max(1, Math.min(maxBatch, Math.floor((batchBytes * rows.length) / text.length)));
  }
  await client.query('close all_rows');
}

export type BackupSummary = { tables: number; rows: number };

/**
 * Writes every row of every tenant to a file, as a snapshot, while servers run. Excludes stored files, and sequences,
 * which a restore sets.
 */
export async function backup(address: DatabaseAddress, file: string): Promise<BackupSummary> {
  return inTransaction(address, 'begin isolation level repeatable read read only', async (client) => {
    const [migrations, tables, partitions] = [
      await readMigrations(client),
      await readTables(client),
      await readPartitions(client),
    ];
    const header: Header = {
      format: 'postern-backup',
      version: 1,
      createdAt: new Date().toISOString(),
      migrations,
      tables: tables.map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) })),
      partitions,
    };
    const counts: Counts = {};
    async function* rows() {
      for (const table of tables) {
        yield* readTable(client, table, counts);
      }
    }
    await client.query('set local role postern_system');
    await writeFile(file, header, rows(), counts);
    return { tables: tables.length, rows: total(counts) };
  });
}

async function hasTenants(client: pg.Client): Promise<boolean> {
  const { rows: known } = await client.query<{ exists: boolean }>(
    "select to_regclass('tenants') is not null as exists",
  );
  return known[0]?.exists === true && (await client.query('select from tenants limit 1')).rowCount !== 0;
}

async function requireSameShape(client: pg.Client, header: Header): Promise<Table[]> {
  if (JSON.stringify(await readMigrations(client)) !== JSON.stringify(header.migrations)) {
    throw new BackupError('The backup was made by another version of Postern: restore it with that one, then upgrade.');
  }
  const tables = await readTables(client);
  const shape = tables.map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) }));
  if (JSON.stringify(shape) !== JSON.stringify(header.tables)) {
    throw new BackupError('The tables of the backup are not those of this database.');
  }
  return tables;
}

/** Without partitions, rows of past months would all be in the default partition, and no month could be dropped. */
export async function createPartitions(client: pg.Client, partitions: Partition[], tables: Table[]): Promise<void> {
  for (const { table, name, from, to } of partitions) {
    // Names come from a file and must not be executed as SQL: format() quotes them, and the table must be a known one.
    if (!tables.some((known) => known.name === table)) {
      throw new BackupError(`There is no table ${table}.`);
    }
    const { rows } = await client.query<{ text: string }>(
      `select format('create table if not exists %I partition of %I for values from (%L) to (%L)',
        $1::text, $2::text, $3::text, $4::text) as text`,
      [name, table, from, to],
    );
    await client.query(rows[0]?.text ?? '');
  }
}

/** Removes rows that migrations insert, such as plans: the backup has its own, which an operator may have changed. */
export async function removeSeed(client: pg.Client, tables: Table[]): Promise<void> {
  for (const { name } of tables.toReversed()) {
    await client.query(`delete from ${quote(name)}`);
  }
}

async function requireCounts(client: pg.Client, tables: Table[], counts: Counts): Promise<void> {
  for (const { name } of tables) {
    const { rows } = await client.query<{ count: number }>(`select count(*) as count from ${quote(name)}`);
    if (rows[0]?.count !== counts[name]) {
      throw new BackupError(
        `${name} would hold ${rows[0]?.count} rows instead of ${counts[name]}. Nothing was restored.`,
      );
    }
  }
}

/**
 * Numbers of a sequence order changes, also in the database of a region, which is not restored: they continue above all
 * earlier ones, at the current time in microseconds.
 */
export const advanceSequences = `select setval(c.oid::regclass, (extract(epoch from clock_timestamp()) * 1000000)::bigint)
  from pg_class c where c.relkind = 'S' and c.relnamespace = 'public'::regnamespace`;

/** As the triggers would: nodes drop what they know about a tenant. */
const announceTenants = `select pg_notify('postern_tenant_changed', id) from tenants`;

/** Restores a backup into a database without tenants, completely or not at all. Verifies the file first. */
export async function restore(address: DatabaseAddress, file: string): Promise<BackupSummary> {
  const { header, counts } = await verifyFile(file);
  const refuseTenants = async (client: pg.Client) => {
    if (await hasTenants(client)) {
      throw new BackupError('This database already contains tenants. Restore into an empty database.');
    }
  };
  await inTransaction(address, 'begin read only', refuseTenants);
  await migrate(address);
  await inTransaction(address, 'begin', async (client) => {
    const tables = await requireSameShape(client, header);
    // A server that starts now waits until the restore is done before it creates its first tenants, and then finds
    // them.
    await client.query('select pg_advisory_xact_lock($1)', [locks.firstTenants]);
    await refuseTenants(client);
    await createPartitions(client, header.partitions, tables);
    await withoutTriggers(client, async () => {
      await client.query('set local role postern_system');
      await removeSeed(client, tables);
      const inserter = createInserter(client, tables);
      await readRows(file, (row) => inserter.add(row));
      await inserter.flush();
      await requireCounts(client, tables, counts);
      await client.query(announceTenants);
      await client.query('reset role');
    });
    await client.query(advanceSequences);
  });
  return { tables: header.tables.length, rows: total(counts) };
}
