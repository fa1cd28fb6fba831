import type { App, Feature } from '#platform/app';
import type { Job } from '#platform/jobs/jobs';
import { listExpired } from './log-retention.store.ts';
import { deleteLogsBefore } from './retention.store.ts';

const rowsPerStep = 2000;

/** Each step has its own transaction, so that a tenant with millions of old entries blocks nobody. */
export async function forgetOldLogs({ signal }: Pick<Job, 'signal'>, app: App, region?: string): Promise<undefined> {
  const { tenancy, vault } = app;
  for (const { tenantId, before } of await tenancy.system(listExpired, region)) {
    let erased = 1;
    while (erased > 0) {
      signal.throwIfAborted();
      erased = await tenancy.system((db) => deleteLogsBefore(db, vault, tenantId, before, rowsPerStep), region);
    }
  }
}

/** Deletes audit log entries that are older than the retention of their tenant's plan. */
export const logRetention: Feature = {
  name: 'log-retention',
  queues: [{ queue: 'log-retention.forget', everySeconds: 3600, maxAttempts: 1, inRegions: true, run: forgetOldLogs }],
};
