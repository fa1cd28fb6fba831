import { lazyPage } from '../../parts/lazy-page.tsx';
import type { Step } from '../../platform/router.ts';

export const notMe: Step = {
  routes: [{ path: '/not-me', Page: lazyPage(async () => (await import('./not-me-page.tsx')).NotMePage) }],
};
