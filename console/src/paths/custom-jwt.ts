import { pagePath } from '#platform/router/page-path.ts';

export const customJwtPath = pagePath('customize-jwt');
/** `$action` is `create` or `edit`. */
export const customJwtScriptPath = pagePath('customize-jwt/$tokenType/$action');
