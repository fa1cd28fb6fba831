import { createSign } from 'node:crypto';
import { SignedXml } from 'xml-crypto';

export const algorithms = {
  rsaSha256: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  rsaSha512: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  sha256: 'http://www.w3.org/2001/04/xmlenc#sha256',
  sha512: 'http://www.w3.org/2001/04/xmlenc#sha512',
  canonical: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  enveloped: 'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
} as const;

export type SigningKey = { privateKey: string; certificate: string };

/** Signs the root element. The signature follows the issuer (saml-core-2.0 §3.2.1). */
export function signRoot(xml: string, { privateKey, certificate }: SigningKey): string {
  const signature = new SignedXml({
    privateKey,
    publicCert: certificate,
    signatureAlgorithm: algorithms.rsaSha256,
    canonicalizationAlgorithm: algorithms.canonical,
  });
  signature.addReference({
    xpath: '/*',
    digestAlgorithm: algorithms.sha256,
    transforms: [algorithms.enveloped, algorithms.canonical],
  });
  const issuer = "/*/*[local-name(.)='Issuer']";
  signature.computeSignature(xml, { prefix: 'ds', location: { reference: issuer, action: 'after' } });
  return signature.getSignedXml();
}

/** The query of a signed message (saml-bindings-2.0 §3.4.4.1). */
export function signQuery(fields: [string, string][], { privateKey }: SigningKey): string {
  const query = [...fields, ['SigAlg', algorithms.rsaSha256]]
    .map(([name = '', value = '']) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  const signature = createSign('RSA-SHA256').update(query).sign(privateKey, 'base64');
  return `${query}&Signature=${encodeURIComponent(signature)}`;
}
