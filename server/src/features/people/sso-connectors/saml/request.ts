import type { SAML } from '@node-saml/node-saml';
import type { IdentityProvider } from './read-metadata.ts';

/** Clocks of identity providers may differ from ours by this much. */
export const clockSkewMs = 60_000;
/** Identity providers that set no short limit themselves. */
const maxAgeMs = 10 * 60_000;

type ServiceProvider = { entityId: string; assertionConsumerServiceUrl: string };
type Keys = { signing?: { privateKey: string }; decryption?: { privateKey: string } };

/** The library, for one identity provider. Our own checks of `consume.ts` come on top. */
export async function samlFor(
  { certificates, signInEndpoint, entityId }: IdentityProvider,
  service: ServiceProvider,
  { signing, decryption }: Keys,
  requestId = '_',
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
    // `consume.ts` compares the value inside of the signed assertion; the library reads an unsigned one.
    validateInResponseTo: library.ValidateInResponseTo.never,
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    signatureAlgorithm: 'sha256',
    ...(signing ? { privateKey: signing.privateKey } : {}),
    ...(decryption ? { decryptionPvk: decryption.privateKey } : {}),
    generateUniqueId: () => requestId,
  });
}

/** The address of the identity provider with our request (HTTP redirect binding). */
export const requestUri = async (
  provider: IdentityProvider,
  service: ServiceProvider,
  { requestId, relayState, keys }: { requestId: string; relayState: string; keys: Keys },
): Promise<string> =>
  (await samlFor(provider, service, keys, requestId)).getAuthorizeUrlAsync(relayState, undefined, {});
