import { lazyRouteComponent } from '@tanstack/react-router';
import { googleOneTapPath, oneTimeTokenPath } from '#paths/landings.ts';
import type { Feature, Page } from '#platform/feature.ts';

const oneTimeToken: Page = {
  path: oneTimeTokenPath,
  component: lazyRouteComponent(() => import('./one-time-token-page.tsx'), 'OneTimeTokenPage'),
};

/** Landing pages of links that sign people in to the console with a specific method. */
export const landings: Feature = { phrases: [], publicPages: [oneTimeToken] };

export const cloudLandings: Feature = {
  phrases: [],
  publicPages: [
    oneTimeToken,
    {
      path: googleOneTapPath,
      component: lazyRouteComponent(() => import('./google-one-tap-page.tsx'), 'GoogleOneTapPage'),
    },
  ],
};
