/**
 * The link beside the code of a message. What it holds stands behind the `#`, so no server, proxy or log on the way sees
 * it, and opening it changes nothing: the page offers to go on where the sign-in began in the same browser, and shows
 * the code to type anywhere else. No schema library here: the sign-in pages import it.
 */
export type MagicLink = { verificationId: string; code: string };

export const magicLinkPath = '/magic-link';

export function printMagicLink(endpoint: string, { verificationId, code }: MagicLink): string {
  return `${endpoint}${magicLinkPath}#${new URLSearchParams({ id: verificationId, code })}`;
}

/** Reads `location.hash`; undefined when it is no link of ours. */
export function readMagicLink(hash: string): MagicLink | undefined {
  const params = new URLSearchParams(hash.replace(/^#/, ''));
  const [verificationId, code] = [params.get('id') ?? '', params.get('code') ?? ''];
  return /^[\da-z]{1,64}$/.test(verificationId) && /^\d{6}$/.test(code) ? { verificationId, code } : undefined;
}
