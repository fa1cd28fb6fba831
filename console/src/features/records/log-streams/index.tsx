import { lazyRouteComponent } from '@tanstack/react-router';
import { logStreamsPath } from '#paths/log-streams.ts';
import type { Feature } from '#platform/feature.ts';

export const logStreams: Feature = {
  phrases: ['audit', 'logStreams'],
  pages: [{ path: logStreamsPath, component: lazyRouteComponent(() => import('./list-page.tsx'), 'ListPage') }],
};
