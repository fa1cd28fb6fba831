import { lazyRouteComponent } from '@tanstack/react-router';
import { applicationGuidePath, resourceGuidePath } from '#paths/guides.ts';
import type { Feature } from '#platform/feature.ts';

export const guides: Feature = {
  phrases: ['guides', 'applications'],
  pages: [
    {
      path: applicationGuidePath,
      component: lazyRouteComponent(() => import('./application-guide.tsx'), 'ApplicationGuide'),
    },
    {
      path: resourceGuidePath,
      component: lazyRouteComponent(() => import('./resource-guide.tsx'), 'ResourceGuide'),
    },
  ],
};
