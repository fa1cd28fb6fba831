import { webcrypto } from 'node:crypto';
// Needed by the next import.
import 'reflect-metadata';
import * as x509 from '@peculiar/x509';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const day = 86_400_000;

type TestCertificate = { pem: string; key: string; header: string };
export type TestAuthority = TestCertificate & { keys: webcrypto.CryptoKeyPair; name: string };

type CertificateOptions = {
  subject: string;
  /** The authority that signs it; itself by default. */
  issuer?: TestAuthority;
  names?: { type: 'dns' | 'url' | 'ip' | 'email'; value: string }[];
  usage?: x509.ExtendedKeyUsage[];
  isAuthority?: boolean;
  isExpired?: boolean;
};

/** A certificate with its private key. `header` is its value in `Client-Cert` (RFC 9440 §2.1). */
export async function createTestCertificate(wanted: CertificateOptions): Promise<TestAuthority> {
  x509.cryptoProvider.set(webcrypto);
  const { subject, issuer, names = [], usage = [], isAuthority = false, isExpired = false } = wanted;
  const keys = (await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as webcrypto.CryptoKeyPair;
  const certificate = await x509.X509CertificateGenerator.create({
    subject,
    issuer: issuer?.name ?? subject,
    notBefore: new Date(Date.now() - 30 * day),
    notAfter: new Date(Date.now() + (isExpired ? -1 : 30) * day),
    publicKey: keys.publicKey,
    signingKey: (issuer?.keys ?? keys).privateKey,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(isAuthority, undefined, true),
      ...(names.length > 0 ? [new x509.SubjectAlternativeNameExtension(names)] : []),
      ...(usage.length > 0 ? [new x509.ExtendedKeyUsageExtension(usage)] : []),
    ],
  });
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  return {
    pem: certificate.toString('pem'),
    key: `-----BEGIN PRIVATE KEY-----\n${pkcs8}\n-----END PRIVATE KEY-----\n`,
    header: `:${Buffer.from(certificate.rawData).toString('base64')}:`,
    keys,
    name: subject,
  };
}
