import { lazyPage } from '../../parts/lazy-page.tsx';
import type { Step } from '../../platform/router.ts';

const SpringboardPage = lazyPage(async () => (await import('./springboard-page.tsx')).SpringboardPage);

export const springboard: Step = {
  routes: [
    { path: '/springboard', Page: SpringboardPage },
    { path: '/social/landing/:connectorId', Page: SpringboardPage },
  ],
};
