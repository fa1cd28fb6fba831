import { inflateRawSync } from 'node:zlib';
import type { XmlElement } from '@xmldom/xmldom';
import { readXml } from '#features/messages/connectors';
import { AppError } from '#platform/http/errors';

const maxMessage = 64 * 1024;

export const invalid = (details: string) => new AppError('application.saml.invalid_saml_request', { details });

const decodeBase64 = (text: string): Buffer => {
  const compact = text.replace(/\s/g, '');
  if (!/^[\d+/A-Za-z]+={0,2}$/.test(compact)) {
    throw invalid('The message is not base64.');
  }
  return Buffer.from(compact, 'base64');
};

/** The output is limited, so that a small message cannot fill the memory. */
function inflate(bytes: Buffer): Buffer {
  try {
    return inflateRawSync(bytes, { maxOutputLength: maxMessage });
  } catch {
    throw invalid('The message is not compressed with DEFLATE, or is too long.');
  }
}

/** XML begins with a bracket, maybe after white space or a byte order mark. */
const isXml = (bytes: Buffer) => /^(?:\ufeff|\s)*</.test(bytes.subarray(0, 64).toString('utf8'));

/** Messages of the HTTP-POST binding are not compressed; some service providers compress them nevertheless. */
export function decodeMessage(encoded: string, binding: 'redirect' | 'post'): string {
  const bytes = decodeBase64(encoded);
  const content = binding === 'redirect' || !isXml(bytes) ? inflate(bytes) : bytes;
  if (content.length > maxMessage) {
    throw invalid('The message is too long.');
  }
  return content.toString('utf8');
}

const notAllowed = /<!|<\?(?!xml\s)/;

/**
 * Parses a message strictly. Document types, entities, comments, CDATA and processing instructions are rejected before
 * parsing: no service provider sends them, and parsers disagree about them.
 */
export function parseMessage(text: string): XmlElement {
  if (notAllowed.test(text)) {
    throw invalid('Document types, comments, CDATA and processing instructions are not allowed.');
  }
  return readXml(text, (_fault, message) => invalid(`The message is not well-formed: ${message}`));
}

/** Child elements with this name. */
export function childrenOf(parent: XmlElement, namespace: string, name: string): XmlElement[] {
  return Array.from(parent.childNodes).filter(
    (node) => node.nodeType === 1 && node.namespaceURI === namespace && node.localName === name,
  );
}

/** The text of the only child with this name; undefined if there is none. */
export function textOf(parent: XmlElement, namespace: string, name: string): string | undefined {
  const [first, ...others] = childrenOf(parent, namespace, name);
  if (others.length > 0) {
    throw invalid(`The message has more than one ${name}.`);
  }
  return first?.textContent?.trim();
}
