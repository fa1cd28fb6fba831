import { normalizeDomain } from '@postern/contracts/normalize';
import {
  defaultSsoAttributes,
  SamlSsoConfig,
  type SsoAttributeMapping,
  wellKnownSsoAttributes,
} from '@postern/contracts/people/sso-configs';
import type { SocialUserInfo } from '@postern/contracts/sign-in/sign-in';
import type { z } from 'zod';
import type { ProviderSession } from '#features/access/oidc';
import { type TokenResponse, tidyUserInfo } from '#features/messages/connectors';
import type { SsoAssertion } from '#features/people/sso-saml';
import { AppError } from '#platform/http/errors';
import { trustsUnverifiedEmail } from './open-client.ts';
import type { SsoConnectorRow } from './store.ts';

/** What the identity provider says about a user. */
export type SsoUser = {
  issuer: string;
  userInfo: SocialUserInfo;
  /** The provider has verified the address, and it is in a domain of the connector. Nobody else's word counts. */
  isEmailProven: boolean;
  tokens?: TokenResponse;
  /** For single logout. */
  providerSession?: ProviderSession;
};

/** The fields of a user in an answer of the identity provider, not validated yet. */
export type FoundFields = {
  id: unknown;
  email: unknown;
  name: unknown;
  avatar?: unknown;
  rawData: unknown;
  isVerified: boolean;
};

/** The columns of identities are not longer. */
const maxIdentityLength = 128;
const maxIssuerLength = 256;

export const domainOf = (email: string) => normalizeDomain(email.split('@').at(-1) ?? '');
export const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** The id at the provider; undefined if it cannot be stored. */
export function idOf({ id: given }: Pick<FoundFields, 'id'>): string | undefined {
  const id = textOf(given);
  return id !== undefined && id.length <= maxIdentityLength ? id : undefined;
}

export function toUser(row: Pick<SsoConnectorRow, 'domains'>, issuer: string, found: FoundFields): SsoUser {
  const id = idOf(found);
  if (!id || issuer.length > maxIssuerLength) {
    throw new AppError('connector.invalid_response');
  }
  const userInfo = tidyUserInfo({
    id,
    email: textOf(found.email),
    name: textOf(found.name),
    avatar: textOf(found.avatar),
    rawData: found.rawData,
  });
  if (userInfo.id !== id) {
    throw new AppError('connector.invalid_response');
  }
  const isOwnDomain = userInfo.email !== undefined && row.domains.includes(domainOf(userInfo.email));
  return { issuer, userInfo, isEmailProven: found.isVerified && isOwnDomain };
}

type Claims = Record<string, unknown>;

/** Anyone can create a private Google account, even with an address of a company. */
export const isPrivateGoogleAccount = ({ providerName }: Pick<SsoConnectorRow, 'providerName'>, claims: Claims) =>
  providerName === 'GoogleWorkspace' && !textOf(claims.hd);

export function fieldsOfClaims(row: Pick<SsoConnectorRow, 'providerName' | 'config'>, claims: Claims): FoundFields {
  // Only the documented value counts: a text is a mistake of the provider, and may be text of a user. Entra ID sends
  // xms_edov, as a text as well, if the owner of the domain of the address is verified.
  const isVerified =
    claims.email_verified === true ||
    (row.providerName === 'AzureAdOidc' && [true, 'true'].includes(claims.xms_edov as string)) ||
    (claims.email_verified === undefined && trustsUnverifiedEmail(row.providerName, row.config));
  const { sub, email, name, preferred_username: username, picture } = claims;
  return { id: sub, email, name: name ?? username, avatar: picture, rawData: claims, isVerified };
}

/** The fields of a user in an assertion, by an attribute mapping. */
export function fieldsOfAssertion(
  given: z.infer<typeof SsoAttributeMapping> | undefined,
  { nameId, attributes }: Pick<SsoAssertion, 'nameId' | 'attributes'>,
): FoundFields {
  const mapping = { ...defaultSsoAttributes, ...given };
  const read = (...names: string[]) =>
    names.map((name) => (name === 'nameID' ? nameId : [attributes[name]].flat()[0])).find(Boolean);
  return {
    id: read(mapping.id),
    email: read(mapping.email, ...(mapping.email === defaultSsoAttributes.email ? wellKnownSsoAttributes.email : [])),
    name: read(mapping.name, ...(mapping.name === defaultSsoAttributes.name ? wellKnownSsoAttributes.name : [])),
    rawData: attributes,
    // The identity provider is responsible for the addresses of its own domains. SAML has no flag for this.
    isVerified: true,
  };
}

/** A user from a verified assertion, by the attribute mapping of the connector. */
export const userFromAssertion = (row: SsoConnectorRow, assertion: SsoAssertion): SsoUser =>
  toUser(row, assertion.issuer, fieldsOfAssertion(SamlSsoConfig.parse(row.config).attributeMapping, assertion));
