import { IconChartAreaLine } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { dashboardPath } from '#paths/dashboard.ts';
import type { Feature } from '#platform/feature.ts';

export const dashboard: Feature = {
  phrases: ['dashboard'],
  nav: {
    group: 'overview',
    path: dashboardPath,
    label: (t) => t('nav.dashboard'),
    icon: IconChartAreaLine,
  },
  pages: [
    { path: dashboardPath, component: lazyRouteComponent(() => import('./dashboard-page.tsx'), 'DashboardPage') },
  ],
};
