import { pagePath } from '#platform/router/page-path.ts';

export const getStartedPath = pagePath('get-started');
