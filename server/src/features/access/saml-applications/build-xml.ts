import { DOMImplementation, XMLSerializer, type XmlDocument, type XmlElement } from '@xmldom/xmldom';

export const namespaces = {
  saml: 'urn:oasis:names:tc:SAML:2.0:assertion',
  samlp: 'urn:oasis:names:tc:SAML:2.0:protocol',
  md: 'urn:oasis:names:tc:SAML:2.0:metadata',
  ds: 'http://www.w3.org/2000/09/xmldsig#',
  xs: 'http://www.w3.org/2001/XMLSchema',
  xsi: 'http://www.w3.org/2001/XMLSchema-instance',
} as const;

type Child = Xml | string | undefined | false;
export type Xml = { name: string; attributes: Record<string, string | undefined>; children: Child[] };

export const xml = (name: string, attributes: Xml['attributes'] = {}, ...children: Child[]): Xml => ({
  name,
  attributes,
  children,
});

/** XML 1.0 §2.2; also rejects surrogates without a partner. */
const isAllowed = (letter: string) => /^[\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]$/u.test(letter);
/** Iterates over code points. */
const clean = (text: string) => [...text].filter(isAllowed).join('');

const prefixOf = (name: string) => name.split(':')[0] as keyof typeof namespaces;

function append(document: XmlDocument, parent: XmlDocument | XmlElement, { name, attributes, children }: Xml): void {
  const element = document.createElementNS(namespaces[prefixOf(name)], name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined) {
      continue;
    }
    if (key.startsWith('xmlns:')) {
      element.setAttributeNS('http://www.w3.org/2000/xmlns/', key, value);
    } else if (key.includes(':')) {
      element.setAttributeNS(namespaces[prefixOf(key)], key, value);
    } else {
      element.setAttribute(key, clean(value));
    }
  }
  parent.appendChild(element);
  for (const child of children) {
    if (typeof child === 'string') {
      element.appendChild(document.createTextNode(clean(child)));
    } else if (child) {
      append(document, element, child);
    }
  }
}

/** Prints an element. The serializer escapes all values. */
export function printXml(root: Xml): string {
  const document = new DOMImplementation().createDocument(null, null, null);
  append(document, document, root);
  return new XMLSerializer().serializeToString(document);
}
