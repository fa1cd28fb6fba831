import { pagePath } from '#platform/router/page-path.ts';

/**
 * Shows what happened to a tenant the person was just in. Tenant ids are longer than this word, so they cannot collide.
 */
export const leftPath = pagePath('left/$tenantId');
export const accountSuspendedPath = pagePath('account-suspended');
