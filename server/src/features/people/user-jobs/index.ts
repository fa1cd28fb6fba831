import type { Feature } from '#platform/app';
import './bulk/run-bulk.ts';
import './import/run-import.ts';
import { userBulkRoutes } from './bulk/routes.ts';
import { userExportRoutes } from './export/routes.ts';
import { userImportRoutes } from './import/routes.ts';
import { sweepImportFiles } from './import/sweep.ts';
import { userJobRoutes } from './routes.ts';
import { runnerOf } from './run.ts';
import { sweepJobs } from './sweep.store.ts';

export const userJobs: Feature = {
  name: 'user-jobs',
  tenantRoutes: (scope) => {
    userJobRoutes(scope);
    userBulkRoutes(scope);
    userImportRoutes(scope);
    userExportRoutes(scope);
  },
  jobs: [
    { name: 'user-jobs.sweep', everySeconds: 3600, run: sweepJobs },
    { name: 'user-jobs.sweep-files', everySeconds: 3600, run: sweepImportFiles },
  ],
  // Jobs whose node has gone are found by their lease; a new one wakes its own node at once.
  wakes: [{ everySeconds: 5, wake: (app) => runnerOf(app).wake() }],
  stop: (app) => runnerOf(app).stop(),
};
