import { randomBytes } from 'node:crypto';
import type { SamlSettings } from '@postern/contracts/access/saml-applications';
import { namespaces, printXml, type Xml, xml } from './build-xml.ts';
import { encryptAssertion } from './encrypt-assertion.ts';
import type { Attribute, NameId } from './map-claims.ts';
import { type SigningKey, signRoot } from './sign-xml.ts';

const validMinutes = 10;
/** Clocks of service providers may be behind. */
const skewSeconds = 60;

/** An xs:ID must not start with a digit. */
export const newMessageId = () => `_${randomBytes(20).toString('hex')}`;
const timestamp = (time: number) => new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');

type Envelope = { id: string; now: number; issuer: string; destination: string; inResponseTo: string | null };

const responseAttributes = ({ id, now, destination, inResponseTo }: Envelope) => ({
  'xmlns:samlp': namespaces.samlp,
  'xmlns:saml': namespaces.saml,
  ID: id,
  Version: '2.0',
  IssueInstant: timestamp(now),
  Destination: destination,
  InResponseTo: inResponseTo ?? undefined,
});

const statusCode = (...codes: string[]): Xml | undefined => {
  const [first, ...rest] = codes;
  return first === undefined
    ? undefined
    : xml('samlp:StatusCode', { Value: `urn:oasis:names:tc:SAML:2.0:status:${first}` }, statusCode(...rest));
};

const response = (envelope: Envelope, codes: string[], ...children: Xml[]): Xml =>
  xml(
    'samlp:Response',
    responseAttributes(envelope),
    xml('saml:Issuer', {}, envelope.issuer),
    xml('samlp:Status', {}, statusCode(...codes)),
    ...children,
  );

/** A response without an assertion: `codes` are the status and the more specific one (saml-core-2.0 §3.2.2.2). */
export const buildFailure = (envelope: Omit<Envelope, 'id' | 'now'>, codes: string[], key: SigningKey): string =>
  signRoot(printXml(response({ ...envelope, id: newMessageId(), now: Date.now() }, codes)), key);

export const buildLogoutResponse = (envelope: Omit<Envelope, 'id' | 'now'>, codes: string[]): string =>
  printXml(
    xml(
      'samlp:LogoutResponse',
      responseAttributes({ ...envelope, id: newMessageId(), now: Date.now() }),
      xml('saml:Issuer', {}, envelope.issuer),
      xml('samlp:Status', {}, statusCode(...codes)),
    ),
  );

type LogoutRequest = {
  id: string;
  issuer: string;
  destination: string;
  name: LogoutName;
  sessionIndex?: string | undefined;
};

type LogoutName = {
  format?: string | undefined;
  value: string;
  nameQualifier?: string | undefined;
  spNameQualifier?: string | undefined;
};

/** The name must be the one of the assertion, with its format and qualifier (saml-core-2.0 §3.7.1). */
export function buildLogoutRequest({ id, issuer, destination, name, sessionIndex }: LogoutRequest): string {
  const now = Date.now();
  return printXml(
    xml(
      'samlp:LogoutRequest',
      {
        'xmlns:samlp': namespaces.samlp,
        'xmlns:saml': namespaces.saml,
        ID: id,
        Version: '2.0',
        IssueInstant: timestamp(now),
        NotOnOrAfter: timestamp(now + validMinutes * 60_000),
        Destination: destination,
      },
      xml('saml:Issuer', {}, issuer),
      xml(
        'saml:NameID',
        { Format: name.format, NameQualifier: name.nameQualifier, SPNameQualifier: name.spNameQualifier },
        name.value,
      ),
      sessionIndex !== undefined && xml('samlp:SessionIndex', {}, sessionIndex),
    ),
  );
}

type Issue = {
  issuer: string;
  audience: string;
  acsUrl: string;
  inResponseTo: string | null;
  sessionIndex: string;
  authTime: number;
  authnContext: string;
  nameId: NameId;
  attributes: Attribute[];
  encryption: SamlSettings['encryption'];
  key: SigningKey;
};

/** saml-core-2.0 §8.2: service providers look a name up in the list of its format. */
const nameFormatOf = (name: string) =>
  `urn:oasis:names:tc:SAML:2.0:attrname-format:${/^(?:urn:|https?:\/\/)/i.test(name) ? 'uri' : 'basic'}`;

const attributeXml = ({ name, values }: Attribute): Xml =>
  xml(
    'saml:Attribute',
    { Name: name, NameFormat: nameFormatOf(name) },
    ...values.map((value) => xml('saml:AttributeValue', { 'xsi:type': 'xs:string' }, value)),
  );

function assertion(issue: Issue, now: number): Xml {
  const end = timestamp(now + validMinutes * 60_000);
  const { nameId, attributes } = issue;
  return xml(
    'saml:Assertion',
    {
      'xmlns:saml': namespaces.saml,
      'xmlns:xs': namespaces.xs,
      'xmlns:xsi': namespaces.xsi,
      ID: newMessageId(),
      Version: '2.0',
      IssueInstant: timestamp(now),
    },
    xml('saml:Issuer', {}, issue.issuer),
    xml(
      'saml:Subject',
      {},
      xml('saml:NameID', { Format: nameId.format, SPNameQualifier: issue.audience }, nameId.value),
      xml(
        'saml:SubjectConfirmation',
        { Method: 'urn:oasis:names:tc:SAML:2.0:cm:bearer' },
        xml('saml:SubjectConfirmationData', {
          NotOnOrAfter: end,
          Recipient: issue.acsUrl,
          InResponseTo: issue.inResponseTo ?? undefined,
        }),
      ),
    ),
    xml(
      'saml:Conditions',
      { NotBefore: timestamp(now - skewSeconds * 1000), NotOnOrAfter: end },
      xml('saml:AudienceRestriction', {}, xml('saml:Audience', {}, issue.audience)),
    ),
    xml(
      'saml:AuthnStatement',
      { AuthnInstant: timestamp(issue.authTime), SessionIndex: issue.sessionIndex },
      xml('saml:AuthnContext', {}, xml('saml:AuthnContextClassRef', {}, issue.authnContext)),
    ),
    attributes.length > 0 && xml('saml:AttributeStatement', {}, ...attributes.map(attributeXml)),
  );
}

/** Marks where the finished assertion is put: it is signed and encrypted as text, before the response is signed. */
const placeholder = 'saml:Assertion';

/**
 * The signed response. The assertion is signed as well, unless it is encrypted and only the encrypted text is to be
 * signed.
 */
export async function buildResponse(issue: Issue): Promise<string> {
  const now = Date.now();
  const { encryption, key } = issue;
  const plain = printXml(assertion(issue, now));
  const signed = encryption?.encryptAssertion && encryption.encryptThenSign ? plain : signRoot(plain, key);
  const content =
    encryption?.encryptAssertion && encryption.certificate
      ? `<saml:EncryptedAssertion>${await encryptAssertion(signed, encryption.certificate)}</saml:EncryptedAssertion>`
      : signed;
  const envelope = {
    id: newMessageId(),
    now,
    issuer: issue.issuer,
    destination: issue.acsUrl,
    inResponseTo: issue.inResponseTo,
  };
  const frame = printXml(response(envelope, ['Success'], xml(placeholder)));
  return signRoot(
    frame.replace(`<${placeholder}/>`, () => content),
    key,
  );
}
