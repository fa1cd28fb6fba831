import { accountCenterAppId, scopes } from '@postern/contracts/wire';
import { OperationProcessingError, ResponseBodyError } from 'oauth4webapi';
import { useSyncExternalStore } from 'react';
import { CallError, unreachable } from '../platform/client.ts';
import { currentPath, prefix, urlOf } from '../platform/prefix.ts';
import * as party from '../platform/relying-party.ts';
import { hearFromTabs, tellTabs } from './tabs.ts';

const home = urlOf('/account');

const accountCenter: party.Party = {
  clientId: accountCenterAppId,
  redirectUri: `${home}/callback`,
  home,
  scopes: ['openid', 'profile', 'email', 'phone', 'address', scopes.customData, scopes.identities, scopes.sessions],
};

/** No valid token is left: the person must sign in again. */
export const sessionEnded = 'session.ended';

/** A token that expires within this time is renewed before use. */
const spareMs = 30_000;

let session: party.Session | undefined;
let hasEnded: false | 'signed-out' | 'deleted' = false;
const listeners = new Set<() => void>();

function end(how: 'signed-out' | 'deleted' = 'signed-out') {
  party.forgetSession(accountCenter);
  session = undefined;
  hasEnded = how;
  for (const listener of listeners) {
    listener();
  }
}

/** Redirects to the sign-in pages. */
export const signIn = () => reach(party.beginSignIn(accountCenter, {}, pathAfterwards()));

/** The only error expected here is a network failure. */
async function reach(way: Promise<void>): Promise<void> {
  try {
    await way;
  } catch {
    throw new CallError({ code: unreachable, message: '' });
  }
}

/** Returns to the requested page, but never to a callback URL. */
function pathAfterwards(): string {
  return prefix + (currentPath().startsWith('/account/callback') ? '/account' : currentPath());
}

/** When this tab got its first token, in milliseconds since 1970, by the clock of the server. */
export function signedInAt(): number | undefined {
  const claims: Record<string, unknown> = session?.claims ?? {};
  const seconds = claims.auth_time ?? claims.iat;
  return typeof seconds === 'number' ? seconds * 1000 : undefined;
}

/** True when the person is signed in; false when not, and this is not a return from a sign-in. */
export async function openSession(): Promise<boolean> {
  const { searchParams } = new URL(window.location.href);
  const isAnswer = searchParams.has('code') || searchParams.has('error');
  hasEnded = false;
  session = await party.openSession(accountCenter);
  if (!session && isAnswer) {
    // Restarting automatically could loop forever, for example in a browser that stores nothing.
    throw new Error('The sign-in left no session in this tab.');
  }
  hearFromTabs((news) => news === 'signed-out' && end());
  return session !== undefined;
}

/** For the console's preview, in which no call reaches a server. */
export function pretendSession(): void {
  session = { idToken: '', accessToken: '', claims: { sub: '' } };
  hasEnded = false;
}

/** Ends the session in this tab, in the other tabs and at the issuer. */
export async function signOut(): Promise<void> {
  const current = session;
  if (current) {
    await reach(party.signOut(accountCenter, current));
    tellTabs('signed-out');
  }
}

/** Used after account deletion: there is no account left to sign out. */
export function leave(): void {
  tellTabs('signed-out');
  end('deleted');
}

let renewing: Promise<party.Session> | undefined;

/** Concurrent calls share one renewal, because a refresh token can be used only once. */
function renew(current: party.Session): Promise<party.Session> {
  renewing ??= party
    .refreshSession(accountCenter, current)
    .then((next) => {
      session = next;
      return next;
    })
    .catch((error: unknown) => {
      if (error instanceof ResponseBodyError || error instanceof OperationProcessingError) {
        end();
        throw new CallError({ code: sessionEnded, message: '' });
      }
      throw new CallError({ code: unreachable, message: '' });
    })
    .finally(() => {
      renewing = undefined;
    });
  return renewing;
}

/** Runs the call with a valid token, renewed if necessary. A refused call is retried once. */
export async function withToken<Answer>(work: (token: string) => Promise<Answer>): Promise<Answer> {
  if (!session) {
    throw new CallError({ code: sessionEnded, message: '' });
  }
  const isStale = session.expiresAt !== undefined && session.expiresAt - Date.now() < spareMs;
  const current = isStale ? await renew(session) : session;
  try {
    return await work(current.accessToken);
  } catch (error) {
    if (!isRefusal(error)) {
      throw error;
    }
  }
  const next = session === current ? await renew(current) : session;
  try {
    return await work(next?.accessToken ?? '');
  } catch (error) {
    if (isRefusal(error)) {
      end();
      throw new CallError({ code: sessionEnded, message: '' });
    }
    throw error;
  }
}

const isRefusal = (error: unknown) =>
  error instanceof CallError && error.status === 401 && error.code.startsWith('auth.');

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How the session ended; false while it is active. */
export const useSessionEnded = () => useSyncExternalStore(subscribe, () => hasEnded);
