import { createHash } from 'node:crypto';
import type { SignIn } from '#features/sign-in/interaction';
import { readCookie, setCookie } from '#features/sign-in/risk';

/** Several people may use a browser. Each has their own token. */
const maxTokens = 4;

const cookieName = (tenantId: string) => `postern_${tenantId}_trusted`;

/** Bound to tenant and person: with the cookie of someone else, nothing is found. */
export const digestToken = (tenantId: string, userId: string, token: string) =>
  createHash('sha256').update(`trusted device ${tenantId} ${userId} ${token}`).digest('base64url');

const tokensOf = ({ tenantId, request }: SignIn) =>
  (readCookie(request.headers.cookie, cookieName(tenantId)) ?? '')
    .split('.', maxTokens)
    .filter((token) => /^[\w-]{43}$/.test(token));

/** Under which digests this browser may be trusted by a person. */
export const trustedDigests = (signIn: SignIn, userId: string): string[] =>
  tokensOf(signIn).map((token) => digestToken(signIn.tenantId, userId, token));

export function addToken(signIn: SignIn, token: string, days: number): void {
  const all = [token, ...tokensOf(signIn)].slice(0, maxTokens);
  setCookie(signIn, cookieName(signIn.tenantId), all.join('.'), days * 86_400);
}
