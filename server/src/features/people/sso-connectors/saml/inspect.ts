import { createHash, X509Certificate } from 'node:crypto';
import { clockSkewMs } from '#features/messages/connectors';
import type { FoundProblem } from '../connection-test/problems.ts';
import { children, type IdentityProvider, MetadataError, type Node, parseXml } from './read-metadata.ts';

type Service = { entityId: string; assertionConsumerServiceUrl: string };

const first = (node: Node | undefined, ...path: string[]): Node | undefined =>
  path.reduce<Node | undefined>((found, name) => children(found, name)[0], node);

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

function signatureProblems(response: Node, assertion: Node | undefined, provider: IdentityProvider): FoundProblem[] {
  const signatures = [first(response, 'Signature'), first(assertion, 'Signature')].filter((one) => one !== undefined);
  if (signatures.length === 0) {
    return [{ code: 'unsigned' }];
  }
  const known = provider.certificates.map(hashOf);
  const used = signatures
    .map((one) => first(one, 'KeyInfo', 'X509Data', 'X509Certificate')?._)
    .filter((one) => one !== undefined);
  const foreign = used.map(hashOf).find((one) => !known.includes(one));
  return foreign ? [{ code: 'certificate_unknown', details: `SHA-256: ${foreign}` }] : [];
}

function timeProblem({ NotBefore, NotOnOrAfter }: Record<string, string> = {}): FoundProblem[] {
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

function statusProblem(response: Node): FoundProblem[] {
  const status = first(response, 'Status');
  const code = first(status, 'StatusCode');
  const value = code?.$?.Value;
  if (value === undefined || value.endsWith(':Success')) {
    return [];
  }
  const inner = first(code, 'StatusCode')?.$?.Value;
  const details = [value, inner, first(status, 'StatusMessage')?._].filter(Boolean).join('\n').slice(0, 1000);
  const isDenied = [value, inner].some((one) => one?.endsWith(':RequestDenied') || one?.endsWith(':AuthnFailed'));
  return [{ code: isDenied ? 'access_denied' : 'provider_refused', details }];
}

function assertionProblems(
  response: Node,
  assertion: Node,
  provider: IdentityProvider,
  service: Service,
): FoundProblem[] {
  const problems: FoundProblem[] = [];
  const issuer = first(assertion, 'Issuer')?._;
  if (issuer !== provider.entityId) {
    problems.push({ code: 'issuer', details: compare(provider.entityId, issuer) });
  }
  const conditions = first(assertion, 'Conditions');
  const audiences = children(conditions, 'AudienceRestriction')
    .flatMap((one) => children(one, 'Audience'))
    .map(({ _ }) => _ ?? '');
  if (!audiences.includes(service.entityId)) {
    problems.push({ code: 'audience', details: compare(service.entityId, audiences.join(', ') || undefined) });
  }
  const data = first(assertion, 'Subject', 'SubjectConfirmation', 'SubjectConfirmationData')?.$;
  const wrong = [data?.Recipient, response.$?.Destination].find(
    (one) => one !== undefined && one !== service.assertionConsumerServiceUrl,
  );
  if (wrong !== undefined || data?.Recipient === undefined) {
    problems.push({ code: 'recipient', details: compare(service.assertionConsumerServiceUrl, wrong) });
  }
  problems.push(...(timeProblem(conditions?.$)[0] ? timeProblem(conditions?.$) : timeProblem(data)));
  return problems;
}

type Inspected = {
  problems: FoundProblem[];
  nameId: string | undefined;
  attributes: Record<string, string | string[]>;
};

function attributesIn(assertion: Node | undefined): Inspected['attributes'] {
  const entries = children(first(assertion, 'AttributeStatement'), 'Attribute').map((one): [string, string[]] => [
    one.$?.Name ?? '',
    children(one, 'AttributeValue').map(({ _ }) => _ ?? ''),
  ]);
  return Object.fromEntries(
    entries.slice(0, 200).map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  );
}

/** Reads a refused response to find out why. Nothing of it is verified, so it is for administrators' eyes only. */
export async function inspectResponse(xml: string, provider: IdentityProvider, service: Service): Promise<Inspected> {
  const nothing = { nameId: undefined, attributes: {} };
  let document: Record<string, Node>;
  try {
    document = await parseXml(xml.trim());
  } catch (error) {
    if (error instanceof MetadataError) {
      return { ...nothing, problems: [{ code: 'response_invalid', details: error.sentence }] };
    }
    throw error;
  }
  const response = document.Response;
  if (!response) {
    return { ...nothing, problems: [{ code: 'response_invalid' }] };
  }
  const refused = statusProblem(response);
  if (refused.length > 0) {
    return { ...nothing, problems: refused };
  }
  const assertion = first(response, 'Assertion');
  if (!assertion) {
    const isEncrypted = first(response, 'EncryptedAssertion') !== undefined;
    return { ...nothing, problems: [{ code: isEncrypted ? 'encrypted' : 'response_invalid' }] };
  }
  return {
    problems: [
      ...assertionProblems(response, assertion, provider, service),
      ...signatureProblems(response, assertion, provider),
    ],
    nameId: first(assertion, 'Subject', 'NameID')?._,
    attributes: attributesIn(assertion),
  };
}
