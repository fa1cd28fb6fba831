import { lazyRouteComponent } from '@tanstack/react-router';
import { jobsPath, oldJobsPath } from '#paths/jobs.ts';
import { tenantSettingsPath } from '#paths/tenant-settings.ts';
import type { Feature } from '#platform/feature.ts';

/**
 * For the open-source edition, where the administrator is the operator. The cloud edition shows jobs to its operators.
 */
export const jobs: Feature = {
  phrases: ['jobs'],
  navTabs: [{ under: tenantSettingsPath, path: jobsPath, label: (t) => t('nav.jobs'), order: 70 }],
  pages: [
    { path: jobsPath, component: lazyRouteComponent(() => import('./jobs-page.tsx'), 'JobsPage') },
    { path: oldJobsPath, redirect: jobsPath },
  ],
};
