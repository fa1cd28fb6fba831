import { pagePath } from '#platform/router/page-path.ts';

export const jobsPath = pagePath('background-jobs');
