import type { SAML } from '@node-saml/node-saml';
import { ConnectorError } from '../../kit/fail.ts';
import { algorithms, type SamlConfig } from './config.ts';
import { type IdentityProvider, readKey } from './read-provider.ts';

/** What a verified assertion says. Stored until the browser that brought it continues. */
export type Assertion = {
  id: string;
  nameId: string;
  attributes: Record<string, string>;
  inResponseTo: string;
};

/** More than identity providers send. */
const maxLength = 256 * 1024;
const maxAttributes = 50;
const maxValueLength = 1024;
/** Clocks of identity providers may differ from ours by this much. */
const clockSkewMs = 60_000;
const maxAgeMs = 10 * 60_000;

type Node = { $?: Record<string, string>; _?: string } & { [child: string]: Node[] | undefined };

/** Every refusal has the same code; the reason helps the administrator of the connector, and attackers know it. */
const refuse = (error: string) => new ConnectorError('authorization_failed', { error });

/** The library, for one identity provider. The checks of this file come on top. */
export async function samlFor(config: SamlConfig, provider: IdentityProvider, requestId = '_'): Promise<SAML> {
  // Imported lazily, because most servers have no SAML connector.
  const library = await import('@node-saml/node-saml');
  return new library.SAML({
    idpCert: provider.certificates,
    idpIssuer: provider.entityId,
    entryPoint: provider.signInEndpoint,
    issuer: config.entityID,
    audience: config.entityID,
    callbackUrl: config.assertionConsumerServiceUrl,
    // One of the two must be signed, else the library refuses. It then uses the verified bytes only.
    wantAssertionsSigned: false,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: clockSkewMs,
    maxAssertionAgeMs: config.timeout ?? maxAgeMs,
    // The value inside of the signed assertion is compared; the library reads an unsigned one.
    validateInResponseTo: library.ValidateInResponseTo.never,
    identifierFormat: config.nameIDFormat,
    disableRequestedAuthnContext: true,
    signatureAlgorithm: algorithms[config.requestSignatureAlgorithm],
    generateUniqueId: () => requestId,
    ...(config.signAuthnRequest ? { privateKey: readKey('privateKey', config.privateKey, config.privateKeyPass) } : {}),
    ...(config.encryptAssertion
      ? { decryptionPvk: readKey('encPrivateKey', config.encPrivateKey, config.encPrivateKeyPass) }
      : {}),
  });
}

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
  // RSA-OAEP names SHA-1 as the digest of its padding, where it is not broken.
  const signed = xml.replaceAll(/<([\w:.-]*EncryptionMethod)\b[^>]*(?:\/>|>[\s\S]*?<\/\1>)/g, '');
  if (/hmac|xmldsig#(?:rsa-sha1|dsa-sha1|sha1)"|#rsa-md5|#md5"/i.test(signed)) {
    throw refuse('weak_algorithm');
  }
}

/** The encrypted part must be harmless as well, which the library does not check. */
async function requireHarmlessInside(xml: string, key: string): Promise<void> {
  const { decrypt } = await import('xml-encryption');
  for (const [element] of xml.matchAll(/<([\w:.-]*EncryptedAssertion)\b[\s\S]*?<\/\1>/g)) {
    const plain = await new Promise<string>((resolve, reject) =>
      decrypt(element, { key }, (error, result) => (error ? reject(error) : resolve(result))),
    ).catch(() => {
      throw refuse('invalid_assertion');
    });
    requireHarmless(plain);
  }
}

async function requireResponse(config: SamlConfig, response: string): Promise<void> {
  if (response.length > maxLength * 1.4) {
    throw refuse('too_large');
  }
  const xml = Buffer.from(response, 'base64').toString('utf8');
  if (!/^\s*(?:<\?xml[^>]*\?>\s*)?<[\w:.-]*Response[\s>]/.test(xml)) {
    throw refuse('not_a_response');
  }
  requireHarmless(xml);
  if (config.encryptAssertion) {
    await requireHarmlessInside(xml, readKey('encPrivateKey', config.encPrivateKey, config.encPrivateKeyPass));
  }
}

const first = (node: Node | undefined, name: string): Node | undefined => node?.[name]?.[0];

function requireTimes(data: Record<string, string> | undefined, what: string): void {
  const end = Date.parse(data?.NotOnOrAfter ?? '');
  const start = data?.NotBefore === undefined ? 0 : Date.parse(data.NotBefore);
  if (Number.isNaN(end) || Number.isNaN(start)) {
    throw refuse(`${what}_time_missing`);
  }
  if (Date.now() >= end + clockSkewMs || Date.now() < start - clockSkewMs) {
    throw refuse(`${what}_time`);
  }
}

/** The conditions that the library treats as optional are mandatory here (SAML profiles §4.1.4.2). */
function requireConditions(assertion: Node, provider: IdentityProvider, config: SamlConfig): string {
  if (first(assertion, 'Issuer')?._ !== provider.entityId) {
    throw refuse('issuer_mismatch');
  }
  const conditions = first(assertion, 'Conditions');
  requireTimes(conditions?.$, 'conditions');
  const audiences = (conditions?.AudienceRestriction ?? []).map((one) => one.Audience?.map(({ _ }) => _) ?? []);
  if (audiences.length === 0 || !audiences.every((one) => one.includes(config.entityID))) {
    throw refuse('audience_mismatch');
  }
  const bearer = first(assertion, 'Subject')?.SubjectConfirmation?.find(
    ({ $ }) => $?.Method === 'urn:oasis:names:tc:SAML:2.0:cm:bearer',
  );
  const data = first(bearer, 'SubjectConfirmationData')?.$;
  if (!data || data.Recipient !== config.assertionConsumerServiceUrl) {
    throw refuse('recipient_mismatch');
  }
  requireTimes(data, 'subject');
  if (!data.InResponseTo) {
    // Anybody could have brought it into this browser, to sign its user in to another account.
    throw refuse('unsolicited');
  }
  return data.InResponseTo;
}

/** The first value of each attribute. */
function attributesOf(given: unknown): Record<string, string> {
  const entries = Object.entries(typeof given === 'object' && given !== null ? given : {}).flatMap(
    ([name, value]): [string, string][] => {
      const [one] = [value].flat();
      return typeof one === 'string' && one.length <= maxValueLength ? [[name, one]] : [];
    },
  );
  return Object.fromEntries(entries.slice(0, maxAttributes));
}

/** Verifies a response. Only values of the signed assertion are used. */
export async function consumeResponse(
  config: SamlConfig,
  provider: IdentityProvider,
  response: string,
): Promise<Assertion> {
  await requireResponse(config, response);
  const saml = await samlFor(config, provider);
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: response }).catch(() => {
    throw refuse('invalid_assertion');
  });
  // The library parses the verified bytes of the signed element again, so nothing else of the document is in here.
  const assertion = profile?.getAssertion?.().Assertion as Node | undefined;
  const id = assertion?.$?.ID;
  if (!profile || !assertion || !id || !profile.nameID) {
    throw refuse('invalid_assertion');
  }
  return {
    id,
    inResponseTo: requireConditions(assertion, provider, config),
    nameId: profile.nameID,
    attributes: attributesOf(profile.attributes),
  };
}
