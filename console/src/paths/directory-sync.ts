import { pagePath } from '#platform/router/page-path.ts';

export const directorySyncPath = pagePath('enterprise-sso/$id/directory-sync');
