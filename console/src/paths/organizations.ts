import { pagePath } from '#platform/router/page-path.ts';

export const organizationsPath = pagePath('organizations');
export const createOrganizationPath = pagePath('organizations/create');
export const organizationPath = pagePath('organizations/$id');
export const organizationSettingsPath = pagePath('organizations/$id/settings');
export const organizationMembersPath = pagePath('organizations/$id/members');
export const organizationMachinesPath = pagePath('organizations/$id/machine-to-machine');
export const organizationInvitationsPath = pagePath('organizations/$id/invitations');
export const organizationProvisioningPath = pagePath('organizations/$id/just-in-time');
export const organizationLogsPath = pagePath('organizations/$id/logs');
export const organizationLogPath = pagePath('organizations/$id/logs/$logId');
export const organizationBrandingPath = pagePath('organizations/$id/branding');
