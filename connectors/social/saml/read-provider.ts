import { createPrivateKey, X509Certificate } from 'node:crypto';
import { ConnectorError } from '../../kit/fail.ts';
import { findDescriptor } from '../../kit/saml/find-descriptor.ts';
import type { SamlProvider } from '../../kit/saml/open-library.ts';
import { readDocument } from '../../kit/saml/read-xml.ts';

const invalid = (field: string) => new ConnectorError('invalid_config', { fields: [field] });

/** A certificate as PEM or as plain base64, as metadata contains it. */
function readCertificate(given: string): string {
  const body = given.replace(/-----(?:BEGIN|END) CERTIFICATE-----/g, '').replace(/\s+/g, '');
  if (!/^[\d+/A-Za-z]+={0,2}$/.test(body)) {
    throw new ConnectorError('invalid_certificate');
  }
  try {
    return new X509Certificate(Buffer.from(body, 'base64')).toString();
  } catch {
    throw new ConnectorError('invalid_certificate');
  }
}

export function isCertificate(given: string): boolean {
  try {
    return readCertificate(given) !== '';
  } catch {
    // The form shows the reason.
    return false;
  }
}

/** A private key in PEM, without its password. */
export function readKey(field: string, key: string | undefined, passphrase: string | undefined): string {
  try {
    const parsed = createPrivateKey({ key: key ?? '', format: 'pem', ...(passphrase ? { passphrase } : {}) });
    return parsed.export({ type: 'pkcs8', format: 'pem' }).toString();
  } catch {
    throw invalid(field);
  }
}

/** Reads the metadata of one identity provider (SAML metadata §2.4.3). */
export function readProvider({
  idpMetadataXml,
  signInEndpoint,
  x509Certificate,
}: {
  idpMetadataXml: string;
  signInEndpoint?: string | undefined;
  x509Certificate: string;
}): SamlProvider {
  const found = findDescriptor(readDocument(idpMetadataXml, () => invalid('idpMetadataXml')));
  if (!found?.entityId) {
    throw invalid('idpMetadataXml');
  }
  const endpoint = signInEndpoint || found.signInEndpoint;
  if (!endpoint || !URL.canParse(endpoint) || !/^https?:/i.test(endpoint)) {
    throw invalid('signInEndpoint');
  }
  const certificates = [x509Certificate, ...found.certificates].map(readCertificate);
  return { entityId: found.entityId, signInEndpoint: endpoint, certificates: [...new Set(certificates)] };
}
