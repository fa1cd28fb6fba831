import { createHash, randomBytes } from 'node:crypto';
import { protectedAppPaths } from '@postern/contracts/access/applications';
import { EncryptJWT, jwtDecrypt } from 'jose';
import { z } from 'zod';
import { cookieKeysOf, openProxySession, providerOf } from '#features/access/oidc';
import type { App } from '#platform/app';
import {
  clearCookie,
  findCookie,
  type readCookies,
  type Scheme,
  sessionCookie,
  signInCookie,
  writeCookie,
} from './cookies.ts';
import type { ProtectedApp } from './find.ts';

const signInSeconds = 900;
/** Browsers limit the size of a cookie to 4 KB. */
const maxReturnPath = 1500;
const maxBegun = 5;

const Begun = z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), path: z.string() });

const random = () => randomBytes(32).toString('base64url');
const sha256 = (text: string) => createHash('sha256').update(text).digest();
/** Cookies of one application are not valid for another. */
const keyFor = ({ id, host }: ProtectedApp, cookieKey: string) => sha256(`protected-app ${id} ${host} ${cookieKey}`);

const callbackOf = ({ address }: ProtectedApp) => `${address}${protectedAppPaths.callback}`;

export type Redirect = { location: string; cookies: string[] };
type Pairs = ReturnType<typeof readCookies>;

/** Begins a sign-in. Its values are in an encrypted cookie: requests without a session write nothing to the database. */
export async function beginSignIn(
  app: App,
  target: ProtectedApp,
  scheme: Scheme,
  { path, screen, pairs }: { path: string; screen: 'sign_in' | 'register'; pairs: Pairs },
): Promise<Redirect> {
  const [state, nonce, verifier] = [random(), random(), random()];
  const [key = ''] = await cookieKeysOf(app, target.tenantId);
  const sealed = await new EncryptJWT({ state, nonce, verifier, path: path.length > maxReturnPath ? '/' : path })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setExpirationTime(`${signInSeconds} s`)
    .encrypt(keyFor(target, key));
  const query = new URLSearchParams({
    client_id: target.id,
    redirect_uri: callbackOf(target),
    response_type: 'code',
    scope: target.scope,
    state,
    nonce,
    code_challenge: sha256(verifier).toString('base64url'),
    code_challenge_method: 'S256',
    ...(screen === 'register' ? { first_screen: 'register' } : {}),
  });
  const begun = pairs.filter(({ name }) => name.startsWith(signInCookie(scheme, '')));
  return {
    location: `${app.endpointOf(target.tenantId)}/oidc/auth?${query}`,
    cookies: [
      ...(begun.length >= maxBegun ? begun.map(({ name }) => clearCookie(scheme, name)) : []),
      writeCookie(scheme, signInCookie(scheme, state), sealed, signInSeconds),
    ],
  };
}

async function unseal(app: App, target: ProtectedApp, sealed: string): Promise<z.infer<typeof Begun> | undefined> {
  for (const key of await cookieKeysOf(app, target.tenantId)) {
    try {
      return Begun.parse((await jwtDecrypt(sealed, keyFor(target, key))).payload);
    } catch {
      // Sealed with another key, expired or not ours: the sign-in starts again.
    }
  }
  return undefined;
}

/** Ends a sign-in with a session. Undefined if this browser did not begin it, or if the code is not valid. */
export async function finishSignIn(
  app: App,
  target: ProtectedApp,
  scheme: Scheme,
  { query, pairs }: { query: URLSearchParams; pairs: Pairs },
): Promise<Redirect | undefined> {
  const [state, code, issuer] = [query.get('state'), query.get('code'), query.get('iss')];
  const name = state ? signInCookie(scheme, state) : '';
  const sealed = findCookie(pairs, name);
  const begun = sealed ? await unseal(app, target, sealed) : undefined;
  const provider = await providerOf(app, target.tenantId);
  // `iss` protects against answers of another provider (RFC 9207).
  if (!code || begun?.state !== state || !begun || (issuer !== null && issuer !== provider.issuer)) {
    return undefined;
  }
  const { nonce, verifier: codeVerifier, path } = begun;
  const session = await openProxySession(
    app,
    target.tenantId,
    provider,
    { code, codeVerifier, nonce, redirectUri: callbackOf(target), clientId: target.id },
    target.sessionDuration,
  );
  return (
    session && {
      // Absolute, so that a path such as //evil.example stays on this host.
      location: `${target.address}${path}`,
      cookies: [
        clearCookie(scheme, name),
        writeCookie(scheme, sessionCookie(scheme), session.token, target.sessionDuration),
      ],
    }
  );
}

/** The address that ends the user's session at the sign-in pages and returns to the application. */
export function signOutAddress(app: App, target: ProtectedApp, idToken: string | undefined): string {
  const query = new URLSearchParams({
    client_id: target.id,
    post_logout_redirect_uri: target.address,
    ...(idToken ? { id_token_hint: idToken } : {}),
  });
  return `${app.endpointOf(target.tenantId)}/oidc/session/end?${query}`;
}
