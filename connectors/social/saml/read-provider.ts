import { createPrivateKey, X509Certificate } from 'node:crypto';
import { ConnectorError } from '../../kit/fail.ts';
import type { SamlProvider } from '../../kit/saml/open-library.ts';

const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

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

type Node = { $?: Record<string, string>; _?: string } & { [child: string]: Node[] | undefined };

const children = (node: Node | undefined, name: string): Node[] => {
  const found = node?.[name];
  return Array.isArray(found) ? found.filter((one) => typeof one === 'object') : [];
};

/** Documents with a DTD can contain entities that read files or grow without limit, so they are refused unread. */
async function parseXml(xml: string): Promise<Record<string, Node>> {
  if (/<!(?:DOCTYPE|ENTITY|ELEMENT|ATTLIST|NOTATION)/i.test(xml)) {
    throw invalid('idpMetadataXml');
  }
  // Imported lazily, because most servers have no SAML connector.
  const { Parser, processors } = (await import('xml2js')).default;
  let document: Record<string, Node> | undefined;
  // Not async, so the callback runs before parseString returns.
  new Parser({ tagNameProcessors: [processors.stripPrefix], explicitCharkey: true, async: false }).parseString(
    xml,
    (error: unknown, parsed: Record<string, Node>) => {
      document = error ? undefined : parsed;
    },
  );
  if (!document) {
    throw invalid('idpMetadataXml');
  }
  return document;
}

/** Reads the metadata of one identity provider (SAML metadata §2.4.3). */
export async function readProvider({
  idpMetadataXml,
  signInEndpoint,
  x509Certificate,
}: {
  idpMetadataXml: string;
  signInEndpoint?: string | undefined;
  x509Certificate: string;
}): Promise<SamlProvider> {
  const document = await parseXml(idpMetadataXml.replace(/^\uFEFF/, '').trim());
  const entities = document.EntityDescriptor
    ? [document.EntityDescriptor]
    : children(document.EntitiesDescriptor, 'EntityDescriptor');
  const [entity, second] = entities.filter((one) => children(one, 'IDPSSODescriptor').length > 0);
  const [descriptor] = children(entity, 'IDPSSODescriptor');
  const entityId = entity?.$?.entityID;
  const endpoint =
    signInEndpoint ||
    children(descriptor, 'SingleSignOnService').find(({ $ }) => $?.Binding === redirectBinding)?.$?.Location;
  if (!descriptor || second || !entityId) {
    throw invalid('idpMetadataXml');
  }
  if (!endpoint || !URL.canParse(endpoint) || !/^https?:/i.test(endpoint)) {
    throw invalid('signInEndpoint');
  }
  const listed = children(descriptor, 'KeyDescriptor')
    .filter(({ $ }) => $?.use !== 'encryption')
    .flatMap((one) => children(one, 'KeyInfo'))
    .flatMap((one) => children(one, 'X509Data'))
    .flatMap((one) => children(one, 'X509Certificate'))
    .map(({ _: body }) => body ?? '');
  const certificates = [x509Certificate, ...listed].map(readCertificate);
  return { entityId, signInEndpoint: endpoint, certificates: [...new Set(certificates)] };
}
