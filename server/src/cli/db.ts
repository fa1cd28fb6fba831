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
    summary: 'Bring the database up to date.',
    options,
    run: (input) =>
      withChosenDatabase(input, async (address) => {
        const count = await migrate(address, (name) => input.print(`Applied ${name}`));
        input.print(count === 0 ? 'The database is up to date.' : 'The database is up to date now.');
      }),
  },
  {
    name: 'db status',
    summary: 'Show which migrations were applied.',
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
    summary: 'Write all tenants to a file, as they are at one moment. Servers may run meanwhile.',
    args: ['file'],
    options,
    details: `The file holds secrets and signing keys: it is made readable for you alone.
Uploaded files and the key of stored secrets are not in it: copy DATA_DIR/files, or the bucket, and
DATA_DIR/vault.key, or SECRET_VAULT_KEK, as well. Tenants in regions with databases of their own are in the backups
that --region makes of these.`,
    run: (input) =>
      withChosenDatabase(input, async (address) => {
        const file = pathOf(input);
        const { rows, tables } = await backup(address, file);
        input.print(`Saved ${number(rows)} rows of ${tables} tables to ${file}`);
      }),
  },
  {
    name: 'db restore',
    summary: 'Fill an empty database from a backup: everything, or nothing when something is wrong.',
    args: ['file'],
    options,
    details: `The database must have no tenants, so restore before the first start of a server on it.
The backup must come from the same version of Postern.`,
    run: (input) =>
      withChosenDatabase(input, async (address) => {
        const { rows, tables } = await restore(address, pathOf(input));
        input.print(`Restored ${number(rows)} rows of ${tables} tables.`);
      }),
  },
];
