import { saveNews } from '../../platform/draft.ts';
import type { Step } from '../../platform/router.ts';
import type { Settings } from '../../platform/settings.ts';
import { ForgotPasswordPage } from './forgot-password-page.tsx';
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
    { path: '/reset-password', Page: ForgotPasswordPage, instead: wherePossible },
    { path: '/forgot-password/reset', Page: ResetPage },
  ],
  takes: {
    'user.new_password_required_in_profile': '/forgot-password/reset',
    'password.expired': explainExpired,
  },
};
