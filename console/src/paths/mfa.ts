import { pagePath } from '#platform/router/page-path.ts';

export const mfaPath = pagePath('mfa');
