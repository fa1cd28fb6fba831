import { pagePath } from '#platform/router/page-path.ts';

export const tenantSettingsPath = pagePath('tenant-settings');
export const ownSettingsPath = pagePath('tenant-settings/settings');
export const membersPath = pagePath('tenant-settings/members');
export const invitationsPath = pagePath('tenant-settings/members/invitations');
export const historyPath = pagePath('tenant-settings/history');
export const subscriptionPath = pagePath('tenant-settings/subscription');
export const billingHistoryPath = pagePath('tenant-settings/billing-history');
