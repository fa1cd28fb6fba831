import type { SAML } from '@node-saml/node-saml';
import type { XmlElement } from '@xmldom/xmldom';
import { decryptAssertion } from './decrypt-assertion.ts';
import { clockSkewMs, type SamlOptions, type SamlProvider, type SamlService, samlFor } from './open-library.ts';
import {
  decodeResponse,
  invalidAssertion,
  parseXml,
  refuse,
  requireFewChildren,
  requireHarmless,
} from './require-harmless.ts';

/** What a verified assertion says. */
export type SamlAssertion = {
  id: string;
  issuer: string;
  nameId: string;
  /** Format and qualifiers of the name, and the session at the provider, for single logout. */
  nameIdDetails?: { format?: string; nameQualifier?: string; spNameQualifier?: string };
  sessionIndex?: string;
  attributes: Record<string, string | string[]>;
  inResponseTo?: string;
  /** When the person signed in at the identity provider, in milliseconds. */
  authenticatedAt?: number;
  /** Until when it must not be used again. */
  expiresAt: number;
};

type Node = { $?: Record<string, string>; _?: string } & { [child: string]: Node[] | undefined };

const first = (node: Node | undefined, name: string): Node | undefined => node?.[name]?.[0];

function requireTimes(data: Record<string, string> | undefined, what: string): number {
  const end = Date.parse(data?.NotOnOrAfter ?? '');
  const start = data?.NotBefore === undefined ? 0 : Date.parse(data.NotBefore);
  if (Number.isNaN(end) || Number.isNaN(start)) {
    throw refuse(`${what}_time_missing`);
  }
  if (Date.now() >= end + clockSkewMs || Date.now() < start - clockSkewMs) {
    throw refuse(`${what}_time`);
  }
  return end;
}

/**
 * An assertion about a sign-in that has not ended: others only list attributes (SAML profiles §4.1.4.2). Returns when it
 * was.
 */
function requireAuthentication(assertion: Node): number | undefined {
  const statements = assertion.AuthnStatement ?? [];
  if (statements.length === 0) {
    throw refuse('authn_statement_missing');
  }
  for (const { $ } of statements) {
    const end = $?.SessionNotOnOrAfter;
    if (end !== undefined && !(Date.now() < Date.parse(end) + clockSkewMs)) {
      throw refuse('session_time');
    }
  }
  const times = statements.map(({ $ }) => Date.parse($?.AuthnInstant ?? '')).filter((time) => !Number.isNaN(time));
  return times.length > 0 ? Math.min(...times) : undefined;
}

/** The conditions that the library treats as optional are mandatory here (SAML profiles §4.1.4.2). */
function requireConditions(assertion: Node, provider: SamlProvider, service: SamlService) {
  if (first(assertion, 'Issuer')?._ !== provider.entityId) {
    throw refuse('issuer_mismatch');
  }
  const conditions = first(assertion, 'Conditions');
  const end = requireTimes(conditions?.$, 'conditions');
  const audiences = (conditions?.AudienceRestriction ?? []).map((one) => one.Audience?.map(({ _ }) => _) ?? []);
  if (audiences.length === 0 || !audiences.every((one) => one.includes(service.entityId))) {
    throw refuse('audience_mismatch');
  }
  const bearer = first(assertion, 'Subject')?.SubjectConfirmation?.find(
    ({ $ }) => $?.Method === 'urn:oasis:names:tc:SAML:2.0:cm:bearer',
  );
  const data = first(bearer, 'SubjectConfirmationData')?.$;
  if (!data || data.Recipient !== service.assertionConsumerServiceUrl) {
    throw refuse('recipient_mismatch');
  }
  return { expiresAt: Math.max(end, requireTimes(data, 'subject')) + clockSkewMs, inResponseTo: data.InResponseTo };
}

const isText = (value: unknown): value is string => typeof value === 'string';

function attributesOf(profile: Record<string, unknown>): SamlAssertion['attributes'] {
  const given = typeof profile.attributes === 'object' && profile.attributes !== null ? profile.attributes : {};
  const entries = Object.entries(given).flatMap(([name, value]): [string, string | string[]][] => {
    if (isText(value)) {
      return [[name, value]];
    }
    return Array.isArray(value) && value.every(isText) ? [[name, value]] : [];
  });
  return Object.fromEntries(entries.slice(0, 200));
}

