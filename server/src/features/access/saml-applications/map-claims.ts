import {
  claimPlaceholder,
  defaultSamlClaims,
  type NameIdFormat,
  nameIdFormats,
  type SamlClaim,
  type SamlSettings,
  type SamlTextAttribute,
  samlClaims,
} from '@postern/contracts/access/saml-applications';
import { claimScopes } from '#features/access/oidc';
import { AppError } from '#platform/http/errors';
import { newSecret } from '#platform/secrets/ids';

export type NameId = { format: NameIdFormat; value: string };
export type Attribute = { name: string; values: string[] };
type Claims = Record<string, unknown>;

/** Claims with the names of their attributes. */
function mappedClaims({ attributeMapping }: SamlSettings): [SamlClaim, string][] {
  const mapped = samlClaims.flatMap((claim): [SamlClaim, string][] => {
    const name = attributeMapping[claim];
    return name ? [[claim, name]] : [];
  });
  return mapped.length > 0 ? mapped : defaultSamlClaims.map((claim) => [claim, claim]);
}

const namedIn = (text: string): string[] => [...text.matchAll(claimPlaceholder)].map(([, name = '']) => name);

/** The scopes that the claims of an application need. */
export function scopesFor(settings: SamlSettings): string[] {
  const claims = [
    ...mappedClaims(settings).map(([claim]) => claim),
    ...settings.additionalAttributes.flatMap(({ value }) => namedIn(value)),
  ];
  const needed = settings.nameIdFormat === nameIdFormats.emailAddress ? [...claims, 'email'] : claims;
  return [...new Set(['openid', 'profile', ...needed.flatMap(claimScopes)])];
}

const print = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

const valuesOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(print) : [print(value)]);

const hasValue = (value: unknown) => value !== undefined && value !== null;

/** A text with the claims of the user. A user who has none of the claims in it does not get the attribute. */
function fillText({ name, value }: SamlTextAttribute, claims: Claims): Attribute[] {
  const named = namedIn(value);
  const isEmpty = named.length > 0 && !named.some((claim) => hasValue(claims[claim]));
  const text = value.replace(claimPlaceholder, (_all, claim: string) =>
    hasValue(claims[claim]) ? valuesOf(claims[claim]).join(',') : '',
  );
  return isEmpty ? [] : [{ name, values: [text.trim()] }];
}

/** Attributes with the same name are one attribute with several values (saml-core-2.0 §2.7.3.1). */
function mergeNames(attributes: Attribute[]): Attribute[] {
  const merged = new Map<string, string[]>();
  for (const { name, values } of attributes) {
    merged.set(name, [...(merged.get(name) ?? []), ...values]);
  }
  return [...merged].map(([name, values]) => ({ name, values }));
}

/** Claims that a user does not have are left out. A list becomes several values. */
export function attributesOf(settings: SamlSettings, claims: Claims): Attribute[] {
  const mapped = mappedClaims(settings).flatMap(([claim, name]) => {
    const value = claims[claim];
    const values = hasValue(value) ? valuesOf(value) : [];
    return values.length > 0 ? [{ name, values }] : [];
  });
  return mergeNames([...mapped, ...settings.additionalAttributes.flatMap((one) => fillText(one, claims))]);
}

function emailOf({ email, email_verified: isVerified }: Claims): string {
  if (typeof email !== 'string' || email === '') {
    throw new AppError('application.saml.missing_email_address');
  }
  if (isVerified !== true) {
    throw new AppError('application.saml.email_address_unverified');
  }
  return email;
}

export function nameIdOf({ nameIdFormat: format }: SamlSettings, userId: string, claims: Claims): NameId {
  switch (format) {
    case nameIdFormats.emailAddress:
      return { format, value: emailOf(claims) };
    case nameIdFormats.transient:
      return { format, value: newSecret() };
    default:
      return { format, value: userId };
  }
}
