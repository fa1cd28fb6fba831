import { lazyRouteComponent } from '@tanstack/react-router';
import { ssoConnectorTabs } from '#features/people/sso-connectors/places.ts';
import { directorySyncPath } from '#paths/directory-sync.ts';
import type { Feature } from '#platform/feature.ts';
import { fill } from '#platform/place.ts';

export const directorySync: Feature = {
  phrases: ['directorySync'],
  fills: [
    fill(ssoConnectorTabs, {
      page: {
        path: directorySyncPath,
        component: lazyRouteComponent(() => import('./directory-tab.tsx'), 'DirectoryTab'),
      },
      label: (t) => t('directorySync.tab'),
      order: 40,
    }),
  ],
};
