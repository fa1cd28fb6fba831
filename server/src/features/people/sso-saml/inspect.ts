import { createHash, X509Certificate } from 'node:crypto';
import type { SsoProblem } from '@postern/contracts/people/sso-connection-tests';
import type { XmlElement } from '@xmldom/xmldom';
import { attributeOf, clockSkewMs, elementAt, elementsOf, textIn } from '#features/messages/connectors';
import { type IdentityProvider, MetadataError, parseDocument } from './read-metadata.ts';

type FoundProblem = Pick<SsoProblem, 'code' | 'details'>;
type Service = { entityId: string; assertionConsumerServiceUrl: string };

const compare = (expected: string, received: string | undefined) =>
  `Expected: ${expected}\nReceived: ${received ?? '–'}`;

const hashOf = (certificate: string) => {
  try {
    const pem = new X509Certificate(
      certificate.includes('BEGIN') ? certificate : Buffer.from(certificate.replace(/\s+/g, ''), 'base64'),
    );
    return createHash('sha256').update(pem.raw).digest('hex');
  } catch {
    // Not a certificate; it then equals none of the saved ones.
    return undefined;
  }
};

function signatureProblems(
  response: XmlElement,
  assertion: XmlElement | undefined,
  provider: IdentityProvider,
): FoundProblem[] {
  const signatures = [elementAt(response, 'Signature'), elementAt(assertion, 'Signature')].filter(
    (one) => one !== undefined,
  );
  if (signatures.length === 0) {
    return [{ code: 'unsigned' }];
  }
  const known = provider.certificates.map(hashOf);
  const used = signatures
    .map((one) => textIn(elementAt(one, 'KeyInfo', 'X509Data', 'X509Certificate')))
    .filter((one) => one !== undefined);
  const foreign = used.map(hashOf).find((one) => !known.includes(one));
  return foreign ? [{ code: 'certificate_unknown', details: `SHA-256: ${foreign}` }] : [];
}

function timeProblem(element: XmlElement | undefined): FoundProblem[] {
  const NotBefore = attributeOf(element, 'NotBefore');
  const NotOnOrAfter = attributeOf(element, 'NotOnOrAfter');
  const now = Date.now();
  const isEarly = NotBefore !== undefined && now < Date.parse(NotBefore) - clockSkewMs;
  const isLate = NotOnOrAfter !== undefined && now >= Date.parse(NotOnOrAfter) + clockSkewMs;
  return isEarly || isLate
    ? [
        {
          code: 'clock',
          details: `NotBefore: ${NotBefore ?? '–'}\nNotOnOrAfter: ${NotOnOrAfter ?? '–'}\nThis server: ${new Date(now).toISOString()}`,
        },
      ]
    : [];
}

function statusProblem(response: XmlElement): FoundProblem[] {
  const status = elementAt(response, 'Status');
  const code = elementAt(status, 'StatusCode');
  const value = attributeOf(code, 'Value');
  if (value === undefined || value.endsWith(':Success')) {
    return [];
  }
  const inner = attributeOf(elementAt(code, 'StatusCode'), 'Value');
  const details = [value, inner, textIn(elementAt(status, 'StatusMessage'))].filter(Boolean).join('\n').slice(0, 1000);
  const isDenied = [value, inner].some((one) => one?.endsWith(':RequestDenied') || one?.endsWith(':AuthnFailed'));
  return [{ code: isDenied ? 'access_denied' : 'provider_refused', details }];
}

function assertionProblems(
  response: XmlElement,
  assertion: XmlElement,
  provider: IdentityProvider,
  service: Service,
): FoundProblem[] {
  const problems: FoundProblem[] = [];
  const issuers = [textIn(elementAt(assertion, 'Issuer')), textIn(elementAt(response, 'Issuer')) ?? provider.entityId];
  if (issuers.some((one) => one !== provider.entityId)) {
    problems.push({
      code: 'issuer',
      details: compare(
        provider.entityId,
        issuers.find((one) => one !== provider.entityId),
      ),
    });
  }
  const conditions = elementAt(assertion, 'Conditions');
  const audiences = elementsOf(conditions, 'AudienceRestriction')
    .flatMap((one) => elementsOf(one, 'Audience'))
    .map((one) => textIn(one) ?? '');
  if (!audiences.includes(service.entityId)) {
    problems.push({ code: 'audience', details: compare(service.entityId, audiences.join(', ') || undefined) });
  }
  const data = elementAt(assertion, 'Subject', 'SubjectConfirmation', 'SubjectConfirmationData');
  const recipient = attributeOf(data, 'Recipient');
  const wrong = [recipient, attributeOf(response, 'Destination')].find(
    (one) => one !== undefined && one !== service.assertionConsumerServiceUrl,
  );
  if (wrong !== undefined || recipient === undefined) {
    problems.push({ code: 'recipient', details: compare(service.assertionConsumerServiceUrl, wrong) });
  }
  problems.push(...(timeProblem(conditions)[0] ? timeProblem(conditions) : timeProblem(data)));
  return problems;
}

type Inspected = {
  problems: FoundProblem[];
  nameId: string | undefined;
  attributes: Record<string, string | string[]>;
};

function attributesIn(assertion: XmlElement): Inspected['attributes'] {
  const entries = elementsOf(elementAt(assertion, 'AttributeStatement'), 'Attribute').map((one): [string, string[]] => [
    attributeOf(one, 'Name') ?? '',
    elementsOf(one, 'AttributeValue').map((value) => textIn(value) ?? ''),
  ]);
  return Object.fromEntries(
    entries.slice(0, 200).map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  );
}

/** Reads a refused response to find out why. Nothing of it is verified, so it is for administrators' eyes only. */
export function inspectResponse(xml: string, provider: IdentityProvider, service: Service): Inspected {
  const nothing = { nameId: undefined, attributes: {} };
  let response: XmlElement;
  try {
    response = parseDocument(xml);
  } catch (error) {
    if (error instanceof MetadataError) {
      return { ...nothing, problems: [{ code: 'response_invalid', details: error.sentence }] };
    }
    throw error;
  }
  if (response.localName !== 'Response') {
    return { ...nothing, problems: [{ code: 'response_invalid' }] };
  }
  const refused = statusProblem(response);
  if (refused.length > 0) {
    return { ...nothing, problems: refused };
  }
  const assertion = elementAt(response, 'Assertion');
  if (!assertion) {
    const isEncrypted = elementAt(response, 'EncryptedAssertion') !== undefined;
    return { ...nothing, problems: [{ code: isEncrypted ? 'encrypted' : 'response_invalid' }] };
  }
  return {
    problems: [
      ...assertionProblems(response, assertion, provider, service),
      ...signatureProblems(response, assertion, provider),
    ],
    nameId: textIn(elementAt(assertion, 'Subject', 'NameID')),
    attributes: attributesIn(assertion),
  };
}
