import { pagePath } from '#platform/router/page-path.ts';

export const actionsPath = pagePath('actions');
/** `$mode` is `create` or `edit`. */
export const actionPath = pagePath('actions/$actionType/$mode');
