import { pagePath } from '#platform/router/page-path.ts';

/** Outside of every tenant. */
export const profilePath = pagePath('profile');
export const verifyPasswordPath = pagePath('profile/verify-password');
export const changePasswordPath = pagePath('profile/change-password');
export const linkEmailPath = pagePath('profile/link-email');
export const verificationCodePath = pagePath('profile/verification-code');
/** Where providers send people back to, in the window that was opened for them. */
export const handleSocialPath = pagePath('handle-social');
