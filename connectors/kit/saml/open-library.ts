import type { SamlConfig as LibraryOptions, SAML } from '@node-saml/node-saml';

/** What is known about an identity provider. */
export type SamlProvider = { entityId: string; signInEndpoint: string; certificates: string[] };
/** This service in the eyes of the identity provider. */
export type SamlService = { entityId: string; assertionConsumerServiceUrl: string };

export type SamlKeys = { signing?: { privateKey: string }; decryption?: { privateKey: string } };

export type SamlOptions = {
  requestId?: string;
  /** How old an assertion may be, for identity providers that set no short limit themselves. */
  maxAgeMs?: number;
  nameIdFormat?: string | null;
  /** The person must sign in again, whatever session they have at the identity provider. */
  isForced?: boolean;
  signatureAlgorithm?: LibraryOptions['signatureAlgorithm'];
};

/** Clocks of identity providers may differ from ours by this much. */
export const clockSkewMs = 60_000;
const usualMaxAgeMs = 10 * 60_000;

/** The library, for one identity provider. The checks of `verify-response.ts` come on top. */
export async function samlFor(
  { certificates, signInEndpoint, entityId }: SamlProvider,
  service: SamlService,
  { signing, decryption }: SamlKeys,
  {
    requestId = '_',
    maxAgeMs = usualMaxAgeMs,
    nameIdFormat = null,
    isForced = false,
    signatureAlgorithm = 'sha256',
  }: SamlOptions = {},
): Promise<SAML> {
  // Imported lazily, because most servers have no SAML connector.
  const library = await import('@node-saml/node-saml');
  return new library.SAML({
    idpCert: certificates,
    idpIssuer: entityId,
    entryPoint: signInEndpoint,
    issuer: service.entityId,
    audience: service.entityId,
    callbackUrl: service.assertionConsumerServiceUrl,
    // One of the two must be signed, else the library refuses. It then uses the verified bytes only.
    wantAssertionsSigned: false,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: clockSkewMs,
    maxAssertionAgeMs: maxAgeMs,
    // `verify-response.ts` reads the value inside of the signed assertion; the library reads an unsigned one.
    validateInResponseTo: library.ValidateInResponseTo.never,
    identifierFormat: nameIdFormat,
    disableRequestedAuthnContext: true,
    forceAuthn: isForced,
    signatureAlgorithm,
    ...(signing ? { privateKey: signing.privateKey } : {}),
    ...(decryption ? { decryptionPvk: decryption.privateKey } : {}),
    generateUniqueId: () => requestId,
  });
}
