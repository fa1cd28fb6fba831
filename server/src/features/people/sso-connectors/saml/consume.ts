import type { SAML } from '@node-saml/node-saml';
import type { App } from '#platform/app';
import { AppError } from '#platform/errors';
import { decryptAssertion } from './decrypt.ts';
import type { IdentityProvider } from './read-metadata.ts';
import { clockSkewMs, samlFor } from './request.ts';

/** What a verified assertion says. */
export type SsoAssertion = {
  id: string;
  issuer: string;
  nameId: string;
  /** Format and qualifiers of the name, and the session at the provider, for single logout. */
  nameIdDetails?: { format?: string; nameQualifier?: string; spNameQualifier?: string };
  sessionIndex?: string;
  attributes: Record<string, string | string[]>;
  inResponseTo?: string;
  /** Until when it must not be used again. */
  expiresAt: number;
};

/** More than identity providers send. */
const maxLength = 256 * 1024;

type Node = { $?: Record<string, string>; _?: string } & { [child: string]: Node[] | undefined };

/** Every refusal has the same code; the reason helps the administrator of the connector, and attackers know it. */
const refuse = (error: string) => new AppError('connector.authorization_failed', { data: { error } });

const invalidAssertion = 'invalid_assertion';

/** Whether the signature, or another part that the library checks, is not valid. */
export const isInvalidAssertion = (error: unknown): boolean =>
  error instanceof AppError &&
  typeof error.options.data === 'object' &&
  error.options.data !== null &&
  Reflect.get(error.options.data, 'error') === invalidAssertion;

/** SHA-1 is not weak as the digest of RSA-OAEP. */
const oaepDigest =
  /(<[\w:.-]*EncryptionMethod\s+Algorithm="http:\/\/www\.w3\.org\/2001\/04\/xmlenc#rsa-oaep-mgf1p"\s*>\s*)<[\w:.-]*DigestMethod\s[^<>]*>/g;

/**
 * Constructs that identity providers do not use and attacks need: entities, comments that split a name, processing
 * instructions, and signature methods without an RSA or ECDSA key or with a broken digest.
 */
function requireHarmless(xml: string): void {
  if (/<!DOCTYPE|<!ENTITY/i.test(xml)) {
    throw refuse('dtd');
  }
  if (xml.includes('<!--') || /<\?(?!xml\s)/.test(xml)) {
    throw refuse('comment');
  }
  // Only in names of algorithms: a user's name or encrypted text may contain "hmac" by chance.
  if (
    /Algorithm\s*=\s*["'][^"'<>]*hmac|xmldsig#(?:rsa-sha1|dsa-sha1|sha1)"|#rsa-md5|#md5"/i.test(
      xml.replace(oaepDigest, '$1'),
    )
  ) {
    throw refuse('weak_algorithm');
  }
}

function decode(response: string): string {
  if (response.length > maxLength * 1.4) {
    throw refuse('too_large');
  }
  const xml = Buffer.from(response, 'base64').toString('utf8');
  if (!/^\s*(?:<\?xml[^>]*\?>\s*)?<[\w:.-]*Response[\s>]/.test(xml)) {
    throw refuse('not_a_response');
  }
  requireHarmless(xml);
  return xml;
}

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

/** The conditions that the library treats as optional are mandatory here (SAML profiles §4.1.4.2). */
function requireConditions(
  assertion: Node,
  provider: IdentityProvider,
  service: { entityId: string; assertionConsumerServiceUrl: string },
) {
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

function attributesOf(profile: Record<string, unknown>): SsoAssertion['attributes'] {
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

function logoutDetailsOf(profile: Record<string, unknown>): Pick<SsoAssertion, 'nameIdDetails' | 'sessionIndex'> {
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

/** `verified`: an assertion out of a response whose signature has been verified. The library does not decrypt AES-CBC. */
async function validate(app: App, saml: SAML, response: string, verified: string | undefined) {
  try {
    const { profile } =
      verified === undefined
        ? await saml.validatePostResponseAsync({ SAMLResponse: response })
        : await (saml as unknown as Reader).processValidlySignedAssertionAsync(verified, verified, null);
    return profile ?? undefined;
  } catch (error) {
    app.log.info({ err: error }, 'saml response refused');
    throw refuse(invalidAssertion);
  }
}

/** Verifies a response. Only values of the signed assertion are used. */
export async function consumeResponse(
  app: App,
  provider: IdentityProvider,
  service: { entityId: string; assertionConsumerServiceUrl: string },
  response: string,
  decryption: readonly { privateKey: string }[] = [],
): Promise<SsoAssertion> {
  const xml = decode(response);
  const keys = decryption.map(({ privateKey }) => privateKey);
  const decrypted = keys.length > 0 ? await decryptAssertion(xml, keys, provider.certificates) : undefined;
  if (decrypted) {
    requireHarmless(decrypted.assertion);
  }
  const saml = await samlFor(provider, service, decrypted ? { decryption: { privateKey: decrypted.privateKey } } : {});
  const verified = decrypted?.isVerified ? decrypted.assertion : undefined;
  const profile = await validate(app, saml, response, verified);
  // The library parses the verified bytes of the signed element again, so nothing else of the document is in here.
  const assertion = profile?.getAssertion?.().Assertion as Node | undefined;
  const id = assertion?.$?.ID;
  if (!profile || !assertion || !id || !profile.nameID) {
    throw refuse(invalidAssertion);
  }
  const { expiresAt, inResponseTo } = requireConditions(assertion, provider, service);
  return {
    id,
    issuer: provider.entityId,
    nameId: profile.nameID,
    ...logoutDetailsOf(profile),
    attributes: attributesOf(profile),
    ...(inResponseTo ? { inResponseTo } : {}),
    expiresAt,
  };
}
