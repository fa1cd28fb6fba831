import { pagePath } from '#platform/router/page-path.ts';

export const ssoSetupLinksPath = pagePath('enterprise-sso/setup-links');
export const ssoConnectorSetupPath = pagePath('enterprise-sso/$id/setup-links');
export const organizationSsoSetupPath = pagePath('organizations/$id/sso-setup');
