import { type JobOverview, type JobQueue, type ListedJob, maxListedJobs } from '@postern/contracts/records/jobs';
import type { App } from '#platform/app';
import type { Db } from '#platform/db';
import {
  cancelJob,
  countQueues,
  deadJobs,
  type ListedJob as JobRow,
  retryingJobs,
  retryJob,
  retryQueue,
  runningJobs,
} from '#platform/job-lists';
import { isRegionUnavailable } from '#platform/region-database';

type Databases = Pick<App, 'config' | 'tenancy'>;

/** The home database (undefined) first, then those of the reachable regions. */
const databasesOf = ({ tenancy }: Databases): (string | undefined)[] => [undefined, ...tenancy.reachable()];

const toListed = (row: JobRow, region: string | undefined): ListedJob => {
  const { id, queue, tenantId, state, attempts, lastError, dueAt, createdAt, deadAt, isCancelWanted } = row;
  return {
    id,
    queue,
    tenantId,
    region: region ?? null,
    state,
    attempts,
    lastError,
    dueAt,
    createdAt,
    deadAt,
    isCancelWanted,
  };
};

const readOne = async (db: Db) => ({
  queues: await countQueues(db),
  dead: await deadJobs(db, maxListedJobs),
  running: await runningJobs(db, maxListedJobs),
  retrying: await retryingJobs(db, maxListedJobs),
});

function addUp(all: JobQueue[]): JobQueue[] {
  const byName = Map.groupBy(all, ({ name }) => name);
  return [...byName]
    .map(([name, some]) => ({
      name,
      waiting: some.reduce((sum, { waiting }) => sum + waiting, 0),
      running: some.reduce((sum, { running }) => sum + running, 0),
      dead: some.reduce((sum, { dead }) => sum + dead, 0),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Jobs of all databases. Unreachable regions are listed separately. */
export async function readJobs(app: Databases): Promise<JobOverview> {
  const regions = app.config.regions.filter(({ databaseUrl }) => databaseUrl !== undefined);
  const found = await Promise.all(
    [undefined, ...regions.map(({ code }) => code)].map(async (region) => {
      try {
        return { region, jobs: await app.tenancy.system(readOne, region) };
      } catch (error) {
        if (region === undefined || !isRegionUnavailable(error)) {
          throw error;
        }
        return { region, jobs: undefined };
      }
    }),
  );
  const listed = (kind: 'dead' | 'running' | 'retrying', order: (job: ListedJob) => number) =>
    found
      .flatMap(({ region, jobs }) => jobs?.[kind].map((row) => toListed(row, region)) ?? [])
      .sort((a, b) => order(a) - order(b))
      .slice(0, maxListedJobs);
  return {
    queues: addUp(found.flatMap(({ jobs }) => jobs?.queues ?? [])),
    dead: listed('dead', ({ deadAt }) => -(deadAt ?? 0)),
    running: listed('running', ({ createdAt }) => createdAt),
    retrying: listed('retrying', ({ dueAt }) => dueAt),
    unreachable: regions
      .filter(({ code }) => found.some(({ region, jobs }) => region === code && !jobs))
      .map(({ name }) => name),
  };
}

/** Ids are unique across databases, so the first database that finds the id has the job. */
async function anywhere(app: Databases, work: (db: Db) => Promise<boolean>): Promise<boolean> {
  for (const region of databasesOf(app)) {
    if (await app.tenancy.system(work, region)) {
      return true;
    }
  }
  return false;
}

export const retryAnywhere = (app: Databases, id: string) => anywhere(app, (db) => retryJob(db, id));

export const cancelAnywhere = (app: Databases, id: string) => anywhere(app, (db) => cancelJob(db, id));

export async function retryQueueEverywhere(app: Databases, queue: string): Promise<number> {
  const counts = await Promise.all(
    databasesOf(app).map((region) => app.tenancy.system((db) => retryQueue(db, queue), region)),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}
