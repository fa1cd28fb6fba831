import {
  type ApplicationType,
  backchannelType,
  type CustomClientMetadata,
  certificateBoundTypes,
  keyBearingTypes,
} from '@postern/contracts/access/applications';
import type { App } from '#platform/app';
import { AppError, invalidInput } from '#platform/http/errors';
import type { RuleSentence } from '#platform/i18n/known-sentences';
import { isUsableCertificate } from './read-certificates.ts';

const refuse = (path: (string | number)[], message: RuleSentence) =>
  invalidInput('body', [{ path: ['customClientMetadata', ...path], message }]);

/**
 * Public clients have no credentials, and the credentials of other types belong to the server. Some settings are not for
 * third-party applications.
 */
export function checkKeys(
  { config }: App,
  { type, isThirdParty = false }: { type: ApplicationType; isThirdParty?: boolean },
  metadata: CustomClientMetadata = {},
): void {
  // People see requests of third-party applications on the consent page, which these requests do not have.
  if (metadata.isBackchannelAuthenticationEnabled && (type !== backchannelType || isThirdParty)) {
    throw refuse(
      ['isBackchannelAuthenticationEnabled'],
      'Only traditional web apps that are not third-party can send sign-in requests.',
    );
  }
  if (metadata.allowTokenExchange && isThirdParty) {
    throw new AppError('application.third_party_application_cannot_enable_token_exchange');
  }
  const field = (['jwks', 'jwksUri'] as const).find((name) => metadata[name]);
  if (field && !keyBearingTypes.includes(type)) {
    throw refuse([field], 'Only traditional web apps and machine-to-machine apps can have keys.');
  }
  for (const [name, types] of [
    ['tlsClientAuth', keyBearingTypes],
    ['tlsCertificates', keyBearingTypes],
    ['isCertificateBound', certificateBoundTypes],
  ] as const) {
    if (metadata[name] && !types.includes(type)) {
      throw refuse([name], 'This type of application cannot use client certificates.');
    }
    // Nothing would pass a certificate to this server, so the application could not get tokens.
    if (metadata[name] && !config.mtls) {
      throw refuse([name], 'Client certificates are not set up on this server.');
    }
  }
  const wrong = (metadata.tlsCertificates ?? []).findIndex((pem) => !isUsableCertificate(pem));
  if (wrong >= 0) {
    throw refuse(['tlsCertificates', wrong], 'The certificate is not a valid X.509 certificate.');
  }
}
