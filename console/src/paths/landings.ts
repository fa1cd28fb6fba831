import { pagePath } from '#platform/router/page-path.ts';

export const oneTimeTokenPath = pagePath('one-time-token');
export const googleOneTapPath = pagePath('external-google-one-tap');
