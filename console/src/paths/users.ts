import { pagePath } from '#platform/router/page-path.ts';

export const usersPath = pagePath('users');
export const createUserPath = pagePath('users/create');
export const userPath = pagePath('users/$id');
export const userSettingsPath = pagePath('users/$id/settings');
export const userRolesPath = pagePath('users/$id/roles');
export const userOrganizationsPath = pagePath('users/$id/organizations');
export const userSessionsPath = pagePath('users/$id/sessions');
export const userTimelinePath = pagePath('users/$id/timeline');
export const userLogsPath = pagePath('users/$id/logs');
export const userLogPath = pagePath('users/$id/logs/$logId');
export const userSocialIdentityPath = pagePath('users/$id/social-identities/$target');
export const userSsoIdentityPath = pagePath('users/$id/sso-identities/$connectorId');
