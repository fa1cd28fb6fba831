import { pagePath } from '#platform/router/page-path.ts';

export const ssoConnectorsPath = pagePath('enterprise-sso');
export const createSsoConnectorPath = pagePath('enterprise-sso/create');
export const ssoConnectorPath = pagePath('enterprise-sso/$id');
export const ssoConnectionPath = pagePath('enterprise-sso/$id/connection');
export const ssoExperiencePath = pagePath('enterprise-sso/$id/experience');
export const ssoIdpInitiatedPath = pagePath('enterprise-sso/$id/idp-initiated-auth');
