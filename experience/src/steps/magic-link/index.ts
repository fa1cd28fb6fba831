import { magicLinkPath } from '@postern/contracts/sign-in/magic-link';
import { lazyPage } from '../../parts/lazy-page.tsx';
import type { Step } from '../../platform/router.ts';

export const magicLink: Step = {
  routes: [{ path: magicLinkPath, Page: lazyPage(async () => (await import('./magic-link-page.tsx')).MagicLinkPage) }],
};
