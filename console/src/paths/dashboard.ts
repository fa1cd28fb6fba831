import { pagePath } from '#platform/router/page-path.ts';

export const dashboardPath = pagePath('dashboard');
