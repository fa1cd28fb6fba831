import { X509Certificate } from 'node:crypto';

/** The keys of registered certificates, in which the engine finds the certificate of a request (RFC 8705 §2.2.2). */
export const keysOfCertificates = (certificates: readonly string[]): object[] =>
  certificates.map((pem) => {
    const certificate = new X509Certificate(pem);
    return { ...certificate.publicKey.export({ format: 'jwk' }), x5c: [certificate.raw.toString('base64')] };
  });

/** Whether the engine can use the certificate. */
export function isUsableCertificate(pem: string): boolean {
  try {
    const [key] = keysOfCertificates([pem]) as [{ kty?: string; crv?: string }];
    return key.kty === 'RSA' || ['P-256', 'P-384', 'P-521', 'Ed25519'].includes(key.crv ?? '');
  } catch {
    return false;
  }
}
