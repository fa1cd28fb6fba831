import { readJson, storageKeys, writeJson } from '../storage.ts';

export type HeldToken = { token: string; expiresAt: number; scope?: string };

export type Session = {
  refreshToken: string;
  idToken: string;
  accessTokens: Record<string, HeldToken>;
};

export function readSession(): Session | undefined {
  const session = readJson<Session>(localStorage, storageKeys.session);
  return session?.refreshToken && session.idToken && session.accessTokens ? session : undefined;
}

export function writeSession(session: Session): void {
  writeJson(localStorage, storageKeys.session, session);
}

export function clearSession(): void {
  localStorage.removeItem(storageKeys.session);
}

/** Drops stored access tokens but keeps the session, so that the next call requests one with current scopes. */
export function dropAccessToken(key: string): void {
  const session = readSession();
  if (session) {
    const { [key]: _, ...accessTokens } = session.accessTokens;
    writeSession({ ...session, accessTokens });
  }
}
