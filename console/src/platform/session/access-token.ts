import { type Access, edition } from '../edition.ts';
import { readJson, storageKeys, writeJson } from '../storage.ts';
import { compareScopes } from './compare-scopes.ts';
import { leaveForFactor } from './leave-for-factor.ts';
import { isReadOnly } from './read-only.ts';
import { startSignIn } from './sign-in.ts';
import { dropAccessToken, type HeldToken, readSession, type Session, writeSession } from './store.ts';

const lockName = 'postern:console:refresh';
/** A token this close to its expiry is renewed before use; one slightly further away is renewed in the background. */
const mustRenew = 30_000;
const shouldRenew = 180_000;

const keyOf = (access: Access) => ('resource' in access ? access.resource : `organization:${access.organizationId}`);
const parametersOf = (access: Access): Record<string, string> =>
  'resource' in access ? { resource: access.resource } : { organization_id: access.organizationId };

/** An access token for one API; starts a sign-in if there is no session. */
export async function accessToken(access: Access): Promise<string> {
  const held = readSession()?.accessTokens[keyOf(access)];
  const left = (held?.expiresAt ?? 0) - Date.now();
  if (!held || left < mustRenew) {
    return (await renew(access, mustRenew)).token;
  }
  if (left < shouldRenew) {
    renew(access, shouldRenew).catch(() => undefined);
  }
  return held.token;
}

/** The next call for this API requests a token with current permissions. */
export const forgetToken = (access: Access) => dropAccessToken(keyOf(access));

/** Compares the stored token with the scopes that the server grants now, and handles differences. */
export async function settleScopes(access: Access, expected: readonly string[]): Promise<void> {
  const key = keyOf(access);
  const held = readSession()?.accessTokens[key];
  let difference = held ? compareScopes(expected, held.scope) : 'same';
  if (difference === 'extra') {
    dropAccessToken(key);
  }
  if (difference === 'missing' && 'organizationId' in access) {
    // Scopes added to a role are in the next token; only scopes that were never requested need another sign-in.
    dropAccessToken(key);
    difference = compareScopes(expected, (await renew(access, mustRenew)).scope);
  }
  // If the server refuses the scope again, the person must not be redirected in a loop.
  const retried = readJson<string[]>(sessionStorage, storageKeys.scopeRetry) ?? [];
  if (difference === 'missing' && !retried.includes(key)) {
    writeJson(sessionStorage, storageKeys.scopeRetry, [...retried, key]);
    await startSignIn();
  }
}

/**
 * Refresh tokens rotate, and using one twice revokes everything. So one tab at a time renews, and the next one finds
 * the new token in storage.
 */
async function renew(access: Access, margin: number): Promise<HeldToken> {
  const held = await navigator.locks.request(lockName, async () => {
    const session = readSession();
    const fresh = session?.accessTokens[keyOf(access)];
    return fresh && fresh.expiresAt - Date.now() > margin ? fresh : session && requestToken(access, session);
  });
  // Outside the lock from here on: leaving the page takes a while, and other tabs wait.
  if (held === 'lacksFactor') {
    return leaveForFactor();
  }
  if (!held) {
    return startSignIn();
  }
  const expected = 'resource' in access ? edition.resources[access.resource] : undefined;
  if (expected && !isReadOnly() && compareScopes(expected, held.scope) === 'missing') {
    await settleScopes(access, expected);
  }
  return held;
}

async function requestToken(access: Access, session: Session): Promise<HeldToken | 'lacksFactor' | undefined> {
  const { refresh } = await import('./protocol.ts');
  const answer = await refresh(session.refreshToken, parametersOf(access)).catch((error: unknown) => {
    if (needsSignIn(error)) {
      return undefined;
    }
    if (lacksFactor(error)) {
      return 'lacksFactor' as const;
    }
    throw error;
  });
  if (!answer || answer === 'lacksFactor') {
    return answer;
  }
  const held = {
    token: answer.access_token,
    expiresAt: Date.now() + (answer.expires_in ?? 3600) * 1000,
    scope: answer.scope,
  };
  writeSession({
    refreshToken: answer.refresh_token ?? session.refreshToken,
    idToken: answer.id_token ?? session.idToken,
    accessTokens: { ...session.accessTokens, [keyOf(access)]: held },
  });
  return held;
}

function needsSignIn(error: unknown): boolean {
  return (
    error instanceof Error && 'error' in error && (error.error === 'invalid_grant' || error.error === 'invalid_target')
  );
}

/** The tenant requires a second factor, and this session has not used one. */
const lacksFactor = (error: unknown): boolean =>
  error instanceof Error &&
  'error' in error &&
  error.error === 'access_denied' &&
  'error_description' in error &&
  String(error.error_description).includes('multi-factor authentication');
