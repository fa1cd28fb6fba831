import { X509Certificate } from 'node:crypto';
import { AppError } from '#platform/http/errors';

const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', publicExponent: new Uint8Array([1, 0, 1]) };
const keyLength = 4096;

/** A self-signed certificate: service providers trust it because an administrator gives it to them. */
export async function createCertificate(host: string, years: number) {
  // Loaded on first use, because most installations have no SAML application.
  const { X509CertificateGenerator } = await import('@peculiar/x509');
  const keys = await globalThis.crypto.subtle.generateKey({ ...algorithm, modulusLength: keyLength }, true, [
    'sign',
    'verify',
  ]);
  const notBefore = new Date();
  const expiresAt = new Date(notBefore);
  expiresAt.setUTCFullYear(expiresAt.getUTCFullYear() + years);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: [{ CN: [host] }, { O: ['Postern'] }],
    notBefore,
    notAfter: expiresAt,
    signingAlgorithm: algorithm,
    keys,
  });
  const privateKey = Buffer.from(await globalThis.crypto.subtle.exportKey('pkcs8', keys.privateKey));
  return {
    certificate: `${certificate.toString('pem').trim()}\n`,
    privateKey: `-----BEGIN PRIVATE KEY-----\n${privateKey.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END PRIVATE KEY-----\n`,
    expiresAt,
  };
}

/** Reads a certificate that an administrator pasted. Only RSA keys can encrypt and are used for signatures. */
export function readCertificate(pem: string): X509Certificate {
  try {
    const certificate = new X509Certificate(pem);
    if (/^\s*-----BEGIN CERTIFICATE-----/.test(pem) && certificate.publicKey.asymmetricKeyType === 'rsa') {
      return certificate;
    }
  } catch {
    // Not a certificate.
  }
  throw new AppError('application.saml.invalid_certificate_pem_format');
}

export function fingerprintsOf(pem: string) {
  const formatted = new X509Certificate(pem).fingerprint256;
  return { sha256: { formatted, unformatted: formatted.replaceAll(':', '') } };
}

/** The base64 content of a PEM certificate, as metadata and signatures contain it. */
export const contentOf = (pem: string) => new X509Certificate(pem).raw.toString('base64');
