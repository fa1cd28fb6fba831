import { lazyRouteComponent } from '@tanstack/react-router';
import { importFilePath, importPath, userJobPath, userJobsPath } from '#paths/user-jobs.ts';
import type { Feature } from '#platform/feature.ts';

/** Reached from the user list, whose sidebar entry stays active. */
export const userJobs: Feature = {
  phrases: ['userJobs', 'roles'],
  pages: [
    { path: importPath, component: lazyRouteComponent(() => import('./import-page.tsx'), 'ImportPage') },
    { path: importFilePath, component: lazyRouteComponent(() => import('./file-page.tsx'), 'FilePage') },
    { path: userJobsPath, component: lazyRouteComponent(() => import('./jobs-page.tsx'), 'JobsPage') },
    { path: userJobPath, component: lazyRouteComponent(() => import('./job-page.tsx'), 'JobPage') },
  ],
};
