import type { ApplicationType, OidcClientMetadata, UpdateApplication } from '@postern/contracts/access/applications';
import { isWebUrl } from '@postern/contracts/fields';
import type { App } from '#platform/app';
import { refusalOf } from '#platform/egress/egress';
import { invalidInput } from '#platform/http/errors';
import { originCheck, sharedSuffixOf } from '#platform/http/redirect-uris';
import type { RuleSentence } from '#platform/i18n/known-sentences';

/** In the format of every rejected body, so that forms can show it at the field. */
const refuse = (path: PropertyKey[], message: RuleSentence, fill?: Record<string, string>) =>
  invalidInput('body', [{ path, message, fill }]);

/** Codes are sent to no scheme that other programs can take, and below no suffix where everybody gets a name. */
export function checkReturnAddresses(type: ApplicationType, metadata: OidcClientMetadata | undefined): void {
  if (!metadata) {
    return;
  }
  // Only native apps own a private scheme; elsewhere the redirect would never return (RFC 8252 §7.1).
  const foreign = type === 'Native' ? -1 : metadata.redirectUris.findIndex((uri) => !isWebUrl(uri));
  if (foreign >= 0) {
    throw refuse(
      ['oidcClientMetadata', 'redirectUris', foreign],
      'Use an address that starts with https:// or http://. Only native apps can use custom schemes.',
    );
  }
  for (const field of ['redirectUris', 'postLogoutRedirectUris'] as const) {
    for (const [index, uri] of metadata[field].entries()) {
      const suffix = sharedSuffixOf(uri);
      if (suffix !== undefined) {
        throw refuse(
          ['oidcClientMetadata', field, index],
          'Everybody can get an address under {{suffix}}. Write out one more part of the host.',
          { suffix },
        );
      }
    }
  }
}

/** Browsers open it in a frame (Front-Channel Logout 1.0 §2): no page of others. */
export function checkFrontchannel(metadata: OidcClientMetadata | undefined): void {
  const { frontchannelLogoutUri: uri, redirectUris = [] } = metadata ?? {};
  if (uri && !originCheck(redirectUris)(new URL(uri).origin)) {
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
