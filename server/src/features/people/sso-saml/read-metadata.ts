import { X509Certificate } from 'node:crypto';
import { isWebUrl } from '@postern/contracts/fields';
import { maxSsoMetadataLength } from '@postern/contracts/people/sso-configs';
import type { XmlElement } from '@xmldom/xmldom';
import { attributeOf, elementsOf, findDescriptor, readDocument } from '#features/messages/connectors';
import type { RuleSentence } from '#platform/i18n/known-sentences';

/** What we know about a SAML identity provider. */
export type IdentityProvider = {
  entityId: string;
  signInEndpoint: string;
  /** PEM, all that may sign. */
  certificates: string[];
  /** When the last of them expires. */
  expiresAt: number;
  /** Undefined if the provider does not support single logout. */
  logout?: LogoutService | undefined;
};

/** Where logout requests go, and responses to the provider's own requests. */
type LogoutService = { binding: 'redirect' | 'post'; url: string; responseUrl: string };

/** Metadata that cannot be used. The sentence is for administrators. */
export class MetadataError extends Error {
  readonly sentence: RuleSentence;

  constructor(sentence: RuleSentence, options?: ErrorOptions) {
    super(sentence, options);
    this.sentence = sentence;
  }
}

/** The column of identities is not longer. */
const maxIssuerLength = 256;
const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const postBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';

/** A certificate as PEM or as plain base64, as metadata contains it. */
function readCertificate(text: string): { pem: string; expiresAt: number } {
  const body = text.replace(/-----(?:BEGIN|END) CERTIFICATE-----/g, '').replace(/\s+/g, '');
  try {
    if (!/^[\d+/A-Za-z]+={0,2}$/.test(body)) {
      throw new TypeError('not base64');
    }
    const certificate = new X509Certificate(Buffer.from(body, 'base64'));
    return { pem: certificate.toString(), expiresAt: Date.parse(certificate.validTo) };
  } catch {
    throw new MetadataError('The certificate is not a valid X.509 certificate.');
  }
}

const sentences = {
  too_complex: 'The document is too large or contains a DTD.',
  dtd: 'The document is too large or contains a DTD.',
  malformed: 'The document is not well-formed XML.',
} as const;

export function parseDocument(xml: string): XmlElement {
  if (xml.length > maxSsoMetadataLength) {
    throw new MetadataError('The document is too large or contains a DTD.');
  }
  return readDocument(xml, (fault) => new MetadataError(sentences[fault]));
}

export function identityProviderFrom(entityId: string, signInEndpoint: string, given: string[]): IdentityProvider {
  const certificates = given.map(readCertificate);
  if (certificates.length === 0) {
    throw new MetadataError('The metadata contains no signing certificate.');
  }
  if (!isWebUrl(signInEndpoint)) {
    throw new MetadataError('The sign-in address of the metadata is not a web address.');
  }
  return {
    entityId,
    signInEndpoint,
    certificates: certificates.map(({ pem }) => pem),
    expiresAt: Math.max(...certificates.map(({ expiresAt }) => expiresAt)),
  };
}

/** The redirect binding if there is a choice. Other addresses than those of web pages do not count. */
function logoutServiceOf(descriptor: XmlElement): LogoutService | undefined {
  const services = elementsOf(descriptor, 'SingleLogoutService');
  for (const [binding, name] of [
    ['redirect', redirectBinding],
    ['post', postBinding],
  ] as const) {
    const service = services.find((one) => attributeOf(one, 'Binding') === name);
    const url = attributeOf(service, 'Location');
    const responseUrl = attributeOf(service, 'ResponseLocation') ?? url;
    if (url && responseUrl && isWebUrl(url) && isWebUrl(responseUrl)) {
      return { binding, url, responseUrl };
    }
  }
  return undefined;
}

/** Reads the metadata of one identity provider (SAML metadata §2.4.3). */
export function readMetadata(xml: string): IdentityProvider {
  const found = findDescriptor(parseDocument(xml));
  if (!found) {
    throw new MetadataError('The document does not describe exactly one identity provider.');
  }
  const { descriptor, entityId, signInEndpoint, certificates } = found;
  if (!entityId || entityId.length > maxIssuerLength) {
    throw new MetadataError('The metadata has no entityID, or a very long one.');
  }
  if (!signInEndpoint) {
    throw new MetadataError('The metadata has no sign-in address for the redirect binding.');
  }
  return { ...identityProviderFrom(entityId, signInEndpoint, certificates), logout: logoutServiceOf(descriptor) };
}
