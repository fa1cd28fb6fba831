import { userJobsApi } from '@postern/contracts/people/user-jobs';
import type { Db } from '#platform/db';
import { AppError } from '#platform/errors';
import { emit } from '#platform/events';
import { route, type Scope } from '#platform/route';
import { countFindings, listFindings } from './findings.store.ts';
import { showFinding, showJob } from './job.ts';
import { countJobs, findJob, type JobRow, listJobs, requestCancel } from './store.ts';
import { writeReport } from './write-csv.ts';

async function getJob(db: Db, id: string): Promise<JobRow> {
  const job = await findJob(db, id);
  if (!job) {
    throw new AppError('entity.not_found');
  }
  return job;
}

export function userJobRoutes(scope: Scope): void {
  route(scope, userJobsApi.list, async ({ db, query, page, total, languages }) => {
    if (!page) {
      // `paged: always` guarantees a page.
      return [];
    }
    total(await countJobs(db, query));
    return (await listJobs(db, query, page)).map((job) => showJob(job, languages));
  });

  route(scope, userJobsApi.get, async ({ db, params, languages }) => showJob(await getJob(db, params.id), languages));

  route(scope, userJobsApi.cancel, {
    respond: async ({ app, tenantId, params, languages }) => {
      const canceled = await app.tenancy.write(tenantId, async (db) => {
        await getJob(db, params.id);
        const job = await requestCancel(db, params.id);
        if (!job) {
          throw new AppError('user_job.is_over');
        }
        const { kind, state } = job;
        await emit(db, {
          name: 'UserJob.Data.Updated',
          subjectId: job.id,
          data: { kind, state, isCancelWanted: true },
        });
        return job;
      });
      return showJob(canceled, languages);
    },
  });

  route(scope, userJobsApi.report, async ({ db, params, query, page, total, languages }) => {
    await getJob(db, params.id);
    if (!page) {
      // `paged: always` guarantees a page.
      return [];
    }
    total(await countFindings(db, params.id, query.level));
    return (await listFindings(db, params.id, query.level, page)).map((row) => showFinding(row, languages));
  });

  route(scope, userJobsApi.reportFile, {
    send: async ({ app, tenantId, params, languages }) => {
      await app.tenancy.read(tenantId, (db) => getJob(db, params.id));
      return {
        type: 'text/csv',
        name: `report-${params.id}.csv`,
        content: writeReport(app, tenantId, params.id, languages),
      };
    },
  });
}
