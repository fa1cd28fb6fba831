import { pagePath } from '#platform/router/page-path.ts';

export const applicationsPath = pagePath('applications');
export const createApplicationPath = pagePath('applications/create');
export const applicationPath = pagePath('applications/$id');
export const applicationSettingsPath = pagePath('applications/$id/settings');
