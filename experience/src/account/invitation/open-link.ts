import { accountCenterAppId } from '@postern/contracts/wire';
import { CallError, unreachable } from '../../platform/client.ts';
import { currentPath, prefix, urlOf } from '../../platform/prefix.ts';
import * as party from '../../platform/relying-party.ts';
import { readFromTab, saveInTab } from '../../platform/tab-storage.ts';
import { callLink, type Link } from './calls.ts';

const page = '/invitation';

/** Signs people in like the account center, with a session of its own for this page. */
const joining: party.Party = {
  clientId: accountCenterAppId,
  redirectUri: urlOf(`${page}/callback`),
  home: urlOf('/account'),
  scopes: ['openid', 'profile', 'email'],
};

const key = 'postern:invitation';

/** The link of this tab. Its secret is removed from the address, so that it is not in the history or on a screenshot. */
export function openLink(): Link | undefined {
  const { pathname, search, hash } = window.location;
  const id = currentPath().slice(`${page}/`.length);
  const kept = readFromTab<Link>(key);
  if (id === 'callback') {
    return kept;
  }
  const secret = hash.slice(1);
  const link = secret ? { id: decodeURIComponent(id), secret } : kept?.id === id ? kept : undefined;
  if (secret && link) {
    saveInTab(key, link);
    window.history.replaceState(null, '', `${pathname}${search}`);
  }
  return link;
}

/** Whether this is the return from the sign-in pages. */
export const isReturn = () => currentPath() === `${page}/callback`;

/** Continues on the sign-in pages: a new person registers with the invited address, others sign in. */
export async function signInFor(link: Link): Promise<void> {
  const { email, token } = await callLink('begin', link);
  try {
    await party.beginSignIn(joining, { login_hint: email, one_time_token: token }, `${prefix}${page}/${link.id}`);
  } catch {
    throw new CallError({ code: unreachable, message: '' });
  }
}

/** The token of the person who returns; undefined if they did not finish signing in. */
export async function finishSignIn(): Promise<string | undefined> {
  try {
    const session = await party.openSession(joining);
    return session?.accessToken;
  } catch {
    return undefined;
  } finally {
    // Needed only once, and the account center of this tab must not use it: it has fewer scopes.
    party.forgetSession(joining);
  }
}
