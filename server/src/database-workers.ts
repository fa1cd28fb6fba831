import type { App, Feature } from './platform/app.ts';
import type { Db } from './platform/db.ts';
import { type OutboxEvent, startWorker, type Worker } from './platform/jobs.ts';

/** `of`: the worker of a region's own database, or of the home database. */
type Workers = Worker & { of(region?: string): Worker | undefined };

/**
 * A worker for the home database and one for each region's own. What the cloud edition adds is about the directory of
 * tenants, their members and bills, which only the home database has.
 */
export function startRegionWorkers(
  app: App,
  features: { core: Feature[]; cloud: Feature[] },
  regions: string[],
): Workers {
  const start = (chosen: Feature[], region?: string) =>
    startWorker({
      tenancy: app.tenancy,
      log: app.log,
      metrics: app.metrics,
      ...(region === undefined ? {} : { region }),
      subscribers: chosen.flatMap(({ subscribers = [] }) =>
        subscribers.map((one) => ({ ...one, handle: (db: Db, events: OutboxEvent[]) => one.handle(db, events, app) })),
      ),
      jobs: chosen.flatMap(({ jobs = [] }) =>
        jobs.map((job) => ({ ...job, run: (db: Db, at?: string) => job.run(db, app, at) })),
      ),
    });
  const inRegions = [
    ...features.core,
    ...features.cloud.map(({ name, jobs = [] }) => ({ name, jobs: jobs.filter((job) => job.inRegions) })),
  ];
  const home = start([...features.core, ...features.cloud]);
  const others = new Map(regions.map((region) => [region, start(inRegions, region)]));
  const all = [home, ...others.values()];
  return {
    of: (region) => (region === undefined ? home : others.get(region)),
    wake() {
      for (const worker of all) {
        worker.wake();
      }
    },
    drain: async () => (await Promise.all(all.map((worker) => worker.drain()))).reduce((sum, one) => sum + one, 0),
    stop: async () => void (await Promise.all(all.map((worker) => worker.stop()))),
  };
}