const textIn = (profile: Record<string, unknown>, name: string) => {
  const value = profile[name];
  return isText(value) && value !== '' ? value : undefined;
};

function logoutDetailsOf(profile: Record<string, unknown>): Pick<SamlAssertion, 'nameIdDetails' | 'sessionIndex'> {
  const [format, nameQualifier, spNameQualifier, sessionIndex] = [
    'nameIDFormat',
    'nameQualifier',
    'spNameQualifier',
    'sessionIndex',
  ].map((name) => textIn(profile, name));
  return {
    nameIdDetails: {
      ...(format ? { format } : {}),
      ...(nameQualifier ? { nameQualifier } : {}),
      ...(spNameQualifier ? { spNameQualifier } : {}),
    },
    ...(sessionIndex ? { sessionIndex } : {}),
  };
}

/** A protected method of the library, which reads an assertion whose signature has been verified. */
type Reader = {
  processValidlySignedAssertionAsync(
    xml: string,
    response: string,
    inResponseTo: null,
  ): ReturnType<SAML['validatePostResponseAsync']>;
};

export type Verification = {
  provider: SamlProvider;
  service: SamlService;
  /** Private keys for encrypted assertions; several while one is replaced. */
  decryptionKeys?: readonly string[];
  /** The root of a response as this certificate has signed it. Without it, AES-CBC is refused. */
  readSigned?: (xml: string, certificate: string) => XmlElement | undefined;
  /** For the log: why the library refused a response. */
  onRefusal?: (error: unknown) => void;
  options?: Pick<SamlOptions, 'maxAgeMs'>;
};

/** `verified`: an assertion out of a response whose signature has been verified. The library does not decrypt AES-CBC. */
async function validate(saml: SAML, response: string, verified: string | undefined, { onRefusal }: Verification) {
  try {
    const { profile } =
      verified === undefined
        ? await saml.validatePostResponseAsync({ SAMLResponse: response })
        : await (saml as unknown as Reader).processValidlySignedAssertionAsync(verified, verified, null);
    return profile ?? undefined;
  } catch (error) {
    onRefusal?.(error);
    throw refuse(invalidAssertion);
  }
}

/** Verifies a response of an identity provider, for every kind of connector. Only values of the signed assertion are used. */
export async function verifyResponse(response: string, verification: Verification): Promise<SamlAssertion> {
  const { provider, service, decryptionKeys = [], readSigned, options } = verification;
  const expected = { issuer: provider.entityId, destination: service.assertionConsumerServiceUrl };
  const xml = decodeResponse(response, expected);
  const decrypted =
    decryptionKeys.length > 0
      ? await decryptAssertion(xml, decryptionKeys, provider.certificates, readSigned)
      : undefined;
  if (decrypted) {
    requireHarmless(decrypted.assertion);
    requireFewChildren(parseXml(decrypted.assertion));
  }
  const keys = decrypted ? { decryption: { privateKey: decrypted.privateKey } } : {};
  const saml = await samlFor(provider, service, keys, options);
  const profile = await validate(saml, response, decrypted?.isVerified ? decrypted.assertion : undefined, verification);
  // The library parses the verified bytes of the signed element again, so nothing else of the document is in here.
  const assertion = profile?.getAssertion?.().Assertion as Node | undefined;
  const id = assertion?.$?.ID;
  if (!profile || !assertion || !id || !profile.nameID) {
    throw refuse(invalidAssertion);
  }
  const authenticatedAt = requireAuthentication(assertion);
  const { expiresAt, inResponseTo } = requireConditions(assertion, provider, service);
  return {
    id,
    issuer: provider.entityId,
    nameId: profile.nameID,
    ...logoutDetailsOf(profile),
    attributes: attributesOf(profile),
    ...(inResponseTo ? { inResponseTo } : {}),
    ...(authenticatedAt === undefined ? {} : { authenticatedAt }),
    expiresAt,
  };
}
