import { lazyPage } from '../../parts/lazy-page.tsx';
import type { Step } from '../../platform/router.ts';

export { proveToken, readInvitation } from './spend-token.ts';

const OneTimeTokenPage = lazyPage(async () => (await import('./one-time-token-page.tsx')).OneTimeTokenPage);
const TokenErrorPage = lazyPage(async () => (await import('./error-page.tsx')).TokenErrorPage);

export const oneTimeToken: Step = {
  routes: [
    { path: '/one-time-token', Page: OneTimeTokenPage },
    { path: '/one-time-token/error', Page: TokenErrorPage },
  ],
  // The link, or the invitation it belongs to, was revoked while its sign-in was open.
  takes: { 'one_time_token.token_revoked': '/one-time-token/error?code=one_time_token.token_revoked' },
};
