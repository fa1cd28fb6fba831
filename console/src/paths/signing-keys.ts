import { pagePath } from '#platform/router/page-path.ts';

export const signingKeysPath = pagePath('signing-keys');
