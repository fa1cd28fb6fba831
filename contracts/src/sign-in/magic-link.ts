import { interactionParam } from '../wire.ts';

/**
 * The link next to the code of a message. Its data is in the fragment, so no server, proxy or log sees it, and opening
 * it changes nothing: in the browser where the sign-in started, the page offers to continue; in others it shows the
 * code to type. No schema library here: the sign-in pages import it.
 */
export type MagicLink = { verificationId: string; code: string };

export const magicLinkPath = '/magic-link';

/** `interaction` is the name of the authorization request for which the code was sent. */
export function printMagicLink(endpoint: string, { verificationId, code }: MagicLink, interaction: string): string {
  const data = new URLSearchParams({ id: verificationId, code, [interactionParam]: interaction });
  return `${endpoint}${magicLinkPath}#${data}`;
}

/** Parses `location.hash`; undefined if it is not a valid link. */
export function readMagicLink(hash: string): MagicLink | undefined {
  const params = new URLSearchParams(hash.replace(/^#/, ''));
  const [verificationId, code] = [params.get('id') ?? '', params.get('code') ?? ''];
  return /^[\da-z]{1,64}$/.test(verificationId) && /^\d{6}$/.test(code) ? { verificationId, code } : undefined;
}
