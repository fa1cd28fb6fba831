import { lazyPage } from '../../parts/lazy-page.tsx';
import type { Step } from '../../platform/router.ts';

const SwitchAccountPage = lazyPage(async () => (await import('./switch-account-page.tsx')).SwitchAccountPage);

export const switchAccount: Step = {
  routes: [
    {
      path: '/switch-account',
      Page: SwitchAccountPage,
      // The server embeds the signed-in user in the page; without one there is nothing to switch.
      instead: (settings) => (settings.switchAccount ? undefined : '/one-time-token'),
    },
  ],
};
