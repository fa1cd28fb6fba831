import { ssoProviderLogos } from '@postern/contracts/experience/sso-logos';
import { type SsoProviderName, ssoProviderNames, ssoProviderTypes } from '@postern/contracts/people/sso-configs';
import type { SsoProvider } from '@postern/contracts/people/sso-connectors';

const described: Record<SsoProviderName, Pick<SsoProvider, 'name' | 'description'>> = {
  OIDC: {
    name: 'OIDC',
    description: 'Any identity provider that supports OpenID Connect.',
  },
  SAML: {
    name: 'SAML',
    description: 'Any identity provider that supports SAML 2.0.',
  },
  AzureAD: {
    name: 'Microsoft Entra ID (SAML)',
    description: 'The identity provider of Microsoft 365, with SAML 2.0.',
  },
  GoogleWorkspace: {
    name: 'Google Workspace',
    description: 'Accounts of a company at Google, with OpenID Connect.',
  },
  Okta: {
    name: 'Okta',
    description: 'The identity provider Okta, with OpenID Connect.',
  },
  AzureAdOidc: {
    name: 'Microsoft Entra ID (OIDC)',
    description: 'The identity provider of Microsoft 365, with OpenID Connect.',
  },
};

export const providers: SsoProvider[] = ssoProviderNames.map((providerName) => ({
  providerName,
  providerType: ssoProviderTypes[providerName],
  ...described[providerName],
  ...ssoProviderLogos[providerName],
}));

export const findProvider = (name: string): SsoProvider | undefined =>
  providers.find(({ providerName }) => providerName === name);
