import type { Feature } from '#platform/app';
import { sweepJobs } from './findings.store.ts';
import { userImportRoutes } from './import/routes.ts';
import { importJob } from './import/run-import.ts';
import { sealedParameters } from './import/seal-parameters.ts';
import { removeFileQueue, removeImportFile, sweepImportFiles } from './import/stored-parts.ts';
import { stateName, type UserJobKinds } from './kinds.ts';
import { userBulkRoutes, userExportRoutes, userJobRoutes } from './routes.ts';
import { endUserJob, maxAttempts, runUserJob } from './run.ts';
import { bulkJobs } from './run-bulk.ts';
import { userJobQueue } from './store.ts';

export { checkRecord } from './import/check-record.ts';
export { translateAuth0 } from './import/foreign/auth0.ts';
export { translateFirebase } from './import/foreign/firebase.ts';
export { translateKeycloak } from './import/foreign/keycloak.ts';
export { fullName, identities } from './import/foreign/read.ts';
export { isObject, isStorable, parseObject } from './import/json.ts';
export { prepareRecords, type Ready } from './import/prepare-batch.ts';
export { readRecords } from './import/read-records.ts';
export { identifiersOf } from './import/resolve-conflicts.ts';
export type { Finding } from './kinds.ts';

export const userJobs: Feature = {
  name: stateName,
  sealed: [sealedParameters],
  tenantRoutes: (scope) => {
    userJobRoutes(scope);
    userBulkRoutes(scope);
    userImportRoutes(scope);
    userExportRoutes(scope);
  },
  start: async (): Promise<UserJobKinds> => new Map([...bulkJobs, importJob].map((job) => [job.kind, job])),
  jobs: [
    { name: 'user-jobs.sweep', everySeconds: 3600, run: sweepJobs },
    { name: 'user-jobs.sweep-files', everySeconds: 3600, run: sweepImportFiles },
  ],
  queues: [
    // Two jobs of one tenant would wait for each other's row locks.
    { queue: userJobQueue, perTenant: 1, maxAttempts, run: runUserJob, onEnd: endUserJob },
    { queue: removeFileQueue, run: removeImportFile },
  ],
};
