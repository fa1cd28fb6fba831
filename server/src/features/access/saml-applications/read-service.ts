import type { X509Certificate } from 'node:crypto';
import {
  maxAdditionalAcsUrls,
  NameIdFormat,
  type SamlService,
  samlBindings,
} from '@postern/contracts/access/saml-applications';
import { WebAddress } from '@postern/contracts/fields';
import type { XmlElement } from '@xmldom/xmldom';
import { hasDtd, readXml, textIn } from '#features/messages/connectors';
import { invalidField } from '#platform/http/errors';
import type { RuleSentence } from '#platform/i18n/known-sentences';
import { namespaces } from './build-xml.ts';
import { readCertificate } from './create-certificate.ts';
import { childrenOf } from './read-message.ts';

const maxEntityId = 128;
const refuse = (sentence: RuleSentence) => invalidField(['metadata'], sentence);

/** Comments are harmless here, unlike in messages: nothing is signed, and an administrator checks the values. */
function parseDocument(text: string): XmlElement {
  if (hasDtd(text)) {
    throw refuse('The document is too large or contains a DTD.');
  }
  return readXml(text, () => refuse('The document is not well-formed XML.'));
}

const isAddress = (url: string) => WebAddress.safeParse(url).success;

/** The descriptor and the entity it belongs to. A federation lists many; only one may be a service provider. */
function findService(root: XmlElement): { entity: XmlElement; service: XmlElement } {
  const isMetadata = root.namespaceURI === namespaces.md;
  const entities =
    isMetadata && root.localName === 'EntitiesDescriptor'
      ? childrenOf(root, namespaces.md, 'EntityDescriptor')
      : isMetadata && root.localName === 'EntityDescriptor'
        ? [root]
        : [];
  const found = entities.flatMap((entity) =>
    childrenOf(entity, namespaces.md, 'SPSSODescriptor').map((service) => ({ entity, service })),
  );
  const [only] = found;
  if (!only || found.length > 1) {
    throw refuse('The document does not describe exactly one service provider.');
  }
  return only;
}

/** The default one first, then by index (saml-metadata-2.0 §2.2.3). */
function acsUrlsIn(service: XmlElement): string[] {
  const endpoints = childrenOf(service, namespaces.md, 'AssertionConsumerService')
    .filter((one) => one.getAttribute('Binding') === samlBindings.post)
    .map((one) => ({
      url: one.getAttribute('Location') ?? '',
      index: Number.parseInt(one.getAttribute('index') ?? '', 10) || 0,
      isDefault: /^(?:true|1)$/.test(one.getAttribute('isDefault') ?? ''),
    }))
    .filter(({ url }) => isAddress(url))
    .sort((a, b) => Number(b.isDefault) - Number(a.isDefault) || a.index - b.index);
  const urls = [...new Set(endpoints.map(({ url }) => url))];
  if (urls.length === 0 || urls.length > maxAdditionalAcsUrls + 1) {
    throw refuse('The metadata has no ACS URL for the HTTP-POST binding, or too many.');
  }
  return urls;
}

/** The first that has not expired: applications list the next certificate after the present one. */
function certificateIn(service: XmlElement, use: 'signing' | 'encryption'): string | null {
  const contents = childrenOf(service, namespaces.md, 'KeyDescriptor')
    .filter((one) => [use, '', null].includes(one.getAttribute('use')))
    .flatMap((one) => childrenOf(one, namespaces.ds, 'KeyInfo'))
    .flatMap((one) => childrenOf(one, namespaces.ds, 'X509Data'))
    .flatMap((one) => childrenOf(one, namespaces.ds, 'X509Certificate'))
    .map((one) => (textIn(one) ?? '').replace(/\s+/g, ''));
  const certificates = contents.map((content) =>
    readCertificate(`-----BEGIN CERTIFICATE-----\n${content}\n-----END CERTIFICATE-----\n`),
  );
  const isValid = ({ validTo }: X509Certificate) => Date.parse(validTo) > Date.now();
  return (certificates.find(isValid) ?? certificates[0])?.toString() ?? null;
}

/** Logout messages are sent by redirect, so an address for another binding is of no use. */
function logoutUrlIn(service: XmlElement): SamlService['singleLogoutUrl'] {
  return (
    childrenOf(service, namespaces.md, 'SingleLogoutService')
      .filter((one) => one.getAttribute('Binding') === samlBindings.redirect)
      .map((one) => one.getAttribute('Location') ?? '')
      .find(isAddress) ?? null
  );
}

/** The first supported format; service providers list them in the order of preference. */
function nameIdFormatIn(service: XmlElement): NameIdFormat | null {
  const formats = childrenOf(service, namespaces.md, 'NameIDFormat').map((one) => textIn(one)?.trim());
  return formats.flatMap((format) => NameIdFormat.safeParse(format).data ?? [])[0] ?? null;
}

/** Reads the metadata of one service provider (saml-metadata-2.0 §2.4.4). */
export function readService(metadata: string): SamlService {
  const { entity, service } = findService(parseDocument(metadata.replace(/^\uFEFF/, '').trim()));
  const entityId = entity.getAttribute('entityID') ?? '';
  if (!entityId.trim() || entityId.length > maxEntityId) {
    throw refuse('The metadata has no entityID, or a very long one.');
  }
  const signingCertificate = certificateIn(service, 'signing');
  return {
    entityId,
    acsUrls: acsUrlsIn(service),
    nameIdFormat: nameIdFormatIn(service),
    singleLogoutUrl: logoutUrlIn(service),
    signingCertificate,
    isSignatureRequired:
      signingCertificate !== null && /^(?:true|1)$/.test(service.getAttribute('AuthnRequestsSigned') ?? ''),
    encryptionCertificate: certificateIn(service, 'encryption'),
  };
}
