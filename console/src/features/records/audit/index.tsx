import { IconListDetails } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { auditLogPath, auditLogsPath } from '#paths/audit.ts';
import type { Feature } from '#platform/feature.ts';

export const audit: Feature = {
  phrases: ['audit'],
  nav: { group: 'developer', path: auditLogsPath, label: (t) => t('nav.auditLogs'), icon: IconListDetails },
  navTabs: [{ path: auditLogsPath, label: (t) => t('audit.tabs.entries') }],
  pages: [
    { path: auditLogsPath, component: lazyRouteComponent(() => import('./list-page.tsx'), 'ListPage') },
    { path: auditLogPath, component: lazyRouteComponent(() => import('./log-page.tsx'), 'LogPage') },
  ],
  find: { group: (t) => t('nav.auditLogs'), load: async () => (await import('./find.ts')).findLogs },
};
