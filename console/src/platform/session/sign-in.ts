import { config } from '../config.ts';
import { readJson, storageKeys, writeJson } from '../storage.ts';
import { readOneTimeToken, withoutOneTimeToken } from './one-time-token.ts';
import type { PendingSignIn } from './protocol.ts';
import { clearSession, readSession, writeSession } from './store.ts';

type Place = { pathname: string; search: string; hash: string };

const callbackPath = `${config.base}callback`;
const untilThePageIsGone = () => new Promise<never>(() => {});

let leaving: Promise<never> | undefined;

/**
 * Redirects to the sign-in page; at most once per page load, however many calls fail at the same time. Parameters are
 * set by landing pages that select a sign-in method; the person does not return to those.
 */
export function startSignIn(parameters?: Record<string, string>): Promise<never> {
  leaving ??= leave(parameters).catch((error: unknown) => {
    leaving = undefined;
    throw error;
  });
  return leaving;
}

async function leave(parameters?: Record<string, string>): Promise<never> {
  const { pathname, search, hash } = location;
  if (pathname !== callbackPath && !parameters) {
    writeJson(sessionStorage, storageKeys.returnTo, {
      pathname,
      search: withoutOneTimeToken(search),
      hash,
    } satisfies Place);
  }
  clearSession();
  const wantsSignUp = new URLSearchParams(search).has('sign_up') || pathname.includes('/accept/');
  const { authorizationRequest } = await import('./protocol.ts');
  const request = await authorizationRequest(
    `${location.origin}${callbackPath}`,
    parameters ?? { ...(wantsSignUp ? { first_screen: 'register' } : {}), ...readOneTimeToken(search) },
  );
  writeJson(sessionStorage, storageKeys.signIn, request.pending);
  location.assign(request.url);
  return untilThePageIsGone();
}

export async function ensureSignedIn(): Promise<void> {
  if (!readSession()) {
    await startSignIn();
  }
}

/** Finishes a sign-in at the callback and returns the requested location, as a path below the console's base. */
export async function finishSignIn(): Promise<Place> {
  const pending = readJson<PendingSignIn>(sessionStorage, storageKeys.signIn);
  sessionStorage.removeItem(storageKeys.signIn);
  if (!pending) {
    return { pathname: '/', search: '', hash: '' };
  }
  const { exchangeCode } = await import('./protocol.ts');
  const answer = await exchangeCode(new URL(location.href), pending);
  if (!answer.refresh_token || !answer.id_token) {
    throw new Error('The sign-in gave no refresh token.');
  }
  writeSession({ refreshToken: answer.refresh_token, idToken: answer.id_token, accessTokens: {} });
  return takeReturnPlace();
}

const takeReturnPlace = () => takePlace(storageKeys.returnTo);

/** Takes a stored location of this console; the root if there is none. */
function takePlace(key: string): Place {
  const place = readJson<Place>(sessionStorage, key);
  sessionStorage.removeItem(key);
  if (!place?.pathname?.startsWith(config.base)) {
    return { pathname: '/', search: '', hash: '' };
  }
  return { ...place, pathname: `/${place.pathname.slice(config.base.length)}` };
}

/** `next` is where to continue after signing out: here, for a person who returns with another account. */
export async function signOut(next?: 'here'): Promise<never> {
  const idToken = readSession()?.idToken;
  clearSession();
  // It contains names.
  localStorage.removeItem(storageKeys.recent);
  sessionStorage.removeItem(storageKeys.returnTo);
  sessionStorage.removeItem(storageKeys.afterSignOut);
  if (next) {
    const { pathname, search, hash } = location;
    writeJson(sessionStorage, storageKeys.afterSignOut, { pathname, search, hash } satisfies Place);
  }
  const { signOutUrl } = await import('./protocol.ts');
  location.assign(await signOutUrl(idToken, `${location.origin}${config.base}${signedOutPath}`));
  return untilThePageIsGone();
}

/** Redirect path after signing out at the server. */
export const signedOutPath = 'sign-out-callback';

/** Clears the session and returns the requested location. */
export function finishSignOut(): Place {
  clearSession();
  return takePlace(storageKeys.afterSignOut);
}
