import { pagePath } from '#platform/router/page-path.ts';

export const importPath = pagePath('users/import');
export const importFilePath = pagePath('users/import/$id');
export const userJobsPath = pagePath('users/jobs');
export const userJobPath = pagePath('users/jobs/$id');
