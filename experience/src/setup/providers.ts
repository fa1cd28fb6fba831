import type { SsoProviderName } from '@postern/contracts/people/sso-configs';
import type { SetupPhrases } from './phrases.ts';

/** Names of products are the same in all languages. */
const names: Partial<Record<SsoProviderName, string>> = {
  Okta: 'Okta',
  AzureAdOidc: 'Microsoft Entra ID (OIDC)',
  AzureAD: 'Microsoft Entra ID (SAML)',
  GoogleWorkspace: 'Google Workspace',
};

/** Whether the provider stands for any product with its protocol. */
export const isAnyProduct = (name: SsoProviderName) => !(name in names);

/** The best known first. */
export const providerOrder: readonly SsoProviderName[] = [
  'Okta',
  'AzureAdOidc',
  'AzureAD',
  'GoogleWorkspace',
  'OIDC',
  'SAML',
];

/** As a choice in a list. */
export const choiceOf = (name: SsoProviderName, { provider }: SetupPhrases): string =>
  names[name] ?? (name === 'SAML' ? provider.saml : provider.oidc);

/** Within a sentence. */
export const nameOf = (name: SsoProviderName, { provider }: SetupPhrases): string =>
  names[name] ?? (name === 'SAML' ? provider.anySaml : provider.anyOidc);

/** What an issuer looks like; Google has only one. */
export const issuerExamples: Partial<Record<SsoProviderName, string>> = {
  Okta: 'https://acme.okta.com',
  AzureAdOidc: 'https://login.microsoftonline.com/…/v2.0',
  OIDC: 'https://login.acme.example',
};
