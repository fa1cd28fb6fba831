import { pagePath } from '#platform/router/page-path.ts';

export const connectorsPath = pagePath('connectors');
export const passwordlessConnectorsPath = pagePath('connectors/passwordless');
export const socialConnectorsPath = pagePath('connectors/social');
export const createConnectorPath = pagePath('connectors/$tab/create/$createType');
export const connectorGuidePath = pagePath('connectors/$tab/guide/$factoryId');
export const connectorPath = pagePath('connectors/$tab/$connectorId');

/** Callback URL of demo providers. */
export const socialDemoCallbackPath = pagePath('social-demo-callback');
