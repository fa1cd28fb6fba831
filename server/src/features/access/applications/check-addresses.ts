import type { ApplicationType, OidcClientMetadata, UpdateApplication } from '@postern/contracts/access/applications';
import { isWebUrl } from '@postern/contracts/fields';
import type { App } from '#platform/app';
import { refusalOf } from '#platform/egress/egress';
import { invalidInput } from '#platform/http/errors';
import type { RuleSentence } from '#platform/i18n/known-sentences';

/** In the format of every rejected body, so that forms can show it at the field. */
const refuse = (path: PropertyKey[], message: RuleSentence, fill?: Record<string, string>) =>
  invalidInput('body', [{ path, message, fill }]);

/** Only native apps own a private scheme; elsewhere the redirect would never return (RFC 8252 §7.1). */
export function checkSchemes(type: ApplicationType, metadata: OidcClientMetadata | undefined): void {
  if (type === 'Native' || !metadata) {
    return;
  }
  for (const field of ['redirectUris', 'postLogoutRedirectUris'] as const) {
    const index = metadata[field].findIndex((uri) => !isWebUrl(uri));
    if (index >= 0) {
      throw refuse(
        ['oidcClientMetadata', field, index],
        'Use an address that starts with https:// or http://. Only native apps can use custom schemes.',
      );
    }
  }
}

/** Browsers open it in a frame (Front-Channel Logout 1.0 §2): no page of others. */
export function checkFrontchannel(metadata: OidcClientMetadata | undefined): void {
  const { frontchannelLogoutUri: uri, redirectUris = [] } = metadata ?? {};
  if (uri && !redirectUris.some((one) => isWebUrl(one) && new URL(one).origin === new URL(uri).origin)) {
    throw refuse(
      ['oidcClientMetadata', 'frontchannelLogoutUri'],
      'Use an address with the scheme, host and port of one of the redirect URIs.',
    );
  }
}

type CalledFields = 'oidcClientMetadata' | 'customClientMetadata';

/** The server calls these URIs, so they must not be in the operator's network. The hosts may still be unknown. */
export async function checkCalledAddresses(
  { egress }: App,
  { oidcClientMetadata: oidc, customClientMetadata: custom }: Pick<UpdateApplication, CalledFields>,
): Promise<void> {
  for (const [path, url] of [
    [['oidcClientMetadata', 'backchannelLogoutUri'], oidc?.backchannelLogoutUri],
    [['customClientMetadata', 'jwksUri'], custom?.jwksUri],
    [['customClientMetadata', 'backchannelNotificationUri'], custom?.backchannelNotificationUri],
  ] as const) {
    const refusal = url ? await refusalOf(() => egress.check(url)) : undefined;
    if (refusal) {
      throw refuse([...path], refusal.sentence, refusal.values);
    }
  }
}
