import { cancelAnywhere, retryAnywhere } from '#features/operations/jobs';
import { deadJobs, type ListedJob, runningJobs, waitingJobs } from '#platform/jobs/job-lists';
import type { Tenancy } from '#platform/tenancy/tenancy';
import { asOperator } from './as-operator.ts';
import { CliError, type Command, type Input } from './command.ts';
import { withPlatform } from './connect.ts';
import { printTable } from './print-table.ts';

const lists = { dead: deadJobs, running: runningJobs, waiting: waitingJobs };
const states = Object.keys(lists) as (keyof typeof lists)[];

/** The home database and those of the reachable regions. */
const databasesOf = (tenancy: Tenancy) => [undefined, ...tenancy.reachable()];

const cellsOf = ({
  id,
  queue,
  state,
  tenantId,
  attempts,
  dueAt,
  lastError,
  region,
}: ListedJob & { region?: string }) => [
  id,
  queue,
  state,
  tenantId ?? '–',
  region ?? 'home',
  String(attempts),
  Number.isFinite(dueAt) ? new Date(dueAt).toISOString() : '–',
  lastError ?? '',
];

async function list({ text, json, environment, print }: Input): Promise<void> {
  const wanted = states.filter((state) => text.state === undefined || text.state === state);
  if (wanted.length === 0) {
    throw new CliError(`--state is ${states.slice(0, -1).join(', ')} or ${states.at(-1)}.`);
  }
  await withPlatform(environment, async ({ tenancy }) => {
    const jobs: (ListedJob & { region?: string })[] = [];
    for (const region of databasesOf(tenancy)) {
      for (const state of wanted) {
        const found = await tenancy.system((db) => lists[state](db), region);
        jobs.push(...found.map((job) => ({ ...job, ...(region === undefined ? {} : { region }) })));
      }
    }
    const head = ['ID', 'QUEUE', 'STATE', 'TENANT', 'DATABASE', 'ATTEMPTS', 'DUE', 'LAST ERROR'];
    print(json ? JSON.stringify(jobs) : printTable(head, jobs.map(cellsOf)));
  });
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

async function change({ args: [id = ''], environment }: Input, work: typeof retryAnywhere): Promise<void> {
  if (!uuid.test(id)) {
    throw new CliError(`${id} is not a job ID. See: jobs list`);
  }
  if (!(await withPlatform(environment, (platform) => asOperator(() => work(platform, id))))) {
    throw new CliError(`There is no job ${id} in a suitable state. See: jobs list`);
  }
}

export const jobsCommands: Command[] = [
  {
    name: 'jobs list',
    summary: 'List failed, running and waiting background jobs, at most 200 of each.',
    options: { state: { value: states.join('|') } },
    hasJson: true,
    run: list,
  },
  {
    name: 'jobs retry',
    summary: 'Retry a failed or waiting job as soon as possible.',
    args: ['id'],
    run: async (input) => {
      await change(input, retryAnywhere);
      input.print('A server runs the job within 15 seconds.');
    },
  },
  {
    name: 'jobs cancel',
    summary: 'Cancel a job. Run the command again to delete a job in a queue that no server processes.',
    args: ['id'],
    run: async (input) => {
      await change(input, cancelAnywhere);
      input.print('A server cancels the job within 15 seconds.');
    },
  },
];
