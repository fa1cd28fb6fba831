import { lazyRouteComponent } from '@tanstack/react-router';
import { googleOneTapPath, oneTimeTokenPath, welcomePath } from '#paths/landings.ts';
import type { Feature, Page } from '#platform/feature.ts';

const oneTimeToken: Page = {
  path: oneTimeTokenPath,
  component: lazyRouteComponent(() => import('./one-time-token-page.tsx'), 'OneTimeTokenPage'),
};

const googleOneTap: Page = {
  path: googleOneTapPath,
  component: lazyRouteComponent(() => import('./google-one-tap-page.tsx'), 'GoogleOneTapPage'),
};

const welcome: Page = {
  path: welcomePath,
  component: lazyRouteComponent(() => import('./welcome-page.tsx'), 'WelcomePage'),
};

/** Landing pages of links that sign people in to the console with a specific method. */
export const landings: Feature = { phrases: [], publicPages: [oneTimeToken, googleOneTap, welcome] };

export const cloudLandings: Feature = { phrases: [], publicPages: [oneTimeToken, googleOneTap] };
