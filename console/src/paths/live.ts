import { pagePath } from '#platform/router/page-path.ts';

/**
 * Shows what happened to a tenant the person was just in. Tenant ids are longer than this word, so they cannot collide.
 */
export const leftPath = pagePath('left/$tenantId');
/** The sign-in pages have another page about it, with an address of its own on the same origin. */
export const accountSuspendedPath = pagePath('account-ended');
