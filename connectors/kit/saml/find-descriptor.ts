import type { XmlElement } from '@xmldom/xmldom';
import { attributeOf, elementAt, elementsOf, textIn } from './read-xml.ts';

const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

type Described = {
  descriptor: XmlElement;
  entityId: string | undefined;
  /** Of the redirect binding. */
  signInEndpoint: string | undefined;
  /** As written, all that may sign. */
  certificates: string[];
};

/** The only identity provider in metadata; undefined if there is none or more than one (SAML metadata §2.4.3). */
export function findDescriptor(root: XmlElement): Described | undefined {
  const entities =
    root.localName === 'EntityDescriptor'
      ? [root]
      : root.localName === 'EntitiesDescriptor'
        ? elementsOf(root, 'EntityDescriptor')
        : [];
  const [entity, second] = entities.filter((one) => elementAt(one, 'IDPSSODescriptor'));
  const descriptor = elementAt(entity, 'IDPSSODescriptor');
  if (!descriptor || second) {
    return undefined;
  }
  const service = elementsOf(descriptor, 'SingleSignOnService').find(
    (one) => attributeOf(one, 'Binding') === redirectBinding,
  );
  return {
    descriptor,
    entityId: attributeOf(entity, 'entityID'),
    signInEndpoint: attributeOf(service, 'Location'),
    certificates: elementsOf(descriptor, 'KeyDescriptor')
      .filter((one) => attributeOf(one, 'use') !== 'encryption')
      .flatMap((one) => elementsOf(one, 'KeyInfo'))
      .flatMap((one) => elementsOf(one, 'X509Data'))
      .flatMap((one) => elementsOf(one, 'X509Certificate'))
      .map((one) => textIn(one) ?? ''),
  };
}
