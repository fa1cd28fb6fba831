import { createVerify } from 'node:crypto';
import type { XmlElement } from '@xmldom/xmldom';
import { SignedXml } from 'xml-crypto';
import { namespaces } from './build-xml.ts';
import { readCertificate } from './create-certificate.ts';
import { childrenOf, invalid, parseMessage } from './read-message.ts';
import { algorithms } from './sign-xml.ts';

/** SHA-1 and HMAC are not accepted. */
const queryAlgorithms = new Map<string, string>([
  [algorithms.rsaSha256, 'RSA-SHA256'],
  [algorithms.rsaSha512, 'RSA-SHA512'],
]);

function decodeField(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw invalid('The query is not encoded correctly.');
  }
}

/**
 * The fields of a query as they are written. The server must have read the same ones: it also reads what follows a # in
 * an address, and decodes names.
 */
function readQuery(url: string): Map<string, string> {
  if (url.includes('#')) {
    throw invalid('The address has a fragment.');
  }
  const parts = new Map<string, string>();
  for (const part of url.slice(url.indexOf('?') + 1).split('&')) {
    const [name = ''] = part.split('=', 1);
    if (parts.has(name)) {
      throw invalid('The query has a field more than once.');
    }
    if (/[%+]/.test(name)) {
      throw invalid('The query has a field whose name is encoded.');
    }
    parts.set(name, part);
  }
  return parts;
}

/**
 * Verifies the signature of the HTTP-Redirect binding. It covers the fields in a fixed order, encoded as the sender
 * encoded them (saml-bindings-2.0 §3.4.4.1).
 */
export function verifyQuery(url: string, pem: string, field: 'SAMLRequest' | 'SAMLResponse'): void {
  const parts = readQuery(url);
  if (!parts.has(field)) {
    throw invalid('The message is not in the query.');
  }
  const decoded = (name: string) => decodeField((parts.get(name) ?? '').slice(name.length + 1));
  const algorithm = queryAlgorithms.get(decoded('SigAlg'));
  if (!algorithm) {
    throw invalid('The signature algorithm is not supported. Use RSA with SHA-256 or SHA-512.');
  }
  const present = [field, 'RelayState', 'SigAlg'].filter((name) => parts.has(name));
  const { publicKey } = readCertificate(pem);
  const verifies = (signed: string) =>
    createVerify(algorithm).update(signed).verify(publicKey, decoded('Signature'), 'base64');
  // Some libraries sign the values first and encode the URL differently afterwards. The values are the same.
  const isValid =
    verifies(present.map((name) => parts.get(name)).join('&')) ||
    verifies(present.map((name) => `${name}=${encodeURIComponent(decoded(name))}`).join('&'));
  if (!isValid) {
    throw invalid('The signature of the request is not valid.');
  }
}

function pick<T>(all: Record<string, T>, names: string[]): Record<string, T> {
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
}

/**
 * Verifies the signature in a posted message. Returns the root as it was signed: only these bytes are read afterwards,
 * so that unsigned content cannot be mixed in (signature wrapping). Returns undefined if the message is not signed.
 */
export function verifyEnvelope(text: string, pem: string): XmlElement | undefined {
  const root = parseMessage(text);
  const [signature, ...others] = childrenOf(root, namespaces.ds, 'Signature');
  if (!signature) {
    return undefined;
  }
  if (others.length > 0 || root.getElementsByTagNameNS(namespaces.ds, 'Signature').length > 1) {
    throw invalid('The message has more than one signature.');
  }
  const verifier = new SignedXml({ publicCert: readCertificate(pem).toString(), getCertFromKeyInfo: () => null });
  verifier.SignatureAlgorithms = pick(verifier.SignatureAlgorithms, [algorithms.rsaSha256, algorithms.rsaSha512]);
  verifier.HashAlgorithms = pick(verifier.HashAlgorithms, [algorithms.sha256, algorithms.sha512]);
  verifier.CanonicalizationAlgorithms = pick(verifier.CanonicalizationAlgorithms, [
    algorithms.canonical,
    algorithms.enveloped,
  ]);
  let signed: string[];
  try {
    verifier.loadSignature(signature);
    signed = verifier.checkSignature(text) ? verifier.getSignedReferences() : [];
  } catch {
    signed = [];
  }
  const [content] = signed;
  if (content === undefined || signed.length > 1) {
    throw invalid('The signature of the request is not valid.');
  }
  const verified = parseMessage(content);
  // The signed element must be the whole message and not a part of it.
  if (verified.getAttribute('ID') !== root.getAttribute('ID') || verified.nodeName !== root.nodeName) {
    throw invalid('The signature does not cover the request.');
  }
  return verified;
}
