import type { App } from '#platform/app';
import type { Db } from '#platform/db';
import { emit } from '#platform/events';
import { insertJob, type JobRow, type NewJob } from './store.ts';

/**
 * Creates and queues a job. Opens its own transaction, so call it from `respond`. A function can query the database
 * first, in the same transaction.
 */
export async function startUserJob(
  app: App,
  tenantId: string,
  job: NewJob | ((db: Db) => Promise<NewJob>),
): Promise<JobRow> {
  return app.tenancy.write(tenantId, async (db) => {
    const row = await insertJob(db, typeof job === 'function' ? await job(db) : job);
    await emit(db, { name: 'UserJob.Created', subjectId: row.id, data: { kind: row.kind, by: row.createdBy } });
    return row;
  });
}
