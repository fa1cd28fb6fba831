import { IconRocket } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { getStartedPath } from '#paths/get-started.ts';
import type { Feature } from '#platform/feature.ts';

export const getStarted: Feature = {
  phrases: ['getStarted', 'guides', 'applications'],
  nav: { group: 'overview', path: getStartedPath, label: (t) => t('nav.getStarted'), icon: IconRocket },
  pages: [
    { path: getStartedPath, component: lazyRouteComponent(() => import('./get-started-page.tsx'), 'GetStartedPage') },
  ],
};
