import { saveNews } from '../../platform/draft.ts';
import type { Step } from '../../platform/router.ts';
import type { Settings } from '../../platform/settings.ts';
import { readInvitation } from '../one-time-token/index.ts';
import { ForgotPasswordPage } from './forgot-password-page.tsx';
import { ResetLinkPage } from './reset-link-page.tsx';
import { ResetPage } from './reset-page.tsx';

const wherePossible = ({ experience: { forgotPassword } }: Settings) =>
  forgotPassword.email || forgotPassword.phone ? undefined : '/sign-in';

/** The page says why it is shown. */
function explainExpired(): string {
  saveNews('expired');
  return '/forgot-password';
}

export const forgotPassword: Step = {
  routes: [
    { path: '/forgot-password', Page: ForgotPasswordPage, instead: wherePossible },
    {
      path: '/reset-password',
      Page: () => (readInvitation(window.location.search) ? <ResetLinkPage /> : <ForgotPasswordPage />),
      // A link proves the address, so no code has to be sent.
      instead: (settings) => (readInvitation(window.location.search) ? undefined : wherePossible(settings)),
    },
    { path: '/forgot-password/reset', Page: ResetPage },
  ],
  takes: {
    'user.new_password_required_in_profile': '/forgot-password/reset',
    'password.expired': explainExpired,
  },
};
