import { RegionUnavailable } from '#platform/db/region-database';
import { errorBody, toAppError } from '#platform/http/http';
import { adminCommands } from './admin.ts';
import { appCommands } from './app.ts';
import { auditCommands } from './audit.ts';
import { booksCommands } from './books.ts';
import { CliError, type Command, readInput, usageOf } from './command.ts';
import { dbCommands } from './db.ts';
import { doctorCommands } from './doctor.ts';
import { importCommands } from './import.ts';
import { jobsCommands } from './jobs.ts';
import { keysCommands } from './keys.ts';
import { operatorCommands } from './operator.ts';
import { planCommands } from './plan.ts';
import { tenantCommands } from './tenant.ts';
import { vaultCommands } from './vault.ts';

const commands: Command[] = [
  ...dbCommands,
  ...adminCommands,
  ...appCommands,
  ...tenantCommands,
  ...planCommands,
  ...booksCommands,
  ...importCommands,
  ...operatorCommands,
  ...keysCommands,
  ...jobsCommands,
  ...auditCommands,
  ...vaultCommands,
  ...doctorCommands,
];

export type Surroundings = {
  environment: Record<string, string | undefined>;
  print(line: string): void;
  complain(line: string): void;
};

function printHelp(chosen: string, print: (line: string) => void): void {
  const shown = commands.filter(({ name }) => name === chosen || name.startsWith(`${chosen} `) || chosen === '');
  print('Usage: npm run cli -- <command>\n');
  for (const command of shown) {
    const details = command.name === chosen && command.details ? [command.details] : [];
    print([usageOf(command), command.summary, ...details].join('\n').replaceAll('\n', '\n    '));
  }
  print(
    '\nCommands work while the server runs or is stopped. Use the same environment variables as the server (DATA_DIR, DATABASE_URL, …).',
  );
}

async function run(given: string[], { environment, print }: Surroundings): Promise<void> {
  const [first = '', second = ''] = given;
  const isHelp = given.some((word) => word === '--help' || word === '-h');
  const command = commands.find(({ name }) => name === first || name === `${first} ${second}`);
  const group = commands.some(({ name }) => name.startsWith(`${first} `)) ? first : undefined;
  if (isHelp || given.length === 0) {
    printHelp(command?.name ?? group ?? '', print);
    return;
  }
  if (!command) {
    const known = group
      ? commands.filter(({ name }) => name.startsWith(`${group} `)).map(({ name }) => name)
      : [...new Set(commands.map(({ name }) => name.split(' ')[0]))];
    throw new CliError(
      `There is no command ${[first, ...(group ? [second] : [])].join(' ').trim()}. Available commands: ${known.join(', ')}. See --help.`,
    );
  }
  await command.run(readInput(command, given.slice(command.name.split(' ').length), { environment, print }));
}

/** One line without a stack. Database errors are mapped to API errors. */
function describe(error: unknown): string {
  if (error instanceof RegionUnavailable) {
    return `The region ${error.region} cannot be reached. Nothing is lost. Check its database, and run the command again.`;
  }
  const known = toAppError(error);
  const message = known ? errorBody(known, ['en']).message : error instanceof Error ? error.message : String(error);
  const { code = '' } = error as { code?: string };
  return (message || code || 'The command failed.').replaceAll('\n', ' ');
}

/** Runs a command and returns the exit code. */
export async function runCli(given: string[], surroundings: Surroundings): Promise<number> {
  try {
    await run(given, surroundings);
    return 0;
  } catch (error) {
    surroundings.complain(describe(error));
    return 1;
  }
}
