import { pagePath } from '#platform/router/page-path.ts';

export const signInExperiencePath = pagePath('sign-in-experience');
export const brandingPath = pagePath('sign-in-experience/branding');
export const signUpAndSignInPath = pagePath('sign-in-experience/sign-up-and-sign-in');
export const collectUserProfilePath = pagePath('sign-in-experience/collect-user-profile');
export const profileFieldPath = pagePath('sign-in-experience/collect-user-profile/fields/$fieldName');
export const accountCenterPath = pagePath('sign-in-experience/account-center');
export const contentPath = pagePath('sign-in-experience/content');
export const languagePath = pagePath('sign-in-experience/content/languages/$languageTag');
