import { readSession } from './store.ts';

export type Claims = { sub: string; organization_roles?: string[] };

/** Claims of the ID token; it came directly from the token endpoint, and it grants nothing. */
export function idTokenClaims(): Claims | undefined {
  const payload = readSession()?.idToken.split('.')[1];
  if (!payload) {
    return undefined;
  }
  const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes));
}
