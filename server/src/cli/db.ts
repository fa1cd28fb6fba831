import { resolve } from 'node:path';
import { backup, restore } from '#platform/backup/backup';
import { migrate, migrationStates } from '#platform/migrations/migrate';
import { checkUpgrade, type Preflight } from '#platform/migrations/preflight';
import { CliError, type Command, type Input } from './command.ts';
import { withChosenDatabase } from './connect.ts';
import { printTable } from './print-table.ts';
import { rollbackCommand } from './rollback.ts';

/** npm runs scripts in the project folder; a relative path refers to the operator's current folder. */
const pathOf = ({ args, environment }: Input) => resolve(environment.INIT_CWD ?? '.', args[0] ?? '');
/** A region may have its own database. */
const options = { region: { value: 'R' } };
const number = (value: number) => value.toLocaleString('en');

const megabytes = (bytes: number) => `${number(Math.ceil(bytes / 1024 / 1024))} MB`;

/** One row per table and action, of all pending migrations. */
function printEffects({ pending, sizes }: Preflight): string {
  const rows = pending.flatMap((migration) =>
    migration.effects.map(({ table, action, lock }) => {
      const size = sizes.get(table);
      return [migration.name, table, action, lock, size ? number(size.rows) : '–', size ? megabytes(size.bytes) : '–'];
    }),
  );
  return printTable(['Migration', 'Table', 'Action', 'Blocks', 'Rows', 'Size'], rows);
}

/** Seconds after which an open transaction is worth a line. */
const longTransaction = 10;

function reportUpgrade(found: Preflight, print: (line: string) => void): void {
  const { pending, unknown, oldestTransaction } = found;
  if (unknown.length > 0) {
    print(`A newer release has migrated this database: ${unknown.join(', ')}.`);
  }
  print(pending.length === 0 ? 'No migrations are pending.' : `Pending migrations: ${pending.length}`);
  for (const { name, effects, hasCode } of pending) {
    print(`  ${name}${effects.length === 0 ? ': changes no existing table' : ''}${hasCode ? ' (also runs code)' : ''}`);
  }
  if (pending.some(({ effects }) => effects.length > 0)) {
    print(printEffects(found));
  }
  if (pending.length > 0 && oldestTransaction > longTransaction) {
    print(`A transaction has been open for ${oldestTransaction} seconds. Migrations that need its tables wait for it.`);
  }
}

export const dbCommands: Command[] = [
  {
    name: 'db preflight',
    summary: 'Show what an upgrade to this release will do to the database. Changes nothing.',
    options,
    details: `Run it with the new release before you start it. "Blocks" says what waits while a statement runs:
all access, writes, or changes of the same rows. Rows and sizes are estimates of PostgreSQL.
The list is read from the text of the migrations; code in them is not analyzed. Indexes of tables with more than
8 MB are built without blocking writes, and statements that wait for a lock are repeated after 300 ms.`,
    run: (input) =>
      withChosenDatabase(input, async (address) => {
        const found = await checkUpgrade(address);
        reportUpgrade(found, input.print);
        if (found.changed.length > 0) {
          throw new CliError(`Files of applied migrations were changed: ${found.changed.join(', ')}. Restore them.`);
        }
      }),
  },
  {
    name: 'db migrate',
    summary: 'Apply pending migrations to the database.',
    options,
    run: (input) =>
      withChosenDatabase(input, async (address) => {
        const count = await migrate(address, (name) => input.print(`Applied ${name}`));
        input.print(count === 0 ? 'The database is up to date.' : 'The database is up to date now.');
      }),
  },
  rollbackCommand,
  {
    name: 'db status',
    summary: 'Show the status of all migrations.',
    options,
    run: (input) =>
      withChosenDatabase(input, async (address) => {
        for (const { name, appliedAt } of await migrationStates(address)) {
          input.print(
            `${name}  ${appliedAt === undefined ? 'not applied' : `applied ${new Date(appliedAt).toISOString()}`}`,
          );
        }
      }),
  },
  {
    name: 'db backup',
    summary: 'Write a consistent backup of all tenants to a file. Servers can keep running.',
    args: ['file'],
    options,
    details: `The file contains secrets and signing keys, so only you can read it.
It does not contain uploaded files or the key of stored secrets. Also copy DATA_DIR/files or the bucket, and
DATA_DIR/vault.key or SECRET_VAULT_KEK. If a region has its own database, back it up with --region.`,
    run: (input) =>
      withChosenDatabase(input, async (address) => {
        const file = pathOf(input);
        const { rows, tables } = await backup(address, file);
        input.print(`Saved ${number(rows)} rows of ${tables} tables to ${file}`);
      }),
  },
  {
    name: 'db restore',
    summary: 'Restore a backup into an empty database. If an error occurs, nothing is restored.',
    args: ['file'],
    options,
    details: `The database must not contain tenants. Restore it before you start a server with it.
The backup must come from the same version of Postern.`,
    run: (input) =>
      withChosenDatabase(input, async (address) => {
        const { rows, tables } = await restore(address, pathOf(input));
        input.print(`Restored ${number(rows)} rows of ${tables} tables.`);
      }),
  },
];
