import { lazyRouteComponent } from '@tanstack/react-router';
import { importFilePath, importPath, userJobPath, userJobsPath } from '#paths/user-jobs.ts';
import { usersPath } from '#paths/users.ts';
import type { Feature } from '#platform/feature.ts';

/** Reached from the user list, whose sidebar entry stays active. */
export const userJobs: Feature = {
  phrases: ['userJobs', 'roles'],
  navTabs: [
    { under: usersPath, path: importPath, label: (t) => t('userJobs.upload.title'), isOutsideRow: true },
    { under: usersPath, path: userJobsPath, label: (t) => t('userJobs.jobs.title'), isOutsideRow: true },
  ],
  pages: [
    { path: importPath, component: lazyRouteComponent(() => import('./import-page.tsx'), 'ImportPage') },
    { path: importFilePath, component: lazyRouteComponent(() => import('./file-page.tsx'), 'FilePage') },
    { path: userJobsPath, component: lazyRouteComponent(() => import('./jobs-page.tsx'), 'JobsPage') },
    { path: userJobPath, component: lazyRouteComponent(() => import('./job-page.tsx'), 'JobPage') },
  ],
};
