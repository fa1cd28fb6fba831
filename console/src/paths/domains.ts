import { pagePath } from '#platform/router/page-path.ts';

export const domainsPath = pagePath('tenant-settings/domains');
