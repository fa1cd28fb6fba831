import { promisify } from 'node:util';
import type { XmlElement } from '@xmldom/xmldom';
import { invalidAssertion, parseXml, refuse } from './require-harmless.ts';

/** Wrong key, weak algorithm, changed content: all the same to the sender. */
const unreadable = () => refuse(invalidAssertion);

type ReadSigned = (xml: string, certificate: string) => XmlElement | undefined;

const isEncrypted = (xml: string) => /EncryptedAssertion/.test(xml);

const cbcMethods = [128, 192, 256].map((bits) => `http://www.w3.org/2001/04/xmlenc#aes${bits}-cbc`);
const oaepMethods = ['http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p', 'http://www.w3.org/2009/xmlenc11#rsa-oaep'];

function encryptedIn(root: XmlElement): XmlElement {
  const [encrypted, second] = Array.from(root.getElementsByTagNameNS('*', 'EncryptedAssertion'));
  if (!encrypted || second) {
    throw unreadable();
  }
  return encrypted;
}

const methodsIn = (encrypted: XmlElement) =>
  Array.from(encrypted.getElementsByTagNameNS('*', 'EncryptionMethod'), (one) => one.getAttribute('Algorithm') ?? '');

/** The response as one of these certificates has signed it; undefined if it is not signed as a whole. */
function signedResponse(
  xml: string,
  certificates: readonly string[],
  readSigned: ReadSigned | undefined,
): XmlElement | undefined {
  for (const certificate of certificates) {
    try {
      return readSigned?.(xml, certificate);
    } catch {
      // Signed with another certificate of the identity provider, or not valid.
    }
  }
  return undefined;
}

/** `isVerified`: the identity provider signed the response with the encrypted assertion in it. */
type Decrypted = { assertion: string; privateKey: string; isVerified: boolean };

/**
 * The decrypted assertion of a response; undefined if it is not encrypted. AES-GCM with RSA-OAEP is accepted always.
 * With AES-CBC, differences between refusals would reveal the content (XML Encryption 1.1 §6.1), so it is decrypted only
 * in a response whose signature is valid: nobody can try out changed content. PKCS #1 v1.5 is never accepted.
 */
export async function decryptAssertion(
  xml: string,
  privateKeys: readonly string[],
  certificates: readonly string[],
  readSigned?: ReadSigned,
): Promise<Decrypted | undefined> {
  if (!isEncrypted(xml)) {
    return undefined;
  }
  // Imported lazily, because most servers have no SAML connector.
  const [{ decrypt }, { XMLSerializer }] = await Promise.all([import('xml-encryption'), import('@xmldom/xmldom')]);
  /** While a key is replaced, there are several. RSA-OAEP tells which one is right. */
  async function decryptElement(element: XmlElement, isVerified: boolean): Promise<Decrypted> {
    const text = new XMLSerializer().serializeToString(element);
    for (const key of privateKeys) {
      try {
        const options = { key, disallowDecryptionWithInsecureAlgorithm: !isVerified, warnInsecureAlgorithm: false };
        return { assertion: await promisify(decrypt)(text, options), privateKey: key, isVerified };
      } catch {
        // Encrypted for another key, or not valid.
      }
    }
    throw unreadable();
  }
  try {
    const encrypted = encryptedIn(parseXml(xml));
    if (!methodsIn(encrypted).some((method) => cbcMethods.includes(method))) {
      return await decryptElement(encrypted, false);
    }
    const signed = signedResponse(xml, certificates, readSigned);
    const verified = signed && encryptedIn(signed);
    const [content = '', transport = '', third] = verified ? methodsIn(verified) : [];
    // Only bytes that were signed are decrypted, by exactly these methods.
    if (!verified || !cbcMethods.includes(content) || !oaepMethods.includes(transport) || third !== undefined) {
      throw unreadable();
    }
    return await decryptElement(verified, true);
  } catch {
    throw unreadable();
  }
}
