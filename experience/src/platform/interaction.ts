import { interactionHeader, interactionParam } from '@postern/contracts/wire';
import type { Settings } from './settings.ts';
import { readFromTab, saveInTab } from './tab-storage.ts';

const key = 'postern:interaction';

/** The authorization request that this tab belongs to. Another tab of the browser may belong to another one. */
let name: string | undefined;

const nameIn = (text: string) => new URLSearchParams(text).get(interactionParam) ?? undefined;

/**
 * Called when a page is loaded. Its address names the request, in a magic link after the `#`. The address to which a
 * provider redirects does not, so the tab remembers the name.
 */
export function joinInteraction({ interaction }: Pick<Settings, 'interaction'>): void {
  const { search, hash } = window.location;
  const named = nameIn(search) ?? nameIn(hash.slice(1)) ?? interaction;
  if (named !== undefined) {
    saveInTab(key, named);
  }
  name = named ?? readFromTab<string>(key);
}

/** For calls of the sign-in: without it the server would take the latest request of the browser. */
export const interactionHeaders = (path: string): Record<string, string> =>
  name !== undefined && /^\/api\/(experience|interaction)\b/.test(path) ? { [interactionHeader]: name } : {};

/** The path and query of another of these pages, with the request of this tab. */
export function withInteraction(path: string): string {
  const [, query] = path.split('?');
  if (name === undefined || nameIn(query ?? '') !== undefined) {
    return path;
  }
  const separator = query === undefined ? '?' : '&';
  return `${path}${separator}${new URLSearchParams({ [interactionParam]: name })}`;
}
