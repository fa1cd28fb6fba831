import type { DomainEvent, EventName } from '@postern/contracts/events';
import { type JobOverview, type JobQueue, type ListedJob, maxListedJobs } from '@postern/contracts/operations/jobs';
import { adminTenantId, defaultTenantId } from '@postern/contracts/wire';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { isRegionUnavailable } from '#platform/db/region-database';
import { emitAs } from '#platform/jobs/events';
import { listQueueAges } from '#platform/jobs/job-ages';
import {
  cancelJob,
  countQueues,
  deadJobs,
  findJob,
  type ListedJob as JobRow,
  retryingJobs,
  retryJob,
  retryQueue,
  runningJobs,
} from '#platform/jobs/job-lists';

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

async function readQueues(db: Db): Promise<JobQueue[]> {
  const dueAt = new Map((await listQueueAges(db)).map((age) => [age.queue, age.dueAt]));
  return (await countQueues(db)).map((queue) => ({ ...queue, oldestDueAt: dueAt.get(queue.name) ?? null }));
}

const earliest = (times: (number | null)[]): number | null => {
  const known = times.filter((time) => time !== null);
  return known.length > 0 ? Math.min(...known) : null;
};

const readOne = async (db: Db) => ({
  queues: await readQueues(db),
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
      more: [...new Set(some.flatMap(({ more }) => more))],
      oldestDueAt: earliest(some.map(({ oldestDueAt }) => oldestDueAt)),
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

/** In the cloud edition the log of the operators, which is that of the admin tenant. */
const logOf = ({ config }: Databases) => (config.edition === 'cloud' ? adminTenantId : defaultTenantId);

const record = (app: Databases, db: Db, event: DomainEvent) => emitAs(db, logOf(app), event);

/**
 * Changes a job and adds the change to the audit log. Ids are unique across databases, so the first database that finds
 * the id has the job.
 */
async function changeAnywhere(
  app: Databases,
  id: string,
  work: (db: Db, id: string) => Promise<boolean>,
  name: EventName,
): Promise<boolean> {
  for (const region of databasesOf(app)) {
    const event = await app.tenancy.system(async (db): Promise<DomainEvent | undefined> => {
      const job = await findJob(db, id);
      if (!job || !(await work(db, id))) {
        return undefined;
      }
      const changed = { name, subjectId: id, data: { ...job, region: region ?? null } };
      if (region === undefined) {
        await record(app, db, changed);
      }
      return changed;
    }, region);
    if (event) {
      if (region !== undefined) {
        // The log is in the home database, which the transaction of a region cannot include.
        await app.tenancy.system((db) => record(app, db, event));
      }
      return true;
    }
  }
  return false;
}

export const retryAnywhere = (app: Databases, id: string) => changeAnywhere(app, id, retryJob, 'BackgroundJob.Retried');

export const cancelAnywhere = (app: Databases, id: string) =>
  changeAnywhere(app, id, cancelJob, 'BackgroundJob.Canceled');

export async function retryQueueEverywhere(app: Databases, queue: string): Promise<number> {
  const retryIn = (region: string) => app.tenancy.system((db) => retryQueue(db, queue), region);
  const inRegions = await Promise.all(app.tenancy.reachable().map(retryIn));
  return app.tenancy.system(async (db) => {
    const count = inRegions.reduce((sum, some) => sum + some, await retryQueue(db, queue));
    if (count > 0) {
      await record(app, db, { name: 'BackgroundJob.Queue.Retried', subjectId: queue, data: { count } });
    }
    return count;
  });
}
