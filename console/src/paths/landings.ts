import { pagePath } from '#platform/router/page-path.ts';

export const oneTimeTokenPath = pagePath('one-time-token');
export const googleOneTapPath = pagePath('external-google-one-tap');
/** Of the open-source edition; in the cloud edition it is below a tenant. */
export const welcomePath = pagePath('welcome');
