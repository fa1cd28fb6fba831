import type { ApplicationType, OidcClientMetadata } from '@postern/contracts/applications';
import { isWebUrl } from '@postern/contracts/fields';
import type { App } from '#platform/app';
import { type Egress, EgressError } from '#platform/egress';
import { AppError } from '#platform/errors';

/** In the form of every refused body, so that forms can put it on its field. */
function refuse(path: string, message: string): AppError {
  return new AppError('guard.invalid_input', { values: { type: 'body' }, details: `${path}: custom, ${message}` });
}

/** Only an installed app owns a private scheme; elsewhere it would never come back (RFC 8252 §7.1). */
export function checkSchemes(type: ApplicationType, metadata: OidcClientMetadata | undefined): void {
  if (type === 'Native' || !metadata) {
    return;
  }
  for (const field of ['redirectUris', 'postLogoutRedirectUris'] as const) {
    const index = metadata[field].findIndex((uri) => !isWebUrl(uri));
    if (index >= 0) {
      throw refuse(
        `oidcClientMetadata.${field}.${index}`,
        'Use an address that starts with https:// or http://. Only native apps have schemes of their own.',
      );
    }
  }
}

const nameServerMs = 3000;

/** Answers after a while even when no name server does; the call itself is checked again and pinned. */
async function checkInTime(egress: Egress, url: string): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, nameServerMs);
  });
  await Promise.race([egress.check(url), patience]).finally(() => clearTimeout(timer));
}

/** The server will call this address, so it must not lead into the operator's network. A host may still be unknown. */
export async function checkCalledAddress({ egress }: App, metadata: OidcClientMetadata | undefined): Promise<void> {
  const url = metadata?.backchannelLogoutUri;
  if (!url) {
    return;
  }
  try {
    await checkInTime(egress, url);
  } catch (error) {
    if (!(error instanceof EgressError)) {
      throw error;
    }
    if (!error.isUnknownHost) {
      throw refuse('oidcClientMetadata.backchannelLogoutUri', error.message);
    }
  }
}
