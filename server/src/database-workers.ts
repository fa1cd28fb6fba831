import type { App, Feature } from './platform/app.ts';
import type { Db } from './platform/db/db.ts';
import { mergeAges, type QueueAge } from './platform/jobs/job-ages.ts';
import { type EndedBy, type Job, type JobHandler, recurring, startJobs } from './platform/jobs/jobs.ts';
import { type OutboxEvent, startOutbox, type Worker } from './platform/jobs/outbox.ts';

/** `of` returns the worker of a region's database, or of the home database. */
type Workers = DatabaseWorker & { of(region?: string): DatabaseWorker | undefined };

/** `isAlive`: whether it still looks for jobs. `ages`: the queues with jobs that are due. */
type DatabaseWorker = Worker & { isAlive(): boolean; ages(): Promise<QueueAge[]> };

const subscribersOf = (app: App, features: Feature[]) =>
  features.flatMap(({ subscribers = [] }) =>
    subscribers.map((one) => ({ ...one, handle: (db: Db, events: OutboxEvent[]) => one.handle(db, events, app) })),
  );

const handlersOf = (app: App, features: Feature[]): JobHandler[] =>
  features.flatMap(({ jobs = [], queues = [] }) => [
    ...jobs
      .map((job) => ({ ...job, run: (db: Db, region?: string) => job.run(db, app, region) }))
      .map(recurring(app.tenancy.system)),
    ...queues
      .filter(({ isOn }) => isOn?.(app) ?? true)
      .map(({ run, onEnd, ...one }) => ({
        ...one,
        run: (job: Job, region?: string) => run(job, app, region),
        ...(onEnd ? { onEnd: (job: Job, why: EndedBy, region?: string) => onEnd(job, why, app, region) } : {}),
      })),
  ]);

/** Delivers the events of one database and runs its jobs. */
function startWorker(app: App, features: Feature[], region?: string): DatabaseWorker {
  const { tenancy, log, metrics } = app;
  const shared = { tenancy, log, metrics, ...(region === undefined ? {} : { region }) };
  const outbox = startOutbox({ ...shared, subscribers: subscribersOf(app, features) });
  const jobs = startJobs({ ...shared, handlers: handlersOf(app, features), onEvents: outbox.wake });
  return {
    wake() {
      outbox.wake();
      jobs.wake();
    },
    async drain() {
      let total = await outbox.drain();
      // A job may emit events, and their subscribers may add jobs.
      for (let more = true; more; ) {
        await jobs.drain();
        const delivered = await outbox.drain();
        total += delivered;
        more = delivered > 0;
      }
      return total;
    },
    isAlive: jobs.isAlive,
    ages: jobs.ages,
    async stop() {
      await jobs.stop();
      await outbox.stop();
    },
  };
}

/**
 * Starts a worker for the home database and one per regional database. Cloud features handle the list of tenants, their
 * members and billing, which only the home database has.
 */
export function startRegionWorkers(
  app: App,
  features: { core: Feature[]; cloud: Feature[] },
  regions: string[],
): Workers {
  const inRegions = [
    ...features.core,
    ...features.cloud.map(({ name, jobs = [], queues = [] }) => ({
      name,
      jobs: jobs.filter((job) => job.inRegions),
      queues: queues.filter((queue) => queue.inRegions),
    })),
  ];
  const home = startWorker(app, [...features.core, ...features.cloud]);
  const others = new Map(regions.map((region) => [region, startWorker(app, inRegions, region)]));
  const all = [home, ...others.values()];
  return {
    of: (region) => (region === undefined ? home : others.get(region)),
    wake() {
      for (const worker of all) {
        worker.wake();
      }
    },
    isAlive: home.isAlive,
    ages: async () => mergeAges((await Promise.all(all.map((worker) => worker.ages()))).flat()),
    drain: async () => (await Promise.all(all.map((worker) => worker.drain()))).reduce((sum, one) => sum + one, 0),
    async stop() {
      await Promise.all(all.map((worker) => worker.stop()));
    },
  };
}
