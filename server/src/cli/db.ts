import { resolve } from 'node:path';
import { backup, restore } from '../platform/backup.ts';
import { migrate, migrationStates } from '../platform/migrate.ts';
import type { Command, Input } from './command.ts';
import { withChosenDatabase } from './connect.ts';

/** npm runs scripts in the project folder; a relative path refers to the operator's current folder. */
const pathOf = ({ args, environment }: Input) => resolve(environment.INIT_CWD ?? '.', args[0] ?? '');
/** A region may have its own database. */
const options = { region: { value: 'R' } };
const number = (value: number) => value.toLocaleString('en');

export const dbCommands: Command[] = [
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
