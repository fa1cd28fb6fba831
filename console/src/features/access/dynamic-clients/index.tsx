import { lazyRouteComponent } from '@tanstack/react-router';
import { dynamicClientsPath } from '#paths/applications.ts';
import type { Feature } from '#platform/feature.ts';

export const dynamicClients: Feature = {
  phrases: ['applications', 'domains', 'dynamicClients'],
  pages: [
    {
      path: dynamicClientsPath,
      component: lazyRouteComponent(() => import('./dynamic-clients-page.tsx'), 'DynamicClientsPage'),
    },
  ],
};
