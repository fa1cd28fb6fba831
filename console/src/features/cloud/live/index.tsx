import { lazyRouteComponent } from '@tanstack/react-router';
import { accountSuspendedPath, leftPath } from '#paths/live.ts';
import type { Feature } from '#platform/feature.ts';
import { LiveListener } from './listener.tsx';

/** Shows in open windows at once what others do to the person or their tenants. */
export const live: Feature = {
  phrases: ['live', 'tenants'],
  background: LiveListener,
  outerPages: [{ path: leftPath, component: lazyRouteComponent(() => import('./left-page.tsx'), 'LeftPage') }],
  publicPages: [
    {
      path: accountSuspendedPath,
      component: lazyRouteComponent(() => import('./account-suspended-page.tsx'), 'AccountSuspendedPage'),
    },
  ],
};
