import type { JsonObject } from '@postern/contracts/fields';
import { type SsoProviderName, ssoProviderTypes } from '@postern/contracts/people/sso-configs';

/** What a customer enters. Everything else of a connector is up to the administrator and stays as it is. */
const entered = {
  oidc: ['issuer', 'clientId', 'clientSecret'],
  saml: [
    'metadataUrl',
    'metadata',
    'entityId',
    'signInEndpoint',
    'signOutEndpoint',
    'x509Certificate',
    'attributeMapping',
  ],
} as const;

const pick = (config: JsonObject, isWanted: (key: string) => boolean): JsonObject =>
  Object.fromEntries(Object.entries(config).filter(([key]) => isWanted(key)));

/**
 * The settings of the customer over those of the administrator. An empty secret means the stored one, but only for the
 * same issuer and client: otherwise a customer could have the secret sent to a server of their own.
 */
export function mergeSettings(providerName: SsoProviderName, given: JsonObject, stored: JsonObject): JsonObject {
  const names: readonly string[] = entered[ssoProviderTypes[providerName]];
  const own = pick(given, (key) => names.includes(key));
  const isSameClient = own.issuer === stored.issuer && own.clientId === stored.clientId;
  const keepsSecret = !own.clientSecret && stored.clientSecret !== undefined && isSameClient;
  return {
    ...pick(stored, (key) => !names.includes(key)),
    ...own,
    ...(keepsSecret ? { clientSecret: stored.clientSecret } : {}),
  };
}
