import { lazyPage } from '../../parts/lazy-page.tsx';
import type { Step } from '../../platform/router.ts';

const SwitchAccountPage = lazyPage(async () => (await import('./switch-account-page.tsx')).SwitchAccountPage);

export const switchAccount: Step = {
  routes: [
    {
      path: '/switch-account',
      Page: SwitchAccountPage,
      // The server writes into the page who is signed in; with nobody there is nothing to choose.
      instead: (settings) => (settings.switchAccount ? undefined : '/one-time-token'),
    },
  ],
};
