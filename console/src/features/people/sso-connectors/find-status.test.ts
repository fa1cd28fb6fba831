import { expect, test } from 'vitest';
import { findStatus } from './find-status.ts';

const now = 1_800_000_000_000;
const day = 86_400_000;
const oidc = {
  issuer: 'https://idp.example',
  authorizationEndpoint: 'https://idp.example/auth',
  tokenEndpoint: 'https://idp.example/token',
  jwksUri: 'https://idp.example/jwks',
  redirectUri: 'https://id.example/callback/c1',
  postLogoutRedirectUri: 'https://id.example/bye',
  backChannelLogoutUri: 'https://id.example/logout',
};
const saml = (expiresAt?: number) => ({
  defaultAttributeMapping: { id: 'nameID', email: 'email', name: 'name' },
  serviceProvider: {
    entityId: 'us',
    assertionConsumerServiceUrl: 'https://id.example/acs',
    metadataUrl: '',
    singleLogoutServiceUrl: 'https://id.example/slo',
  },
  ...(expiresAt !== undefined && {
    identityProvider: {
      entityId: 'idp',
      signInEndpoint: 'https://idp.example/sso',
      x509Certificate: '',
      certificateExpiresAt: expiresAt,
      isCertificateValid: expiresAt > now,
    },
  }),
});
const set = { config: { clientId: 'x' }, domains: ['acme.example'] };

test.each([
  ['unset', { ...set, config: {} }],
  ['unset', { ...set, config: {}, providerConfig: saml() }],
  ['unreadable', set],
  ['ready', { ...set, providerConfig: oidc }],
  ['noDomains', { ...set, domains: [], providerConfig: oidc }],
  ['ready', { ...set, providerConfig: saml(now + 31 * day) }],
  ['expiring', { ...set, providerConfig: saml(now + 29 * day) }],
  ['stale', { ...set, providerConfig: saml(now + 31 * day), metadataError: 'Not found.' }],
  ['expiring', { ...set, providerConfig: saml(now + 29 * day), metadataError: 'Not found.' }],
  ['expired', { ...set, providerConfig: saml(now) }],
  ['expired', { ...set, domains: [], providerConfig: saml(now - day) }],
  ['noDomains', { ...set, domains: [], providerConfig: saml(now + day) }],
] as const)('is %s with %j', (status, connector) => {
  expect(findStatus({ ...connector, domains: [...connector.domains] }, now)).toBe(status);
});
