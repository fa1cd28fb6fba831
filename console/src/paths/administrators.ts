import { pagePath } from '#platform/router/page-path.ts';

export const administratorsPath = pagePath('tenant-settings/administrators');
export const administratorPath = pagePath('tenant-settings/administrators/$id');
/** Before there was a page of settings. */
export const oldAdministratorsPath = pagePath('administrators');
export const oldAdministratorPath = pagePath('administrators/$id');
/** The link of an invitation; the server returns it. */
export const administratorInvitationPath = pagePath('administrator-invitation');
