import { pagePath } from '#platform/router/page-path.ts';

/** Outside of all tenants. */
export const profilePath = pagePath('profile');
export const verifyPasswordPath = pagePath('profile/verify-password');
export const changePasswordPath = pagePath('profile/change-password');
export const linkEmailPath = pagePath('profile/link-email');
export const verificationCodePath = pagePath('profile/verification-code');
/** Any other address below the profile. */
export const unknownStepPath = pagePath('profile/$step');
/** Leads people to a second factor that their tenant requires. */
export const secondFactorPath = pagePath('second-factor');
/** Callback URL of providers, opened in a popup. */
export const handleSocialPath = pagePath('handle-social');
