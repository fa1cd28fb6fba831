import type { XmlElement } from '@xmldom/xmldom';
import { ConnectorError } from '../fail.ts';
import { countOf, hasDtd, isTooComplex, readXml } from './read-xml.ts';

/** Every refusal has the same code; the reason helps the administrator of the connector, and attackers know it. */
export const refuse = (error: string) => new ConnectorError('authorization_failed', { error });

export const invalidAssertion = 'invalid_assertion';

/** More than identity providers send. */
const maxLength = 256 * 1024;

/** SHA-1 is not weak as the digest of RSA-OAEP. */
const oaepDigest =
  /(<[\w:.-]*EncryptionMethod\s+Algorithm="http:\/\/www\.w3\.org\/2001\/04\/xmlenc#rsa-oaep-mgf1p"\s*>\s*)<[\w:.-]*DigestMethod\s[^<>]*>/g;

/** Each of up to three signatures has two. The library reads all of them before it refuses more. */
const maxTransforms = 20;

/**
 * Constructs that identity providers do not use and attacks need: entities, comments that split a name, processing
 * instructions, and signature methods without an RSA or ECDSA key or with a broken digest.
 */
export function requireHarmless(xml: string): void {
  if (isTooComplex(xml) || countOf(xml, /<[\w:.-]*Transform[\s/>]/g) > maxTransforms) {
    throw refuse('too_large');
  }
  if (hasDtd(xml)) {
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

export const parseXml = (xml: string): XmlElement => readXml(xml, () => refuse(invalidAssertion));

/** Messages have ten at most, and blanks in between. The library takes quadratic time for more, before it verifies. */
const maxChildren = 100;

export function requireFewChildren(...elements: XmlElement[]): void {
  if (elements.some(({ childNodes }) => childNodes && childNodes.length > maxChildren)) {
    throw refuse('too_large');
  }
}

const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol';

const childOf = (parent: XmlElement | undefined, name: string, namespace = protocol) =>
  Array.from(parent?.childNodes ?? []).find(
    (node) => node.nodeType === 1 && node.namespaceURI === namespace && node.localName === name,
  );

const assertion = 'urn:oasis:names:tc:SAML:2.0:assertion';

type Expected = { issuer: string; destination: string };

/**
 * What a response says about itself. It may be unsigned, so it proves nothing, but a response that names another receiver
 * or sender must be refused (SAML core §3.2.2, SAML profiles §4.1.4.2).
 */
function requireEnvelope(root: XmlElement, { issuer, destination }: Expected): void {
  if (root.hasAttribute('Destination') && root.getAttribute('Destination') !== destination) {
    throw refuse('destination_mismatch');
  }
  const named = childOf(root, 'Issuer', assertion);
  if (named && named.textContent?.trim() !== issuer) {
    throw refuse('issuer_mismatch');
  }
}

/**
 * The XML of a response that says that the sign-in succeeded. A response with an assertion and another status is not a
 * sign-in (SAML core §3.2.2.2).
 */
export function decodeResponse(response: string, expected: Expected): string {
  if (response.length > maxLength * 1.4) {
    throw refuse('too_large');
  }
  const xml = Buffer.from(response, 'base64').toString('utf8');
  if (!/^\s*(?:<\?xml[^>]*\?>\s*)?<[\w:.-]*Response[\s>]/.test(xml)) {
    throw refuse('not_a_response');
  }
  requireHarmless(xml);
  const root = parseXml(xml);
  requireFewChildren(root);
  requireFewChildren(...Array.from(root.childNodes));
  const code = childOf(childOf(root, 'Status'), 'StatusCode')?.getAttribute('Value');
  if (code !== 'urn:oasis:names:tc:SAML:2.0:status:Success') {
    throw refuse('status');
  }
  requireEnvelope(root, expected);
  return xml;
}
