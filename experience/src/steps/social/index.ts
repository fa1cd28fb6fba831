import { lazyPage } from '../../parts/lazy-page.tsx';
import type { Step } from '../../platform/router.ts';

const ReturnPage = lazyPage(async () => (await import('./return-page.tsx')).ReturnPage);
const CallbackPage = lazyPage(async () => (await import('./callback-page.tsx')).CallbackPage);
const LinkPage = lazyPage(async () => (await import('./link-page.tsx')).LinkPage);

export const social: Step = {
  routes: [
    { path: '/callback/:connectorId', Page: ReturnPage },
    { path: '/callback/social/:connectorId', Page: CallbackPage },
    { path: '/social/link/:connectorId', Page: LinkPage },
  ],
};
