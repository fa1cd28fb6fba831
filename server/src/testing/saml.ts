import { createHash, sign } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import { newRsaKeys } from '#platform/testing/new-rsa-key';

export type SigningKey = { privateKey: string; certificate: string };

/** DER, as far as a certificate needs it (X.690 §8). */
function der(tag: number, ...contents: Uint8Array[]): Buffer {
  const body = Buffer.concat(contents);
  const size = body.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}
const sequence = (...contents: Uint8Array[]) => der(0x30, ...contents);
const sha256WithRsa = sequence(der(0x06, Buffer.from('2a864886f70d01010b', 'hex')), der(0x05));
const named = (name: string) =>
  sequence(der(0x31, sequence(der(0x06, Buffer.from('550403', 'hex')), der(0x0c, Buffer.from(name)))));
const time = (moment: Date) => der(0x17, Buffer.from(`${moment.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));

/** A new RSA key with a certificate that it signed itself. */
export function signingKey(validUntil = new Date(Date.now() + 365 * 86_400_000)): SigningKey {
  const { privateKey, publicKey } = newRsaKeys();
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    sha256WithRsa,
    named('idp.example'),
    sequence(time(new Date('2020-01-01')), time(validUntil)),
    named('idp.example'),
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey));
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: sequence(body, sha256WithRsa, signature).toString('base64'),
  };
}

export const metadataOf = ({
  entityId,
  signInEndpoint,
  key,
  logout,
}: {
  entityId: string;
  signInEndpoint: string;
  key: SigningKey;
  /** Where the provider takes part in single logout. */
  logout?: { binding: 'Redirect' | 'POST'; url: string };
}) =>
  `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}"><md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${key.certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>${logout ? `<md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-${logout.binding}" Location="${logout.url}"/>` : ''}<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${signInEndpoint}"/></md:IDPSSODescriptor></md:EntityDescriptor>`;

export type Assertion = {
  issuer: string;
  audience?: string | undefined;
  recipient?: string | undefined;
  inResponseTo?: string | undefined;
  nameId: string;
  attributes?: Record<string, string>;
  id?: string;
  /** Milliseconds from now. */
  notBefore?: number;
  notOnOrAfter?: number | undefined;
  hasConditions?: boolean;
  sessionIndex?: string;
};

let count = 0;
const at = (ms: number) => new Date(Date.now() + ms).toISOString();
const attribute = (name: string, value: string | undefined) => (value === undefined ? '' : ` ${name}="${value}"`);

export function assertionXml({ notBefore = -5000, hasConditions = true, ...given }: Assertion): string {
  count += 1;
  const id =
    given.id ?? `_a${count}${createHash('sha256').update(`${count}${process.pid}`).digest('hex').slice(0, 20)}`;
  const until = 'notOnOrAfter' in given ? given.notOnOrAfter : 60_000;
  const end = attribute('NotOnOrAfter', until === undefined ? undefined : at(until));
  const audience = given.audience
    ? `<saml:AudienceRestriction><saml:Audience>${given.audience}</saml:Audience></saml:AudienceRestriction>`
    : '';
  const attributes = Object.entries(given.attributes ?? {}).map(
    ([name, value]) =>
      `<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`,
  );
  return `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" IssueInstant="${at(0)}"><saml:Issuer>${given.issuer}</saml:Issuer><saml:Subject><saml:NameID>${given.nameId}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData${end}${attribute('Recipient', given.recipient)}${attribute('InResponseTo', given.inResponseTo)}/></saml:SubjectConfirmation></saml:Subject>${hasConditions ? `<saml:Conditions NotBefore="${at(notBefore)}"${end}>${audience}</saml:Conditions>` : ''}<saml:AuthnStatement AuthnInstant="${at(0)}"${attribute('SessionIndex', given.sessionIndex)}><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement></saml:Assertion>`;
}

type SignOptions = { algorithm?: string; canonicalization?: string; certificate?: string };

/** Signs the element with this local name; the signature is placed after its issuer. */
export function signXml(
  xml: string,
  name: 'Assertion' | 'Response' | 'LogoutRequest' | 'LogoutResponse',
  privateKey: string,
  {
    algorithm = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalization = 'http://www.w3.org/2001/10/xml-exc-c14n#',
  }: SignOptions = {},
): string {
  const path = `//*[local-name(.)='${name}']`;
  const signer = new SignedXml({
    privateKey,
    signatureAlgorithm: algorithm,
    canonicalizationAlgorithm: canonicalization,
  });
  signer.addReference({
    xpath: path,
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', canonicalization],
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
  });
  signer.computeSignature(xml, {
    location: { reference: `${path}/*[local-name(.)='Issuer']`, action: 'after' },
    prefix: 'ds',
  });
  return signer.getSignedXml();
}

export const responseXml = (
  assertion: string,
  { issuer, destination, inResponseTo }: { issuer: string; destination?: string; inResponseTo?: string | undefined },
) =>
  `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_r${createHash('sha256').update(assertion).digest('hex').slice(0, 20)}" Version="2.0" IssueInstant="${at(0)}"${attribute('Destination', destination)}${attribute('InResponseTo', inResponseTo)}><saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>${assertion}</samlp:Response>`;

/** A response with a signed assertion, as identity providers send it. */
export const signedResponse = (assertion: Assertion, key: SigningKey, options?: SignOptions) =>
  responseXml(signXml(assertionXml(assertion), 'Assertion', key.privateKey, options), {
    issuer: assertion.issuer,
    inResponseTo: assertion.inResponseTo,
  });

type LogoutMessage = {
  id?: string;
  issuer: string;
  destination?: string | undefined;
  nameId?: string;
  sessionIndexes?: string[];
  notOnOrAfter?: number;
};

/** A logout request of an identity provider. */
export function logoutRequestXml({ id, issuer, destination, nameId, sessionIndexes = [], ...given }: LogoutMessage) {
  count += 1;
  const indexes = sessionIndexes.map((index) => `<samlp:SessionIndex>${index}</samlp:SessionIndex>`);
  const end = given.notOnOrAfter === undefined ? undefined : at(given.notOnOrAfter);
  return `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id ?? `_logout${count}`}" Version="2.0" IssueInstant="${at(0)}"${attribute('NotOnOrAfter', end)}${attribute('Destination', destination)}><saml:Issuer>${issuer}</saml:Issuer>${nameId === undefined ? '' : `<saml:NameID>${nameId}</saml:NameID>`}${indexes.join('')}</samlp:LogoutRequest>`;
}

/** Its answer to a logout request of ours. */
export function logoutResponseXml({
  issuer,
  destination,
  inResponseTo,
  status = 'Success',
}: LogoutMessage & { inResponseTo: string; status?: string }) {
  count += 1;
  return `<samlp:LogoutResponse xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_answer${count}" Version="2.0" IssueInstant="${at(0)}"${attribute('Destination', destination)}${attribute('InResponseTo', inResponseTo)}><saml:Issuer>${issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${status}"/></samlp:Status></samlp:LogoutResponse>`;
}

export const encode = (xml: string) => Buffer.from(xml).toString('base64');
