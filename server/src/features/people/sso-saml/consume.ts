import { verifyEnvelope } from '#features/access/saml-applications';
import { type SamlAssertion, verifySamlResponse } from '#features/messages/connectors';
import type { App } from '#platform/app';
import { AppError } from '#platform/http/errors';
import type { IdentityProvider } from './read-metadata.ts';

export type SsoAssertion = SamlAssertion;

/** Whether the signature, or another part that the library checks, is not valid. */
export const isInvalidAssertion = (error: unknown): boolean =>
  error instanceof AppError &&
  typeof error.options.data === 'object' &&
  error.options.data !== null &&
  Reflect.get(error.options.data, 'error') === 'invalid_assertion';

/** Verifies a response. Only values of the signed assertion are used. */
export const consumeResponse = (
  app: App,
  provider: IdentityProvider,
  service: { entityId: string; assertionConsumerServiceUrl: string },
  response: string,
  decryption: readonly { privateKey: string }[] = [],
): Promise<SsoAssertion> =>
  verifySamlResponse(response, {
    provider,
    service,
    decryptionKeys: decryption.map(({ privateKey }) => privateKey),
    readSigned: verifyEnvelope,
    onRefusal: (error) => app.log.info({ err: error }, 'saml response refused'),
  });
