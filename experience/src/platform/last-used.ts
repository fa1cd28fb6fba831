import type { SignInMethod } from './draft.ts';
import { prefix } from './prefix.ts';
import type { Settings } from './settings.ts';

/** Stored per browser and tenant address. Contains the method only, never the user, because browsers may be shared. */
const key = `postern:last-used${prefix}`;

const isMethod = (text: string | null): text is SignInMethod =>
  text === 'password' || text === 'code' || text === 'passkey' || (text?.startsWith('social:') ?? false);

/** Called after a successful sign-in. */
export function rememberMethod(method: SignInMethod): void {
  try {
    window.localStorage.setItem(key, method);
  } catch {
    // Storage is disabled: nothing is marked next time.
  }
}

/** The last used method; undefined in the console's preview, which must look the same for everyone. */
export function lastUsedMethod({ previewOrigin }: Pick<Settings, 'previewOrigin'>): SignInMethod | undefined {
  if (previewOrigin) {
    return undefined;
  }
  try {
    const text = window.localStorage.getItem(key);
    return isMethod(text) ? text : undefined;
  } catch {
    return undefined;
  }
}
