import type { XmlElement } from '@xmldom/xmldom';
import { ConnectorError } from '../fail.ts';

/** Every refusal has the same code; the reason helps the administrator of the connector, and attackers know it. */
export const refuse = (error: string) => new ConnectorError('authorization_failed', { error });

export const invalidAssertion = 'invalid_assertion';

/** More than identity providers send. */
const maxLength = 256 * 1024;

/** SHA-1 is not weak as the digest of RSA-OAEP. */
const oaepDigest =
  /(<[\w:.-]*EncryptionMethod\s+Algorithm="http:\/\/www\.w3\.org\/2001\/04\/xmlenc#rsa-oaep-mgf1p"\s*>\s*)<[\w:.-]*DigestMethod\s[^<>]*>/g;

/**
 * Constructs that identity providers do not use and attacks need: entities, comments that split a name, processing
 * instructions, and signature methods without an RSA or ECDSA key or with a broken digest.
 */
export function requireHarmless(xml: string): void {
  if (/<!DOCTYPE|<!ENTITY/i.test(xml)) {
    throw refuse('dtd');
  }
  if (xml.includes('<!--') || /<\?(?!xml\s)/.test(xml)) {
    throw refuse('comment');
  }
  // Only in names of algorithms: a user's name or encrypted text may contain "hmac" by chance.
  if (
    /Algorithm\s*=\s*["'][^"'<>]*hmac|xmldsig#(?:rsa-sha1|dsa-sha1|sha1)"|#rsa-md5|#md5"/i.test(
      xml.replace(oaepDigest, '$1'),
    )
  ) {
    throw refuse('weak_algorithm');
  }
}

export async function parseXml(xml: string): Promise<XmlElement> {
  // Imported lazily, because most servers have no SAML connector.
  const { DOMParser } = await import('@xmldom/xmldom');
  const stop = () => {
    throw refuse(invalidAssertion);
  };
  const parser = new DOMParser({ errorHandler: { warning: stop, error: stop, fatalError: stop } });
  return parser.parseFromString(xml, 'text/xml')?.documentElement ?? stop();
}

const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol';

const childOf = (parent: XmlElement | undefined, name: string) =>
  Array.from(parent?.childNodes ?? []).find(
    (node) => node.nodeType === 1 && node.namespaceURI === protocol && node.localName === name,
  );

/**
 * The XML of a response that says that the sign-in succeeded. A response with an assertion and another status is not a
 * sign-in (SAML core §3.2.2.2).
 */
export async function decodeResponse(response: string): Promise<string> {
  if (response.length > maxLength * 1.4) {
    throw refuse('too_large');
  }
  const xml = Buffer.from(response, 'base64').toString('utf8');
  if (!/^\s*(?:<\?xml[^>]*\?>\s*)?<[\w:.-]*Response[\s>]/.test(xml)) {
    throw refuse('not_a_response');
  }
  requireHarmless(xml);
  const code = childOf(childOf(await parseXml(xml), 'Status'), 'StatusCode')?.getAttribute('Value');
  if (code !== 'urn:oasis:names:tc:SAML:2.0:status:Success') {
    throw refuse('status');
  }
  return xml;
}
