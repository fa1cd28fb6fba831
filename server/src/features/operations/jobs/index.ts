import { installationJobsApi, operatorJobsApi } from '@postern/contracts/operations/jobs';
import type { Feature } from '#platform/app';
import { deleteOldDeadJobs } from '#platform/jobs/job-lists';
import { jobRoutes } from './routes.ts';

export { cancelAnywhere, retryAnywhere } from './manage.ts';

/** Cleans up the queue of each database. */
export const jobs: Feature = {
  name: 'jobs',
  jobs: [{ name: 'jobs.forget-dead', everySeconds: 3600, run: deleteOldDeadJobs }],
};

/** Background jobs, for the operators of the cloud edition. */
export const operatorJobs: Feature = {
  name: 'operator-jobs',
  adminRoutes: (scope) => jobRoutes(scope, operatorJobsApi),
};

/** Background jobs, for the administrators of the open-source edition. */
export const installationJobs: Feature = {
  name: 'installation-jobs',
  tenantRoutes: (scope) => jobRoutes(scope, installationJobsApi),
};
