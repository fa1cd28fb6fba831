import { lazyRouteComponent } from '@tanstack/react-router';
import { auditLogsPath } from '#paths/audit.ts';
import { logStreamsPath } from '#paths/log-streams.ts';
import type { Feature } from '#platform/feature.ts';

export const logStreams: Feature = {
  phrases: ['audit', 'logStreams'],
  navTabs: [{ under: auditLogsPath, path: logStreamsPath, label: (t) => t('audit.tabs.streams'), order: 20 }],
  pages: [{ path: logStreamsPath, component: lazyRouteComponent(() => import('./list-page.tsx'), 'ListPage') }],
  find: { group: (t) => t('audit.tabs.streams'), load: async () => (await import('./find.ts')).findLogStreams },
};
