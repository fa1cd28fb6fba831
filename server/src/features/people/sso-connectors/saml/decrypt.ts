import { promisify } from 'node:util';
import { parseMessage } from '#features/access/saml-applications';
import { AppError } from '#platform/errors';

/** Wrong key, weak algorithm, changed content: all the same to the sender. */
const refuse = () => new AppError('connector.authorization_failed', { data: { error: 'invalid_assertion' } });

const isEncrypted = (xml: string) => /EncryptedAssertion/.test(xml);

/**
 * The decrypted assertion of a response; undefined if it is not encrypted. Only AES-GCM with RSA-OAEP is accepted: with
 * CBC or PKCS #1 v1.5, differences between refusals would reveal the content (XML Encryption 1.1 §6.1).
 */
export async function decryptAssertion(xml: string, privateKey: string): Promise<string | undefined> {
  if (!isEncrypted(xml)) {
    return undefined;
  }
  // Imported lazily, because most servers have no SAML connector.
  const [{ decrypt }, { XMLSerializer }] = await Promise.all([import('xml-encryption'), import('@xmldom/xmldom')]);
  try {
    const [encrypted, second] = Array.from(parseMessage(xml).getElementsByTagNameNS('*', 'EncryptedAssertion'));
    if (!encrypted || second) {
      throw refuse();
    }
    const text = new XMLSerializer().serializeToString(encrypted);
    return await promisify(decrypt)(text, { key: privateKey, disallowDecryptionWithInsecureAlgorithm: true });
  } catch {
    throw refuse();
  }
}
