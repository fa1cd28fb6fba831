import { pagePath } from '#platform/router/page-path.ts';

export const jobsPath = pagePath('tenant-settings/background-jobs');
/** Before there was a page of settings. */
export const oldJobsPath = pagePath('background-jobs');
