import type { SignInMethod } from './draft.ts';
import type { Settings } from './settings.ts';

/** Of this browser at this tenant's address. Only the method, never who used it: others may use the browser too. */
const key = 'postern:last-used';

const isMethod = (text: string | null): text is SignInMethod =>
  text === 'password' || text === 'code' || (text?.startsWith('social:') ?? false);

/** Called when a sign-in has succeeded. */
export function rememberMethod(method: SignInMethod): void {
  try {
    window.localStorage.setItem(key, method);
  } catch {
    // Storage is switched off: then nothing is marked the next time.
  }
}

/** How somebody signed in last; undefined in the console's preview, which shows what is the same for everybody. */
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
