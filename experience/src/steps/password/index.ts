import { currentIdentifier } from '../../platform/draft.ts';
import type { Step } from '../../platform/router.ts';
import { RegisterPasswordPage, SignInPasswordPage } from './pages.tsx';

export { ForgotLink } from './pages.tsx';
export { registerWithPassword, signInWithPassword } from './verify.ts';

/** Redirects to the first page if its identifier is missing. */
const unlessKnown = (first: string) => () => (currentIdentifier() ? undefined : first);

export const password: Step = {
  routes: [
    { path: '/sign-in/password', Page: SignInPasswordPage, instead: unlessKnown('/sign-in') },
    { path: '/register/password', Page: RegisterPasswordPage, instead: unlessKnown('/register') },
  ],
};
