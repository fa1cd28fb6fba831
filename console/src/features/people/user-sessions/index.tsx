import { lazyRouteComponent } from '@tanstack/react-router';
import { userTabs } from '#features/people/users/places.ts';
import { userSessionsPath, userTimelinePath } from '#paths/users.ts';
import type { Feature } from '#platform/feature.ts';
import { fill } from '#platform/place.ts';

/** Sessions, devices and the timeline of a user, as tabs of the user's page. */
export const userSessions: Feature = {
  phrases: ['userSessions', 'users', 'audit'],
  fills: [
    fill(
      userTabs,
      {
        page: {
          path: userSessionsPath,
          component: lazyRouteComponent(() => import('./sessions-tab.tsx'), 'SessionsTab'),
        },
        label: (t) => t('userSessions.tabs.sessions'),
        order: 30,
      },
      {
        page: {
          path: userTimelinePath,
          component: lazyRouteComponent(() => import('./timeline-tab.tsx'), 'TimelineTab'),
        },
        label: (t) => t('userSessions.tabs.timeline'),
        order: 40,
      },
    ),
  ],
};
