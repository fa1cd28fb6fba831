import { promisify } from 'node:util';
import { encrypt } from 'xml-encryption';
import { readCertificate } from './create-certificate.ts';

const encryptXml = promisify(encrypt);

/** AES-256-GCM, with a key that is encrypted with RSA-OAEP for the certificate of the application. */
export function encryptAssertion(assertion: string, pem: string): Promise<string> {
  const certificate = readCertificate(pem);
  return encryptXml(assertion, {
    rsa_pub: certificate.publicKey.export({ type: 'spki', format: 'pem' }),
    pem: certificate.toString(),
    encryptionAlgorithm: 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
    keyEncryptionAlgorithm: 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
    disallowEncryptionWithInsecureAlgorithm: true,
  });
}
