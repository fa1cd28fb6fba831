import { pagePath } from '#platform/router/page-path.ts';

/** What became of a tenant that this person was in a moment ago. Ids of tenants are longer than the word. */
export const leftPath = pagePath('left/$tenantId');
export const accountSuspendedPath = pagePath('account-suspended');
