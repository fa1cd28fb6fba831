import { pagePath } from '#platform/router/page-path.ts';

export const administratorsPath = pagePath('administrators');
export const administratorPath = pagePath('administrators/$id');
/** The link of an invitation; the server returns it. */
export const administratorInvitationPath = pagePath('administrator-invitation');
