import { adminTenantId } from '@postern/contracts/wire';
import { appointOperator, dismissOperator, listOperators } from '#features/cloud/operators';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { asOperator } from './as-operator.ts';
import { CliError, type Command, type Input } from './command.ts';
import { withPlatform } from './connect.ts';
import { printTable } from './print-table.ts';

/** Works on the admin tenant, which holds the accounts of all console users. */
const withPeople = <T>({ environment, args: [who = ''] }: Input, work: (db: Db, who: string) => Promise<T>) =>
  withPlatform(environment, async ({ config, tenancy }) => {
    if (config.edition === 'oss') {
      throw new CliError('The open-source edition has no operators, because its administrators have full access.');
    }
    try {
      return await asOperator(() => tenancy.write(adminTenantId, (db) => work(db, who)));
    } catch (error) {
      throw error instanceof AppError && error.code === 'entity.not_found'
        ? new CliError(`There is no such user or operator: ${who}.`)
        : error;
    }
  });

async function add(input: Input): Promise<void> {
  const { person, isNew } = await withPeople(input, appointOperator);
  const name = person.username ?? person.primaryEmail ?? person.id;
  input.print(isNew ? `${name} is now an operator.` : `${name} was already an operator.`);
}

async function remove(input: Input): Promise<void> {
  const person = await withPeople(input, dismissOperator);
  input.print(`${person.username ?? person.primaryEmail ?? person.id} is no longer an operator.`);
}

async function list(input: Input): Promise<void> {
  const operators = await withPeople(input, listOperators);
  const cells = operators.map(({ id, username, primaryEmail, name }) => [
    id,
    username ?? '',
    primaryEmail ?? '',
    name ?? '',
  ]);
  input.print(input.json ? JSON.stringify(operators) : printTable(['ID', 'USERNAME', 'EMAIL', 'NAME'], cells));
}

export const operatorCommands: Command[] = [
  {
    name: 'operator add',
    summary: 'Make a user an operator of the installation (cloud edition).',
    args: ['username-or-email'],
    run: add,
  },
  {
    name: 'operator remove',
    summary: 'Remove an operator. Access ends immediately.',
    args: ['username-or-email'],
    run: remove,
  },
  { name: 'operator list', summary: 'List the operators of the installation.', hasJson: true, run: list },
];
