import { IconListDetails } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { auditChainPath, auditLogPath, auditLogsPath } from '#paths/audit.ts';
import type { Feature } from '#platform/feature.ts';

export const audit: Feature = {
  phrases: ['audit'],
  nav: { group: 'developer', path: auditLogsPath, label: (t) => t('nav.auditLogs'), icon: IconListDetails },
  navTabs: [
    { path: auditLogsPath, label: (t) => t('audit.tabs.entries'), order: 10 },
    { path: auditChainPath, label: (t) => t('audit.tabs.chain'), order: 30 },
  ],
  pages: [
    { path: auditLogsPath, component: lazyRouteComponent(() => import('./list-page.tsx'), 'ListPage') },
    { path: auditChainPath, component: lazyRouteComponent(() => import('./chain-page.tsx'), 'ChainPage') },
    { path: auditLogPath, component: lazyRouteComponent(() => import('./log-page.tsx'), 'LogPage') },
  ],
  find: { group: (t) => t('nav.auditLogs'), load: async () => (await import('./find.ts')).findLogs },
};
