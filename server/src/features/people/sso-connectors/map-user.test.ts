import type { SsoProviderName } from '@postern/contracts/people/sso-configs';
import { expect, test } from 'vitest';
import { fieldsOfClaims } from './map-user.ts';

const isVerified = (providerName: SsoProviderName, config: object, claims: object) =>
  fieldsOfClaims({ providerName, config: { ...config } }, { sub: 'ada', email: 'ada@acme.example', ...claims })
    .isVerified;

test.each(['OIDC', 'Okta', 'GoogleWorkspace', 'AzureAdOidc'] as const)('the address that %s sends', (provider) => {
  const trusting = { trustUnverifiedEmail: true };
  expect([
    isVerified(provider, {}, { email_verified: true }),
    isVerified(provider, {}, {}),
    isVerified(provider, trusting, {}),
    // What the provider says counts more than the setting.
    isVerified(provider, trusting, { email_verified: false }),
    isVerified(provider, trusting, { email_verified: 'true' }),
  ]).toEqual([true, false, true, false, false]);
});
