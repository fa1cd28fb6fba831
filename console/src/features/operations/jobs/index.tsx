import { IconStack2 } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { jobsPath } from '#paths/jobs.ts';
import type { Feature } from '#platform/feature.ts';

/**
 * For the open-source edition, where the administrator is the operator. The cloud edition shows jobs to its operators.
 */
export const jobs: Feature = {
  phrases: ['jobs'],
  nav: { group: 'developer', path: jobsPath, label: (t) => t('nav.jobs'), icon: IconStack2 },
  pages: [{ path: jobsPath, component: lazyRouteComponent(() => import('./jobs-page.tsx'), 'JobsPage') }],
};
