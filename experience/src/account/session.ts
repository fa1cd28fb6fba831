import { accountCenterAppId, scopes } from '@postern/contracts/wire';
import { OperationProcessingError, ResponseBodyError } from 'oauth4webapi';
import { useSyncExternalStore } from 'react';
import { CallError, unreachable } from '../platform/client.ts';
import * as party from '../platform/relying-party.ts';
import { hearFromTabs, tellTabs } from './tabs.ts';

const home = new URL('/account', window.location.origin).href;

const accountCenter: party.Party = {
  clientId: accountCenterAppId,
  redirectUri: `${home}/callback`,
  home,
  scopes: ['openid', 'profile', 'email', 'phone', 'address', scopes.customData, scopes.identities, scopes.sessions],
};

/** No usable token any more: the person must sign in again. */
export const sessionEnded = 'session.ended';

/** A token that ends this soon is renewed before it is used. */
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

/** Leaves for the sign-in pages. */
export const signIn = () => reach(party.beginSignIn(accountCenter, {}, pathAfterwards()));

/** The only thing that goes wrong on the way out is the way. */
async function reach(way: Promise<void>): Promise<void> {
  try {
    await way;
  } catch {
    throw new CallError({ code: unreachable, message: '' });
  }
}

/** Back to the page that was asked for, but never to the address of an answer. */
function pathAfterwards(): string {
  const { pathname } = window.location;
  return pathname.startsWith('/account/callback') ? '/account' : pathname;
}

/** True when somebody is signed in; false when nobody is and this is not the way back from a sign-in. */
export async function openSession(): Promise<boolean> {
  const { searchParams } = new URL(window.location.href);
  const isAnswer = searchParams.has('code') || searchParams.has('error');
  session = await party.openSession(accountCenter);
  if (!session && isAnswer) {
    // Beginning anew by itself could go round for ever, as in a browser that stores nothing.
    throw new Error('The sign-in left no session in this tab.');
  }
  hearFromTabs((news) => news === 'signed-out' && end());
  return session !== undefined;
}

/** Ends the session here, in the other tabs and at the issuer. */
export async function signOut(): Promise<void> {
  const current = session;
  if (current) {
    await reach(party.signOut(accountCenter, current));
    tellTabs('signed-out');
  }
}

/** The end of an account: there is nobody left to sign out. */
export function leave(): void {
  tellTabs('signed-out');
  end('deleted');
}

let renewing: Promise<party.Session> | undefined;

/** Several calls at once share one renewal: a refresh token counts once. */
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

/** Does the work with a token that counts, renewed where it must be. Work that was refused is done once more. */
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

/** How the session ended; false while it goes on. */
export const useSessionEnded = () => useSyncExternalStore(subscribe, () => hasEnded);
