import { currentPath } from '../platform/prefix.ts';

/** The id of the link in the path. */
export const linkId = (): string => currentPath().split('/')[2] ?? '';

/** The id of the link in the path, and its secret behind `#`, which is not sent to any server. */
export function openLink(): { id: string; secret: string } {
  const { pathname, hash } = window.location;
  const link = { id: linkId(), secret: hash.slice(1) };
  if (hash) {
    // The secret must not stay in the history of the browser, or be copied with the address by mistake.
    window.history.replaceState(null, '', pathname);
  }
  return link;
}
