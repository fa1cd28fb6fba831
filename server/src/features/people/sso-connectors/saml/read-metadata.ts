import { X509Certificate } from 'node:crypto';
import { isWebUrl } from '@postern/contracts/fields';
import { maxSsoMetadataLength } from '@postern/contracts/people/sso-configs';
import { isTooComplex } from '#features/messages/connectors';
import type { RuleSentence } from '#platform/known-sentences';

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

export type Node = { $?: Record<string, string>; _?: string } & { [child: string]: Node[] | undefined };

/** Documents with a DTD can contain entities that read files or grow without limit, so they are refused unread. */
export async function parseXml(xml: string): Promise<Record<string, Node>> {
  const isTooLarge = xml.length > maxSsoMetadataLength || isTooComplex(xml);
  if (isTooLarge || /<!(?:DOCTYPE|ENTITY|ELEMENT|ATTLIST|NOTATION)/i.test(xml)) {
    throw new MetadataError('The document is too large or contains a DTD.');
  }
  let document: Record<string, Node> | null = null;
  // Imported lazily, because most servers have no SAML connector.
  const { Parser, processors } = (await import('xml2js')).default;
  const parser = new Parser({ tagNameProcessors: [processors.stripPrefix], explicitCharkey: true, async: false });
  try {
    // Not async, so the callback runs before parseString returns.
    parser.parseString(xml, (error: unknown, parsed: Record<string, Node>) => {
      document = error ? null : parsed;
    });
  } catch {
    // The parser throws errors that it finds after the end of the root element.
    document = null;
  }
  if (!document) {
    throw new MetadataError('The document is not well-formed XML.');
  }
  return document;
}

export const children = (node: Node | undefined, name: string): Node[] => {
  const found = node?.[name];
  return Array.isArray(found) ? found.filter((one) => typeof one === 'object') : [];
};

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
function logoutServiceOf(descriptor: Node): LogoutService | undefined {
  const services = children(descriptor, 'SingleLogoutService').map(({ $ = {} }) => $);
  for (const [binding, name] of [
    ['redirect', redirectBinding],
    ['post', postBinding],
  ] as const) {
    const { Location: url, ResponseLocation: responseUrl = url } =
      services.find(({ Binding }) => Binding === name) ?? {};
    if (url && responseUrl && isWebUrl(url) && isWebUrl(responseUrl)) {
      return { binding, url, responseUrl };
    }
  }
  return undefined;
}

/** Reads the metadata of one identity provider (SAML metadata §2.4.3). */
export async function readMetadata(xml: string): Promise<IdentityProvider> {
  const document = await parseXml(xml.replace(/^\uFEFF/, '').trim());
  const entities = document.EntityDescriptor
    ? [document.EntityDescriptor]
    : children(document.EntitiesDescriptor, 'EntityDescriptor');
  const [entity, second] = entities.filter((one) => children(one, 'IDPSSODescriptor').length > 0);
  const [descriptor] = children(entity, 'IDPSSODescriptor');
  if (!entity || !descriptor || second) {
    throw new MetadataError('The document does not describe exactly one identity provider.');
  }
  const entityId = entity.$?.entityID;
  if (!entityId || entityId.length > maxIssuerLength) {
    throw new MetadataError('The metadata has no entityID, or a very long one.');
  }
  const endpoint = children(descriptor, 'SingleSignOnService').find(({ $ }) => $?.Binding === redirectBinding)?.$
    ?.Location;
  if (!endpoint) {
    throw new MetadataError('The metadata has no sign-in address for the redirect binding.');
  }
  const certificates = children(descriptor, 'KeyDescriptor')
    .filter(({ $ }) => $?.use !== 'encryption')
    .flatMap((one) => children(one, 'KeyInfo'))
    .flatMap((one) => children(one, 'X509Data'))
    .flatMap((one) => children(one, 'X509Certificate'))
    .map(({ _: text }) => text ?? '');
  return { ...identityProviderFrom(entityId, endpoint, certificates), logout: logoutServiceOf(descriptor) };
}
