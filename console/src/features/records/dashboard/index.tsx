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
    // New tenants have no numbers yet, so the console opens with the next item.
    isHome: false,
  },
  pages: [
    { path: dashboardPath, component: lazyRouteComponent(() => import('./dashboard-page.tsx'), 'DashboardPage') },
  ],
};
